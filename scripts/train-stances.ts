/**
 * `bun scripts/train-stances.ts`: fits the model of what a text says of each musical phrase
 * (`src/brief/stances/weights.txt`) to the marked texts of `scripts/train/marked/`. Prints its confusion by
 * cross-validation within the training part, and on the held-out part. The same data gives the same file.
 */
import { join } from "node:path";
import { runSteps } from "../src/lib/steps.ts";
import { decodingStances } from "../src/brief/stances/read-stances.ts";
import { likeliestStance, STANCES } from "../src/brief/stances/stance.ts";
import { readStanceNetwork } from "../src/brief/stances/stance-network.ts";
import { readScenes } from "./eval/labelled-scenes.ts";
import { type Confusion, newConfusion, printConfusion, sumConfusions } from "./train/confusion.ts";
import { fitStances } from "./train/fit-stances.ts";
import { readMarkedTexts } from "./train/marked-texts.ts";
import { type StanceText, stanceText, stanceTextOfScene } from "./train/stance-samples.ts";

const FOLDS = 5;
const WEIGHTS = join(import.meta.dir, "../src/brief/stances/weights.txt");

const train = [...readMarkedTexts("train").map(stanceText), ...readScenes("train").map(stanceTextOfScene)];
const weights = fitStances(train);
await Bun.write(WEIGHTS, weights);
console.log(
  `${train.length} texts, ${readStanceNetwork(weights).names.size} features, ${Math.round(weights.length / 1_000)} kB`,
);
const folds = Array.from({ length: FOLDS }, (_, fold) =>
  confusionOf(
    fitStances(train.filter((_text, at) => at % FOLDS !== fold)),
    train.filter((_text, at) => at % FOLDS === fold),
  ),
);
printConfusion(`cross-validation in ${FOLDS} folds of texts`, STANCES, sumConfusions(folds));
printConfusion("held-out", STANCES, confusionOf(weights, readMarkedTexts("held-out").map(stanceText)));

function confusionOf(fitted: string, texts: readonly StanceText[]): Confusion {
  const confusion = newConfusion(STANCES.length);
  const model = readStanceNetwork(fitted);
  for (const { passage, phrases, stances } of texts) {
    const read = runSteps(decodingStances(model, passage, phrases)).map(likeliestStance);
    for (const [number, stance] of stances.entries()) {
      const chosen = read[number];
      if (stance !== null && chosen !== undefined) confusion.add(STANCES.indexOf(stance), STANCES.indexOf(chosen));
    }
  }
  return confusion;
}
