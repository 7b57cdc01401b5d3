import type { IBufferCell, Terminal } from "@xterm/headless";

const CELL = { width: 8.4, height: 18 };
const FONT_SIZE = 14;
const PADDING = 14;
const BACKGROUND = "#1e1e24";
const FOREGROUND = "#d4d4d4";
// xterm's sixteen, for whatever pi's dark theme leaves to the terminal.
const PALETTE =
  "#000000 #cd3131 #0dbc79 #b5890a #2472c8 #bc3fbc #11a8cd #e5e5e5 #666666 #f14c4c #23d18b #d7ba23 #3b8eea #d670d6 #29b8db #ffffff".split(
    " ",
  );

/** How a run of cells looks. */
interface Style {
  foreground: string;
  background: string | undefined;
  attributes: string;
}

interface Run {
  column: number;
  cells: number;
  text: string;
  style: Style;
}

/** Rows `first` to `last` of a terminal's buffer as an SVG picture, in the colours that its cells have. */
export function drawTerminal(
  terminal: Terminal,
  [first, last]: [first: number, last: number],
  title: string,
): string {
  const rows = Array.from({ length: last - first + 1 }, (_, row) => readRuns(terminal, first + row));
  const width = round(terminal.cols * CELL.width + 2 * PADDING);
  const height = round(rows.length * CELL.height + 2 * PADDING);
  const body = rows.flatMap((runs, row) => [
    ...runs.flatMap((run) => drawBackground(run, row)),
    ...runs.flatMap((run) => drawText(run, row)),
  ]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escapeXml(title)}</title>
<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>
<g font-family="ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" fill="${FOREGROUND}" xml:space="preserve">
${body.join("\n")}
</g>
</svg>
`;
}

/** The cells of one row, those that look alike and stand side by side joined; wide characters stand alone. */
function readRuns(terminal: Terminal, row: number): Run[] {
  const line = terminal.buffer.active.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column++) {
    const cell = line?.getCell(column);
    const cells = cell?.getWidth() ?? 0;
    if (!cell || cells === 0) continue;
    const style = readStyle(cell);
    const text = cell.getChars() || " ";
    const previous = runs.at(-1);
    const joins =
      previous &&
      cells === 1 &&
      previous.cells === previous.text.length &&
      isSameStyle(previous.style, style);
    if (joins) {
      previous.text += text;
      previous.cells += 1;
    } else runs.push({ column, cells, text, style });
  }
  return runs;
}

function readStyle(cell: IBufferCell): Style {
  const front = cell.isFgRGB()
    ? hex(cell.getFgColor())
    : cell.isFgPalette()
      ? indexed(cell.getFgColor())
      : undefined;
  const back = cell.isBgRGB()
    ? hex(cell.getBgColor())
    : cell.isBgPalette()
      ? indexed(cell.getBgColor())
      : undefined;
  const attributes = [
    ...(cell.isBold() ? [' font-weight="bold"'] : []),
    ...(cell.isItalic() ? [' font-style="italic"'] : []),
    ...(cell.isUnderline() ? [' text-decoration="underline"'] : []),
    ...(cell.isDim() ? [' opacity="0.6"'] : []),
  ].join("");
  return cell.isInverse()
    ? { foreground: back ?? BACKGROUND, background: front ?? FOREGROUND, attributes }
    : { foreground: front ?? FOREGROUND, background: back, attributes };
}

function isSameStyle(one: Style, other: Style): boolean {
  return (
    one.foreground === other.foreground &&
    one.background === other.background &&
    one.attributes === other.attributes
  );
}

function drawBackground({ column, cells, style }: Run, row: number): string[] {
  if (!style.background) return [];
  const x = round(PADDING + column * CELL.width);
  const y = round(PADDING + row * CELL.height);
  return [
    `<rect x="${x}" y="${y}" width="${round(cells * CELL.width + 0.3)}" height="${CELL.height + 0.3}" fill="${style.background}"/>`,
  ];
}

function drawText({ column, cells, text, style }: Run, row: number): string[] {
  if (text.trim() === "") return [];
  const x = round(PADDING + column * CELL.width);
  const y = round(PADDING + row * CELL.height + 13.5);
  const width = `textLength="${round(cells * CELL.width)}" lengthAdjust="spacingAndGlyphs"`;
  return [
    `<text x="${x}" y="${y}" ${width} fill="${style.foreground}"${style.attributes}>${escapeXml(text)}</text>`,
  ];
}

function hex(rgb: number): string {
  return `#${rgb.toString(16).padStart(6, "0")}`;
}

/** A colour of the 256-colour palette. */
function indexed(index: number): string {
  if (index < 16) return PALETTE[index] ?? "#000000";
  if (index >= 232) return hex((8 + (index - 232) * 10) * 0x010101);
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return hex((level(Math.floor(cube / 36)) << 16) | (level(Math.floor(cube / 6) % 6) << 8) | level(cube % 6));
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
