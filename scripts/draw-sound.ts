/**
 * Updates demo/catalog.jsonl from the synthesiser: sets the sound and the length of every audio file. Run it after a change
 * in src/sound and commit the result.
 */
import { join } from "node:path";
import { withSound } from "./draw/sound-lines.ts";

const PATH = join(import.meta.dir, "../demo/catalog.jsonl");

const before = await Bun.file(PATH).text();
const lines = before.split("\n").slice(0, -1);
const after = `${withSound(lines).join("\n")}\n`;
await Bun.write(PATH, after);
console.log(after === before ? "The catalog is up to date." : `Updated ${PATH}.`);
