// Bundles the MCP server into one file that runs alone, with the licences of what is in it in a file beside it:
// `jiti mcp/build.ts [OUTPUT]`.
import { chmodSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = process.argv[2] ?? join(root, "dist/search-web-mcp.cjs");
/** Whoever packs at the same time finds a whole file. */
const unfinished = `${output}.${process.pid}`;

/**
 * The SDK's server brings a JSON Schema validator for forms that a client's user fills in. This server sends none, and
 * the validator would be 40 % of the file and a tenth of the time to start.
 */
const withoutValidator: Plugin = {
  name: "without-validator",
  setup({ onLoad }) {
    const contents = `export class AjvJsonSchemaValidator {
      getValidator() { throw new Error("This server asks for no forms."); }
    }`;
    onLoad({ filter: /validation\/ajv-provider\.js$/ }, () => ({ contents }));
  },
};

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ["mcp/server.ts"],
  outfile: unfinished,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  // Of a CommonJS file that stands alone every Node knows what it is, and it starts sooner than a module.
  format: "cjs",
  banner: { js: "#!/usr/bin/env node" },
  legalComments: "none",
  plugins: [withoutValidator],
  metafile: true,
  logLevel: "warning",
});
chmodSync(unfinished, 0o755);
renameSync(unfinished, output);

const packages = new Set(
  Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
      return folder && bytesInOutput > 0 ? [folder] : [];
    }),
  ),
);
const licences = [...packages].sort().map((folder) => {
  const manifest: Record<string, unknown> = JSON.parse(
    readFileSync(join(root, folder, "package.json"), "utf8"),
  );
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(root, folder, file), "utf8").trim() : "";
  return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${text}\n`;
});
const { dir, name } = parse(output);
writeFileSync(join(dir, `${name}.licenses.txt`), licences.join(`\n${"-".repeat(80)}\n\n`));
