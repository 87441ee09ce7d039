/**
 * Draws the two example pictures of the README. They are generated, so that this project owns their copyright. The same code
 * gives the same pixels: run `bun scripts/draw-pictures.ts` after a change and commit the result.
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
