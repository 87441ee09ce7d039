import { parseArgs } from "node:util";
import { join } from "node:path";
import { featuresOf } from "../src/analysis/features.ts";
import { loadSharp } from "../src/native/load-sharp.ts";
import { readEyeLabels } from "./train/by-eye.ts";
import { drawnGraphics } from "./train/drawn-graphics.ts";
import { learn } from "./train/learn.ts";
import { readLabels } from "./train/labelled-pictures.ts";
import { takeSamples } from "./train/samples.ts";

const USAGE =
  "bun scripts/train-analyser.ts --pictures FOLDER --labels labels.csv [--by-eye FILE]… --date YYYY-MM-DD [--out src/analysis/learned-heads.json]";

/**
 * Trains the heads of the picture analysis and writes them with their sources and accuracy. The same files give the same
 * bytes. See docs/analysis.md.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pictures: { type: "string" },
      labels: { type: "string" },
      "by-eye": { type: "string", multiple: true, default: [] },
      date: { type: "string" },
      out: { type: "string", default: join(import.meta.dir, "../src/analysis/learned-heads.json") },
    },
  });
  const { pictures: folder, labels, date, out } = values;
  if (folder === undefined || labels === undefined || date === undefined) throw new Error(`Usage: ${USAGE}`);

  const files = await readLabels(labels);
  const eyes = await readEyeLabels(
    values["by-eye"],
    folder,
    files.map(({ file }) => file),
  );
  const pictures = [
    ...files.map((picture) => ({ ...picture, eye: eyes.get(picture.file) ?? null })),
    ...drawnGraphics(),
  ];
  const samples = await takeSamples(await loadSharp(null), folder, pictures, (done) => {
    if (done % 250 === 0) console.log(`${done} of ${pictures.length} pictures`);
  });
  const colourFeatures = featuresOf({ data: new Uint8Array(3), width: 1, height: 1 }).colour.length;
  const { heads, figures } = await learn(samples, colourFeatures, (line) => console.log(line));
  const about = {
    made: date,
    pictures: countBySource(pictures.map(({ source }) => source)),
    seenByEye: pictures.filter(({ eye }) => eye !== null).length,
    figures,
  };
  await Bun.write(out, `${JSON.stringify({ about, ...heads }, null, 2)}\n`);
  console.log(`Wrote ${out}.`);
}

export function countBySource(sources: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const source of sources) counts[source] = (counts[source] ?? 0) + 1;
  return counts;
}

if (import.meta.main) await main();
