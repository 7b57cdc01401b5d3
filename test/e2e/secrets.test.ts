import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Certificate, makeCertificate } from "../support/certificates.ts";
import { HOSTS, ROOT } from "../support/hosts.ts";
import { withoutSdkLog } from "../support/key-scan.ts";
import { answer, callTools, type Reply, rawStream, status } from "../support/model-stand-in.ts";
import {
  json,
  type OllamaReply,
  type OllamaStandIn,
  startOllamaStandIn,
} from "../support/ollama-stand-in.ts";
import { makeHome, Pi, runPi, toolEnds } from "../support/pi.ts";
import { type Scenario, setStage, startScenario } from "../support/scenario.ts";

/** No form that a pattern for keys would know. */
const MARKS = {
  file: "hunter2-file",
  env: "hunter2-env",
  stored: "hunter2-stored",
  query: "hunter2-query",
  header: "hunter2-header",
  modelHeader: "hunter2 of/model+header",
  user: "hunter2-user",
  password: "hunter2-p%40ss",
  ollama: "hunter2-ollama",
  settings: "hunter2-settings",
  hostPassword: "hunter2-host",
};
const SERVED = ["file/m", "env/m", "stored/m", "query/m", "header/m", "model-header/m"];
const REFERENCES = [...SERVED, "url/m"];

const in401 = (sent: string) => status(401, { error: { message: `No account has ${sent}` } });

/** Every way in which a server can say back what it was sent. */
const ECHOES: [string, (sent: string) => Reply][] = [
  ["a 401 in JSON", in401],
  [
    "a 401 as PHP writes JSON",
    (sent) => status(401, `{"error": {"message": "No account has ${sent.replaceAll("/", "\\/")}"}}`),
  ],
  ["a 400 with characters that cannot be seen", (sent) => status(400, sent.replaceAll("2", "\u200b2"))],
  ["a 400 in plain text", (sent) => status(400, sent)],
  [
    "a 402 with the request in it",
    (sent) => status(402, { error: { message: `balance of ${sent}`, request: { sent } } }),
  ],
  ["a 413 in HTML", (sent) => status(413, `<html>${sent}</html>`)],
  [
    "an error inside the stream",
    (sent) => rawStream(`data: ${JSON.stringify({ error: { message: sent } })}\n\n`),
  ],
  ["a broken stream", (sent) => rawStream(`data: ${sent}\n\n`)],
  ["a 200 with an error object", (sent) => status(200, { error: { message: sent } })],
];

const echo =
  (reply: (sent: string) => Reply): Reply =>
  (response, request) => {
    const { authorization, "x-api-key": header, "x-token": modelHeader } = request.headers;
    const key = String(authorization).replace(/^Bearer /, "");
    const values = [key, header, modelHeader, authorization, request.path];
    return reply(values.join(" "))(response, request);
  };

const echoOllama: OllamaReply = (response, request) => {
  const sent = `${request.headers.authorization} ${JSON.stringify(request.headers)}`;
  return json({ error: `unknown key ${sent}` }, 403)(response, request);
};

