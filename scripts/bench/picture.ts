/**
 * The cost of analysing a photo of 12 megapixels, by format, compared with decoding all of its pixels with sharp. Prints
 * milliseconds, milliseconds of processor time in all threads, and their ratios: medians of alternating runs. On a busy machine,
 * only the processor time can be compared.
 *
 *   bun scripts/bench/picture.ts [--runs 9]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { analysePicture } from "../../src/analysis/analyse-picture.ts";
import { median } from "../lib/percentiles.ts";
import { randomFrom } from "../lib/random.ts";
import { timed } from "../lib/timed.ts";
import { withFolder } from "../lib/with-folder.ts";

const SIZE = { width: 4000, height: 3000, channels: 3 } as const;

const { values } = parseArgs({ options: { runs: { type: "string", default: "9" } } });

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
    const analysis: Cost[] = [];
    const decoding: Cost[] = [];
    for (let run = 0; run < Number(values.runs); run++) {
      analysis.push(await costOf(() => analysePicture(sharp, path)));
      decoding.push(await costOf(() => sharp(path).raw().toBuffer()));
    }
    const [all, plain] = [medianCost(analysis), medianCost(decoding)];
    rows.push({
      format,
      MB: (bytes.length / 1e6).toFixed(1),
      "analysis, ms": all.ms.toFixed(0),
      "plain decoding, ms": plain.ms.toFixed(0),
      ratio: (all.ms / plain.ms).toFixed(2),
      "analysis, processor ms": all.cpuMs.toFixed(0),
      "plain, processor ms": plain.cpuMs.toFixed(0),
      "processor ratio": (all.cpuMs / plain.cpuMs).toFixed(2),
    });
  }
  console.table(rows);
});

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage();
  const { ms } = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1_000 };
}

function medianCost(costs: readonly Cost[]): Cost {
  return { ms: median(costs.map(({ ms }) => ms)), cpuMs: median(costs.map(({ cpuMs }) => cpuMs)) };
}
