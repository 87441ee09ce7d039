import { STANCES } from "../../src/brief/stances/stance.ts";
import { fitRegularised } from "./fit-linear.ts";
import { type StanceText, stanceSamples } from "./stance-samples.ts";

// The settings were chosen by cross-validation within the training part (`bun scripts/train-stances.ts`).
const SETTINGS = { classes: STANCES.length, deviation: 0.7, rounds: 60, samplesMin: 2, weightMin: 0.03 };

/** Fits the model of stances to texts and returns the lines that `readStanceModel` parses. */
export function fitStances(texts: readonly StanceText[]): string {
  return [
    `# Written by scripts/train-stances.ts: feature, then weights of ${STANCES.join(", ")} in hundredths.`,
    ...fitRegularised(texts.flatMap(stanceSamples), SETTINGS),
    "",
  ].join("\n");
}
