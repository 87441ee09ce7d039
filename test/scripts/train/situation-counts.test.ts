import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fitSituations } from "../../../scripts/train/fit-situations.ts";
import { situationSamples } from "../../../scripts/train/situation-texts.ts";
import { situationLines } from "../../../scripts/train/write-situations.ts";
import { situations } from "../../../src/brief/situations/situation.ts";
import { differingLines } from "./differing-lines.ts";

// After a change of the texts, the definitions or the vocabulary, run `bun scripts/train-situations.ts`.
test("the counts of the situations are those of the texts and definitions of this version", () => {
  const stored = readFileSync(join(import.meta.dir, "../../../src/brief/situations/counts.txt"), "utf8");
  expect(differingLines(situationLines(fitSituations(situationSamples(), situations())), stored)).toBe(0);
}, 60_000);
