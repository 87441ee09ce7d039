import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readScenes } from "../../../scripts/eval/labelled-scenes.ts";
import { stanceDigest } from "../../../scripts/train/fit-stances.ts";
import { readMarkedTexts } from "../../../scripts/train/marked-texts.ts";
import { stanceText, stanceTextOfScene } from "../../../scripts/train/stance-samples.ts";
import { decodingStances } from "../../../src/brief/stances/read-stances.ts";
import { likeliestStance } from "../../../src/brief/stances/stance.ts";
import { readStanceNetwork } from "../../../src/brief/stances/stance-network.ts";
import { runSteps } from "../../../src/lib/steps.ts";

const WEIGHTS = readFileSync(join(import.meta.dir, "../../../src/brief/stances/weights.txt"), "utf8");

// Fitting takes a minute, so the file has a digest of what it was fitted to. The features depend on the vocabulary, the
// negation rules and the parts of a text. After a change of them, run `bun scripts/train-parts.ts` and
// `bun scripts/train-stances.ts`, and commit the files.
test("the weights of the stances are fitted to the marked texts and the reading of this version", () => {
  const texts = [...readMarkedTexts("train").map(stanceText), ...readScenes("train").map(stanceTextOfScene)];
  expect(/^# Samples: (\w+)$/mu.exec(WEIGHTS)?.[1]).toBe(stanceDigest(texts));
}, 120_000);

test("most marks of the held-out texts are read right", () => {
  const model = readStanceNetwork(WEIGHTS);
  let right = 0;
  let all = 0;
  for (const { passage, phrases, stances } of readMarkedTexts("held-out").map(stanceText)) {
    const read = runSteps(decodingStances(model, passage, phrases)).map(likeliestStance);
    for (const [number, stance] of stances.entries()) {
      if (stance === null) continue;
      all++;
      if (read[number] === stance) right++;
    }
  }
  expect(all).toBeGreaterThan(1_000);
  expect(right / all).toBeGreaterThan(0.65);
});
