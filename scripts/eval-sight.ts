/**
 * Compares the picture analysis with what a person saw, on the third of the pictures that no head was trained on.
 *
 *   bun scripts/eval-sight.ts --pictures FOLDER --labels labels.csv --by-eye labels-by-eye.csv [--all]
 *
 * `--all` also analyses every other picture, and counts analyses that contradict themselves.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { PictureAnalysis } from "../schema/wire/analysis.ts";
import { analysePicture } from "../src/analysis/analyse-picture.ts";
import { fit } from "../src/analysis/decide.ts";
import { loadSharp } from "../src/native/load-sharp.ts";
import { sightFigures } from "./eval/sight-figures.ts";
import { readEyeLabels } from "./train/by-eye.ts";
import { heldOutGroups } from "./train/hold-out.ts";
import { readLabels } from "./train/labelled-pictures.ts";

const { values } = parseArgs({
  options: {
    pictures: { type: "string" },
    labels: { type: "string" },
    "by-eye": { type: "string", multiple: true, default: [] },
    all: { type: "boolean", default: false },
  },
});
const { pictures: folder, labels, all } = values;
if (folder === undefined || labels === undefined) throw new Error("Pass --pictures FOLDER and --labels labels.csv.");

const files = await readLabels(labels);
const eyes = await readEyeLabels(
  values["by-eye"],
  folder,
  files.map(({ file }) => file),
);
const pictures = files.map((picture) => ({ ...picture, eye: eyes.get(picture.file) ?? null }));
const held = heldOutGroups(pictures);
const sharp = await loadSharp(null);
const sightings = [];
let contradictions = 0;
let analysed = 0;
for (const { file, group, eye } of pictures) {
  const isHeldOut = eye !== null && !eye.isOwn && held.has(group);
  if (!isHeldOut && !all) continue;
  const said = await analysePicture(sharp, join(folder, file));
  analysed++;
  if (contradictsItself(said)) contradictions++;
  if (isHeldOut) sightings.push({ eye, said });
}
console.table(
  Object.entries(sightFigures(sightings)).map(([what, { right, of }]) => ({
    what,
    right,
    of,
    share: of === 0 ? "" : (right / of).toFixed(3),
  })),
);
console.log(`${contradictions} of ${analysed} analyses contradict themselves.`);

function contradictsItself({ subject, setting, scenes, time_of_day: time, weather }: PictureAnalysis): boolean {
  const said = (about: string, value: string | undefined) =>
    value === undefined || value === "unsure" ? {} : { [about]: value };
  return scenes.some(
    (scene) =>
      !fit({
        ...said("subject", subject?.value),
        ...said("setting", setting.value),
        ...said("scene", scene.value),
        ...said("time", time.value),
        ...said("weather", weather.value),
      }),
  );
}