function leaks(text: string): string[] {
  const forms = Object.values(MARKS).flatMap((mark) => [
    mark,
    decodeURIComponent(mark),
    encodeURIComponent(mark),
  ]);
  return forms.filter((form) => text.toLowerCase().includes(form.toLowerCase()));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe.each(HOSTS.map((host, line) => ({ ...host, host, line })))(
  "secrets on $name $version",
  ({ host, line }) => {
    let scenario: Scenario;
    let certificate: Certificate;
    let hosted: OllamaStandIn;
    beforeAll(async () => {
      certificate = makeCertificate("127.0.0.1");
      hosted = await startOllamaStandIn("hosted", certificate);
      hosted.script("web_search", echoOllama);
      hosted.script("web_fetch", echoOllama);
      const baseUrl = "http://search/v1";
      scenario = await startScenario({
        host,
        providers: {
          file: { baseUrl, apiKey: MARKS.file, models: ["m"] },
          env: { baseUrl, apiKey: line === 0 ? "MARKED_KEY" : "$MARKED_KEY", models: ["m"] },
          stored: { baseUrl, models: ["m"] },
          query: { baseUrl: `${baseUrl}?api_key=${MARKS.query}`, models: ["m"] },
          header: { baseUrl, headers: { "x-api-key": MARKS.header }, models: ["m"] },
          "model-header": { baseUrl, models: [{ id: "m", headers: { "x-token": MARKS.modelHeader } }] },
          url: { baseUrl: `http://${MARKS.user}:${MARKS.password}@127.0.0.1:1/v1`, models: ["m"] },
        },
        env: {
          MARKED_KEY: MARKS.env,
          OLLAMA_API_KEY: MARKS.ollama,
          OLLAMA_KEY_ORIGIN: hosted.url,
          NODE_EXTRA_CA_CERTS: certificate.caFile,
        },
        files: { ".pi/agent/auth.json": { stored: { type: "api_key", key: MARKS.stored } } },
        args: ["--session", "marked.jsonl"],
      });
    });
    afterAll(async () => {
      await scenario.close();
      await hosted.close();
      certificate.remove();
    });

    it.each(ECHOES)("shows none that a server echoes in %s", async (_name, reply) => {
      scenario.models.script("m", echo(reply));
      for (const model of REFERENCES) {
        scenario.settings({ model, apiKey: MARKS.settings, ollama: "off" });
        const { isError, text } = await scenario.search();
        expect(isError).toBe(true);
        expect(text).toContain(`search failed: ${model} `);
      }
      expect(leaks(JSON.stringify(scenario.pi.records))).toEqual([]);
    });

    it("shows none that a proxy tells of in what looks like an answer", async () => {
      scenario.models.script(
        "m",
        echo((sent) =>
          answer(`Your key ${sent} is not valid [1].\n\n[1] https://docs.example/?sent=${sent}`),
        ),
      );
      for (const model of SERVED) {
        scenario.settings({ model, ollama: "off" });
        const { isError, text, details } = await scenario.search();
        expect(isError).toBe(false);
        expect(text).toMatch(/Your key (?:\S+ )*…/);
        expect(details.sources).toHaveLength(1);
      }
      expect(leaks(JSON.stringify(scenario.pi.records))).toEqual([]);
    });

    it("shows none of Ollama, whose failure comes last, and none in any status", async () => {
      scenario.models.script("m", echo(in401));
      scenario.settings({ model: REFERENCES, apiKey: MARKS.settings });
      const { isError, text } = await scenario.search();
      expect(isError).toBe(true);
      expect(text).toContain("[key]");
      await scenario.callTools({ name: "ollama_web_fetch", args: { url: "https://nodejs.org/" } });
      await scenario.pi.command("/search-status check");
      expect(hosted.requests.map(({ headers }) => headers.authorization)).toContain(`Bearer ${MARKS.ollama}`);
      expect(leaks(JSON.stringify(scenario.pi.records))).toEqual([]);
    });

    it("leaves none on stderr or in any file but the user's own", async () => {
      const files = filesBelow(scenario.home.home).filter(
        (file) => !/\/(?:auth|models|search-model)\.json$/.test(file),
      );
      expect(files.some((file) => file.endsWith(".jsonl"))).toBe(true);
      for (const file of files) expect([file, leaks(readFileSync(file, "utf8"))]).toEqual([file, []]);
      expect(leaks(withoutSdkLog(scenario.pi.stderr))).toEqual([]);
      const sent = scenario.models.of("m").map(({ headers, path }) => JSON.stringify([headers, path]));
      const { file, env, stored, query, header, modelHeader } = MARKS;
      for (const mark of [file, env, stored, query, header, modelHeader])
        expect([mark, sent.some((request) => request.includes(mark))]).toEqual([mark, true]);
    });

    it("shows none of a host's address in the status of print mode", async () => {
      const env = { ...scenario.run.env, OLLAMA_HOST: `http://me:${MARKS.hostPassword}@127.0.0.1:1` };
      const run = await runPi({ ...scenario.run, mode: "print", env, args: ["/search-status check"] });
      expect(run.stdout).toContain("OLLAMA_HOST cannot be used");
      expect(leaks(run.stdout + run.stderr)).toEqual([]);
    });
  },
);

it.each(HOSTS)("runs a command that prints the key once for an answer on $name $version", async (host) => {
  const runs = makeHome({});
  const log = join(runs.home, "runs");
  const apiKey = `!echo run >> ${log}; echo hunter2-command`;
  const scenario = await startScenario({
    host,
    providers: { command: { baseUrl: "http://search/v1", apiKey, models: ["m"] } },
    settings: { model: "command/m" },
  });
  scenario.models.script("m", answer("Node 24 [1].\n\n[1] https://nodejs.org/"));
  expect((await scenario.search()).isError).toBe(false);
  expect(scenario.models.of("m")[0]?.headers.authorization).toBe("Bearer hunter2-command");
  expect(readFileSync(log, "utf8")).toBe("run\n");
  await scenario.close();
  runs.remove();
});

it.each(HOSTS)(
  "counts a key whose command fails as none, and shows no command on $name $version",
  async (host) => {
    const scenario = await startScenario({
      host,
      providers: { command: { baseUrl: "http://search/v1", apiKey: "!exit 3", models: ["m"] } },
      settings: { model: "command/m" },
    });
    const { text } = await scenario.search();
    expect(text).toMatch(
      /^search failed: command\/m has no credentials; add its API key to models\.json, or log in with \/login; or log in /,
    );
    expect(text).not.toContain("exit 3");
    expect(scenario.models.of("m")).toEqual([]);
    await scenario.close();
  },
);

describe.each(HOSTS)("whole texts in files on $name $version", (host) => {
  it("are private, stay over a reload, a fork and another agent in the process, go with the session, and after a kill with the next one", async () => {
    const stage = await setStage({ host });
    const { home } = stage;
    const left = () => readdirSync(home.tmp).filter((name) => name.startsWith("pi-search-web-"));
    stage.searchModel(answer(`${"A long story [1]. ".repeat(1_000)}\n\n[1] https://nodejs.org/`));
    const call = callTools({ name: "search_web", args: { query: "What is new?" } });
    const searchLong = async () => {
      stage.models.script("main", call, answer("done"));
      const pi = new Pi({ ...stage.run, args: ["-e", join(ROOT, "test/support/neighbour.ts")] });
      const [end] = toolEnds(await pi.prompt("go"));
      return { pi, file: String(end?.details.truncated.fullOutputPath) };
    };

    const first = await searchLong();
    expect(dirname(dirname(first.file))).toBe(home.tmp);
    expect(statSync(first.file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(first.file)).mode & 0o777).toBe(0o700);
    await first.pi.close();
    expect(left()).toEqual([]);

    const second = await searchLong();
    await second.pi.kill();
    expect(existsSync(second.file)).toBe(true);
    const third = await searchLong();
    expect(left()).toEqual([dirname(third.file).slice(home.tmp.length + 1)]);
    await third.pi.prompt("go on");
    const { data } = await third.pi.send({ type: "get_fork_messages" });
    await third.pi.send({ type: "fork", entryId: data.messages.at(-1).entryId });
    const forked = await third.pi.send({ type: "get_messages" });
    expect(JSON.stringify(forked)).toContain(third.file);
    expect(existsSync(third.file)).toBe(true);
    await third.pi.send({ type: "prompt", message: "/neighbour-reloads" });
    expect(existsSync(third.file)).toBe(true);
    expect((await third.pi.send({ type: "prompt", message: "/neighbour-delegates" })).success).toBe(true);
    expect(third.pi.records.filter(({ type }) => type === "extension_error")).toEqual([]);
    expect(existsSync(third.file)).toBe(true);
    await third.pi.close();
    expect(left()).toEqual([]);
    await stage.close();
  });
});
