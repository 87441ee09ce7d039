import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readScenes } from "../../../scripts/eval/labelled-scenes.ts";
import { fitParts } from "../../../scripts/train/fit-parts.ts";
import { partSamples } from "../../../scripts/train/part-samples.ts";
import { differingLines } from "./differing-lines.ts";

// The features depend on the vocabulary. After a change of it, run `bun scripts/train-parts.ts` and commit the file.
test("the weights of the parts of a text are fitted to the labelled scenes and the vocabulary of this version", () => {
  const stored = readFileSync(join(import.meta.dir, "../../../src/brief/parts/weights.txt"), "utf8");
  expect(differingLines(fitParts(readScenes("train").map(partSamples)), stored)).toBe(0);
  expect(stored.length).toBeLessThan(200_000);
});
