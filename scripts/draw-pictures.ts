/**
 * Draws the two pictures of the README's examples, so that they belong to this project and to nobody else.
 * The same lines give the same pixels: `bun scripts/draw-pictures.ts` after a change, and commit what comes of it.
 */
import { join } from "node:path";
import sharp from "sharp";
import { darkAlley } from "./draw/dark-alley.ts";
import { sunsetBeach } from "./draw/sunset-beach.ts";

const FOLDER = join(import.meta.dir, "../demo/pictures");
const PICTURES = { "sunset-beach": sunsetBeach, "dark-alley": darkAlley } as const;

for (const [name, draw] of Object.entries(PICTURES)) {
  const path = join(FOLDER, `${name}.jpg`);
  const { size } = await sharp(Buffer.from(draw())).jpeg({ quality: 82, mozjpeg: true }).toFile(path);
  console.log(`${path}: ${size} bytes`);
}
