import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawScene } from "./scene.ts";

const file = join(dirname(fileURLToPath(import.meta.url)), "../docs/screenshot.svg");
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, await drawScene());
console.log(`Wrote ${file}`);
