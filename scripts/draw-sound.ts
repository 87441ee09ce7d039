/**
 * Brings demo/catalog.jsonl in step with what the synthesiser renders: names the sound of every audio file and sets
 * its length. Run it after a change of src/sound, and commit what comes of it.
 */
import { join } from "node:path";
import { withSound } from "./draw/sound-lines.ts";

const PATH = join(import.meta.dir, "../demo/catalog.jsonl");

const before = await Bun.file(PATH).text();
const lines = before.split("\n").slice(0, -1);
const after = `${withSound(lines).join("\n")}\n`;
await Bun.write(PATH, after);
console.log(after === before ? "The catalog was in step." : `${PATH} was brought in step.`);
