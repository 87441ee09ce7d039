/**
 * What a look at a photo of 12 megapixels costs, by format, beside decoding all of its pixels with sharp in the same run.
 *
 *   bun scripts/bench/picture.ts
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { analysePicture } from "../../src/analysis/analyse-picture.ts";

const SIZE = { width: 4000, height: 3000, channels: 3 } as const;
const RUNS = 9;

const folder = await mkdtemp(join(tmpdir(), "needledrop-bench-"));
try {
  const noise = Buffer.alloc(SIZE.width * SIZE.height * SIZE.channels);
  let state = 1;
  for (let at = 0; at < noise.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    noise[at] = state >>> 24;
  }
  // Photos have structure at every scale; noise that was blurred is nearer to one than a gradient.
  const photo = sharp(noise, { raw: SIZE }).blur(4).normalise();
  const files = {
    JPEG: await photo.clone().jpeg({ quality: 90 }).toBuffer(),
    "JPEG, progressive": await photo.clone().jpeg({ quality: 90, progressive: true }).toBuffer(),
    PNG: await photo.clone().png({ compressionLevel: 3 }).toBuffer(),
    WebP: await photo.clone().webp({ quality: 85 }).toBuffer(),
  };
  const rows = [];
  for (const [format, bytes] of Object.entries(files)) {
    const path = join(folder, format);
    await Bun.write(path, bytes);
    const look = await medianMs(() => analysePicture(sharp, path));
    const decode = await medianMs(() => sharp(path).raw().toBuffer());
    const ratio = (look / decode).toFixed(2);
    rows.push({
      format,
      MB: (bytes.length / 1e6).toFixed(1),
      "look, ms": look.toFixed(0),
      "plain decode, ms": decode.toFixed(0),
      ratio,
    });
  }
  console.table(rows);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[RUNS >> 1] ?? 0;
}
