/**
 * The cost of analysing a photo of 12 megapixels, by format, compared with decoding all of its pixels with sharp.
 *
 *   bun scripts/bench/picture.ts
 */
import { join } from "node:path";
import sharp from "sharp";
import { analysePicture } from "../../src/analysis/analyse-picture.ts";
import { median } from "../lib/percentiles.ts";
import { randomFrom } from "../lib/random.ts";
import { timed } from "../lib/timed.ts";
import { withFolder } from "../lib/with-folder.ts";

const SIZE = { width: 4000, height: 3000, channels: 3 } as const;
const RUNS = 9;

const random = randomFrom(1);
const noise = Buffer.alloc(SIZE.width * SIZE.height * SIZE.channels);
for (let at = 0; at < noise.length; at++) noise[at] = random() * 256;
// Blurred noise has structure at every scale and is closer to a photo than a gradient.
const photo = sharp(noise, { raw: SIZE }).blur(4).normalise();
const files = {
  JPEG: await photo.clone().jpeg({ quality: 90 }).toBuffer(),
  "JPEG, progressive": await photo.clone().jpeg({ quality: 90, progressive: true }).toBuffer(),
  PNG: await photo.clone().png({ compressionLevel: 3 }).toBuffer(),
  WebP: await photo.clone().webp({ quality: 85 }).toBuffer(),
};
await withFolder(async (folder) => {
  const rows = [];
  for (const [format, bytes] of Object.entries(files)) {
    const path = join(folder, format);
    await Bun.write(path, bytes);
    const analysis = await medianMs(() => analysePicture(sharp, path));
    const decoding = await medianMs(() => sharp(path).raw().toBuffer());
    rows.push({
      format,
      MB: (bytes.length / 1e6).toFixed(1),
      "analysis, ms": analysis.toFixed(0),
      "plain decoding, ms": decoding.toFixed(0),
      ratio: (analysis / decoding).toFixed(2),
    });
  }
  console.table(rows);
});

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push((await timed(work)).ms);
  return median(times);
}
