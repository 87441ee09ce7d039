import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cuesIn } from "../../src/brief/situations/situation-features.ts";
import { situations } from "../../src/brief/situations/situation.ts";
import { dataLines } from "../../src/text/data-lines.ts";
import type { SituationSample } from "./fit-situations.ts";

const FOLDER = join(import.meta.dir, "situations");

const HEAD = /^= (.+)$/u;
const CUES = /^cues \w\w: (.*)$/u;
const TEXT = /^\w\w: (.*)$/u;

/** What a cue of a list counts, compared with a word of a story: somebody chose it because it is typical. */
const CUE_WEIGHT = 1;

/** Reads all texts and lists of cues. */
export function situationSamples(): readonly SituationSample[] {
  return readdirSync(FOLDER)
    .toSorted()
    .flatMap((file) => samplesIn(readFileSync(join(FOLDER, file), "utf8")));
}

/**
 * Parses a file of situation texts. A list of cues gives one sample per language. Throws for a line that is neither a
 * name of a situation, nor cues, nor a text, and for a text before the first name.
 */
export function samplesIn(file: string): readonly SituationSample[] {
  const numbers = new Map(situations().map(({ name }, number) => [name, number]));
  const samples: SituationSample[] = [];
  let situation = -1;
  for (const line of dataLines(file)) {
    const name = HEAD.exec(line)?.[1]?.trim();
    const words = CUES.exec(line)?.[1];
    const text = TEXT.exec(line)?.[1];
    if (name !== undefined) situation = numbers.get(name) ?? refuse(`the situation "${name}" has no definition`);
    else if (situation < 0) refuse(`a line before the first name of a situation: ${line.slice(0, 80)}`);
    else if (words !== undefined) samples.push({ situation, cues: cuesIn(words), weight: CUE_WEIGHT, isStory: false });
    else if (text !== undefined)
      samples.push({ situation, cues: cuesIn(text.replaceAll("\\n", "\n")), weight: 1, isStory: true });
    else refuse(`not a line of situation texts: ${line.slice(0, 80)}`);
  }
  return samples;
}

function refuse(problem: string): never {
  throw new Error(problem);
}
