/**
 * `bun scripts/train-situations.ts`: counts the cues of the situations' texts (`scripts/train/situations/`) and writes
 * `src/brief/situations/counts.txt`. Prints how well situations are recognised by cross-validation. The same texts give
 * the same file.
 */
import { join } from "node:path";
import { situationChances, type SituationModel } from "../src/brief/situations/situation-model.ts";
import { situations } from "../src/brief/situations/situation.ts";
import { cosine, fitSituations, meanOf, minus, type SituationSample, wantsVector } from "./train/fit-situations.ts";
import { situationSamples } from "./train/situation-texts.ts";
import { situationLines } from "./train/write-situations.ts";

const FOLDS = 4;
/** Less likely situations change the expected wishes hardly, and most of them are less likely. */
const CHANCE_MIN = 0.001;
const COUNTS = join(import.meta.dir, "../src/brief/situations/counts.txt");

const samples = situationSamples();
const model = fitSituations(samples, situations());
const lines = situationLines(model);
await Bun.write(COUNTS, lines);
console.log(
  `${situations().length} situations, ${samples.length} texts, ${model.counts.size} cues, ${Math.round(lines.length / 1_000)} kB`,
);

const vectors = situations().map(wantsVector);
const mean = meanOf(vectors);
const wants = vectors.map((vector) => minus(vector, mean));
let right = 0;
let likeness = 0;
let tested = 0;
for (let fold = 0; fold < FOLDS; fold++) {
  const isTested = ({ isStory }: SituationSample, at: number): boolean => isStory && at % FOLDS === fold;
  const fitted = fitSituations(
    samples.filter((sample, at) => !isTested(sample, at)),
    situations(),
  );
  for (const sample of samples.filter(isTested)) {
    const chances = chancesOf(fitted, sample);
    const likeliest = chances.indexOf(Math.max(...chances));
    right += likeliest === sample.situation ? 1 : 0;
    likeness += cosine(expected(chances), wants[sample.situation] ?? new Map());
    tested++;
  }
}
console.log(
  `cross-validation in ${FOLDS} folds: ${((100 * right) / tested).toFixed(1)} % of ${tested} stories right; ` +
    `cosine of expected and right wishes, less their mean: ${(likeness / tested).toFixed(3)}`,
);

function chancesOf(fitted: SituationModel, { cues }: SituationSample): Float64Array {
  return situationChances(
    fitted,
    [...cues].map((cue) => ({ cue, weight: 1 })),
  );
}

function expected(chances: Float64Array): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [situation, chance] of chances.entries()) {
    if (chance < CHANCE_MIN) continue;
    for (const [name, value] of wants[situation] ?? []) sums.set(name, (sums.get(name) ?? 0) + chance * value);
  }
  return sums;
}
