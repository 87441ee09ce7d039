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
import { type Confusion, newConfusion, printConfusion, sumConfusions } from "./train/confusion.ts";
import { fitParts } from "./train/fit-parts.ts";
import { type PartSample, partSamples } from "./train/part-samples.ts";

const FOLDS = 5;
const WEIGHTS = join(import.meta.dir, "../src/brief/parts/weights.txt");

const train = readScenes("train").map(partSamples);
const weights = fitParts(train);
await Bun.write(WEIGHTS, weights);
console.log(`${readPartModel(weights).segments.names.size} features, ${Math.round(weights.length / 1_000)} kB`);
const folds = Array.from({ length: FOLDS }, (_, fold) =>
  confusionOf(
    fitParts(train.filter((_scene, at) => at % FOLDS !== fold)),
    train.filter((_scene, at) => at % FOLDS === fold),
  ),
);
printConfusion(`cross-validation in ${FOLDS} folds of scenes`, PART_KINDS, sumConfusions(folds));
printConfusion("held-out", PART_KINDS, confusionOf(weights, readScenes("held-out").map(partSamples)));

function confusionOf(fitted: string, texts: readonly (readonly PartSample[])[]): Confusion {
  const confusion = newConfusion(PART_KINDS.length);
  const model = readPartModel(fitted);
  for (const samples of texts) {
    const chances = runSteps(
      partChances(
        model,
        samples.map(({ features }) => features.map((name) => model.segments.names.of(name))),
      ),
    );
    for (const [at, one] of chances.entries())
      confusion.add(samples[at]?.kind ?? 0, PART_KINDS.indexOf(likeliestKind(one)));
  }
  return confusion;
}
