// Names, folded by `foldName`, that a harness gives to its own tags. The second set also names types in code
// (`Promise<User>`), so there a letter before the bracket keeps it.
const HARNESS_TAGS = new Set(
  [
    "system sys systemreminder systemprompt systemmessage systemnote systemnotification systeminstruction systemwarning systemcontext systemerror",
    "toolresult toolresults tooluse toolcall toolcalls tooloutput toolresponse toolerror",
    "functioncall functioncalls functionresult functionresults functionresponse",
    "antml webanswer webcontent skill availableskills instruction instructions reminder",
    "imstart imend imsep endoftext endofprompt eotid startheaderid endheaderid think thinking startofturn endofturn",
  ]
    .join(" ")
    .split(" "),
);
const ROLE_TAGS = new Set(["user", "assistant", "human", "developer", "invoke"]);
const BRACKET =
  /<|\uff1c|\ufe64|\u3008|\u2329|\u27e8|\u2039|&(?:amp;){0,4}lt;?|&#0{0,6}60;?|&#x0{0,6}3c;?/giu;
const TAG = new RegExp(
  String.raw`(${BRACKET.source})([\s/|\uff5c\uff0f<]{0,8})((?:&#(?!0{0,6}6[02];|x0{0,6}3[ce];)x?[0-9a-f]{1,8};|[^\s<>\uff1c\ufe64\u3008\u2329\u27e8\u2039\uff1e\ufe65\u3009\u232a\u27e9\u203a|\uff5c&;="'/\uff0f]){3,40})`,
  "giu",
);
const PIPE = /[|\uff5c]/;
/** Of a text with more, no name is read, since that would take seconds: all brackets are turned. */
const MAX_BRACKETS = 200_000;
const BRACKETS = new RegExp(`(?:${BRACKET.source}){1,100}`, "giu");

/** Turns the opening bracket of a tag that looks like a harness's own into `[`, so that it is no tag. */
export function defuseTags(text: string): string {
  if (hasMore(MAX_BRACKETS, BRACKET, text)) return text.replace(BRACKETS, "[");
  return text.replace(TAG, (tag, _bracket: string, gap: string, name: string, offset: number) => {
    const folded = foldName(name);
    const isRole = ROLE_TAGS.has(folded) && !/[\p{L}\p{N}_]/u.test(text[offset - 1] ?? "");
    // `<|begin_of_text|>`: whatever its name, a model's chat template has such a token.
    const isToken = PIPE.test(gap) && PIPE.test(text[offset + tag.length] ?? "");
    return isRole || isToken || HARNESS_TAGS.has(folded) ? `[${gap.replaceAll("<", "[")}${name}` : tag;
  });
}

/** What would end the line, hide, or open a tag where an address is shown; percent-encoded it cannot. */
const UNSAFE_IN_ADDRESS = /[\s\p{C}\p{Default_Ignorable_Code_Point}<>"]/u;

/**
 * An http(s) address, which `URL` reads, as it may be shown: as it is written, or percent-encoded where it holds what a
 * reader would not see, or such a tag. `undefined` where the host does.
 */
export function defuseAddress(address: string): string | undefined {
  const url = UNSAFE_IN_ADDRESS.test(address) ? new URL(address).href : address;
  if (UNSAFE_IN_ADDRESS.test(url)) return undefined;
  if (defuseTags(url) === url) return url;
  const safe = url.replace(BRACKET, encodeURIComponent);
  return URL.canParse(safe) ? safe : undefined;
}

function hasMore(limit: number, pattern: RegExp, text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(pattern)) if (++count > limit) return true;
  return false;
}

const LOOK_ALIKES = new Map(
  Object.entries({
    a: "аαɑ",
    c: "сϲ",
    d: "ԁ",
    e: "еєε",
    g: "ɡ",
    h: "һ",
    i: "іιı",
    j: "ј",
    k: "кκ",
    l: "ӏ",
    m: "м",
    n: "ո",
    o: "оοօ",
    p: "рρ",
    r: "г",
    s: "ѕꜱ",
    t: "тτ",
    u: "υս",
    v: "ν",
    w: "ԝ",
    x: "хχ",
    y: "уγʏ",
  }).flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
);

const LOOK_ALIKE = new RegExp(`[${[...LOOK_ALIKES.keys()].join("")}]`, "gu");
/** Marks, dashes, underscores and blanks. */
const SEPARATORS = /[\p{M}\p{Cf}\p{Pd}\p{Pc}\p{Zs}]+/gu;

/** A tag name as a careless reader sees it: entities decoded, accents, case, separators and look-alikes folded. */
function foldName(name: string): string {
  if (/^[a-z]+$/i.test(name)) return name.toLowerCase();
  const [plain = ""] = decodeEntities(name).normalize("NFKD").toLowerCase().split(":", 1);
  return plain.replace(SEPARATORS, "").replace(LOOK_ALIKE, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}

function decodeEntities(name: string): string {
  return name.replace(/&#(x?)([0-9a-f]{1,8});/gi, (entity, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
