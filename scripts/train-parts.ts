/**
 * `bun scripts/train-parts.ts`: fits the model of the parts of a text (`src/brief/parts/weights.txt`) to the training
 * part of the labelled scenes. Prints its accuracy by cross-validation within the training part, and on the held-out
 * part. The same data gives the same file.
 */
import { join } from "node:path";
import { runSteps } from "../src/lib/steps.ts";
import { likeliestKind, PART_KINDS } from "../src/brief/parts/part-kind.ts";
import { partChances, readPartModel } from "../src/brief/parts/part-model.ts";
import { readScenes } from "./eval/labelled-scenes.ts";
import { fitParts } from "./train/fit-parts.ts";
import { type PartSample, partSamples } from "./train/part-samples.ts";

const FOLDS = 5;
const WEIGHTS = join(import.meta.dir, "../src/brief/parts/weights.txt");

/** By the labelled kind and the kind that the model chooses: number of segments. */
type Confusion = readonly (readonly number[])[];

const train = readScenes("train").map(partSamples);
const weights = fitParts(train);
await Bun.write(WEIGHTS, weights);
console.log(`${readPartModel(weights).rows.size} features, ${Math.round(weights.length / 1_000)} kB`);
const folds = Array.from({ length: FOLDS }, (_, fold) =>
  confusionOf(
    fitParts(train.filter((_scene, at) => at % FOLDS !== fold)),
    train.filter((_scene, at) => at % FOLDS === fold),
  ),
);
report(
  `cross-validation in ${FOLDS} folds of scenes`,
  PART_KINDS.map((_, kind) => PART_KINDS.map((_kind, read) => sum(folds.map((fold) => fold[kind]?.[read] ?? 0)))),
);
report("held-out", confusionOf(weights, readScenes("held-out").map(partSamples)));

function confusionOf(fitted: string, texts: readonly (readonly PartSample[])[]): Confusion {
  const confusion = PART_KINDS.map(() => PART_KINDS.map(() => 0));
  const model = readPartModel(fitted);
  for (const samples of texts) {
    const chances = runSteps(
      partChances(
        model,
        samples.map(({ features }) => features),
      ),
    );
    for (const [at, one] of chances.entries()) {
      const row = confusion[samples[at]?.kind ?? 0] ?? [];
      const read = PART_KINDS.indexOf(likeliestKind(one));
      row[read] = (row[read] ?? 0) + 1;
    }
  }
  return confusion;
}

function report(name: string, confusion: Confusion): void {
  const right = sum(confusion.map((row, kind) => row[kind] ?? 0));
  const all = sum(confusion.flat());
  console.log(
    `${name}: ${right} of ${all} segments right (${((100 * right) / all).toFixed(1)} %); rows are the labels`,
  );
  console.table(
    Object.fromEntries(
      PART_KINDS.map((kind, at) => [
        kind,
        Object.fromEntries(PART_KINDS.map((read, to) => [read, confusion[at]?.[to]])),
      ]),
    ),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
