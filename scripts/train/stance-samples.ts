import { readEllipses } from "../../src/brief/ellipsis.ts";
import { preparingPassage } from "../../src/brief/prepare-passage.ts";
import { type FoundPhrase, findingPhrases } from "../../src/brief/stances/find-phrases.ts";
import { linkFeatures } from "../../src/brief/stances/link-features.ts";
import { numbered } from "../../src/brief/stances/numbered-passage.ts";
import { stanceFeatures } from "../../src/brief/stances/stance-features.ts";
import { type Stance, STANCES } from "../../src/brief/stances/stance.ts";
import type { Passage } from "../../src/brief/passage.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { runSteps } from "../../src/lib/steps.ts";
import { normalise } from "../../src/text/tokens.ts";
import { contextOf, type LabelledScene } from "../eval/labelled-scenes.ts";
import type { LinearSample } from "./fit-linear.ts";
import type { MarkedText } from "./marked-texts.ts";
import { OpenNames } from "./open-names.ts";

/** The phrases of a marked text with their marks. Phrases that only name a scene have no stance. */
export interface StanceText {
  readonly passage: Passage;
  readonly phrases: readonly FoundPhrase[];
  readonly stances: readonly (Stance | null)[];
}

/** Reads a marked text as a brief is read, and finds the mark of each phrase. */
export function stanceText({ text, marks }: MarkedText): StanceText {
  const { passage } = runSteps(preparingPassage(text, vocabulary()));
  readEllipses(passage, vocabulary());
  const phrases = runSteps(findingPhrases(passage, vocabulary()));
  const offsets = offsetsIn(text, passage.text);
  const stances = phrases.map(({ at, to, meaning }): Stance | null => {
    if (meaning.concepts.length === 0) return null;
    const start = passage.tokens[at]?.start ?? 0;
    const end = passage.tokens[to - 1]?.end ?? 0;
    const mark = marks.find((one) => offsets(one.start) < end && offsets(one.end) > start);
    return mark?.stance ?? "everyday";
  });
  return { passage, phrases, stances };
}

/**
 * Reads a labelled scene as a brief is read. Its labels name concepts and not places: a phrase of a refused or wanted
 * concept in a part about the music has that stance, and phrases of stories and of the job are everyday.
 */
export function stanceTextOfScene(scene: LabelledScene): StanceText {
  const { passage } = runSteps(preparingPassage(contextOf(scene), vocabulary()));
  readEllipses(passage, vocabulary());
  const phrases = runSteps(findingPhrases(passage, vocabulary()));
  const stances = phrases.map(({ at, to, meaning: { concepts } }): Stance | null => {
    const name = concepts[0]?.name;
    const kind = partAt(scene, passage.tokens[at]?.start ?? 0, passage.tokens[to - 1]?.end ?? 0);
    if (name === undefined || kind === "reference") return null;
    if (kind === "scene" || kind === "logistics") return "everyday";
    if (scene.refused.includes(name)) return "refused";
    return kind === "direction" && Object.hasOwn(scene.wants, name) ? "wanted" : null;
  });
  return { passage, phrases, stances };
}

/** Returns the kind of the part that contains a place of the normalised text. */
function partAt({ parts }: LabelledScene, start: number, end: number): string {
  let written = "";
  for (const { kind, text } of parts) {
    written += text;
    if (normalise(written).length >= (start + end) / 2) return kind;
  }
  return "scene";
}

/** How much an error counts. A refusal that is missed puts what the client refuses into the answer. */
const COSTS: Readonly<Record<Stance, number>> = { wanted: 1, refused: 2.2, reduced: 1, allowed: 1, everyday: 1 };

/** Returns the samples of a text for `fitNetwork`; the stance before a phrase is the marked one. */
export function stanceSamples({ passage, phrases, stances }: StanceText): readonly LinearSample[] {
  const names = new OpenNames();
  const inNumbers = numbered(passage, names);
  const features = runSteps(stanceFeatures(inNumbers, phrases));
  const samples: LinearSample[] = [];
  let before: { readonly phrase: FoundPhrase; readonly stance: Stance } | null = null;
  for (const [number, phrase] of phrases.entries()) {
    const stance = stances[number] ?? null;
    if (stance === null) continue;
    const { own = [], shared = [] } = features[number] ?? {};
    samples.push({
      features: [...own, ...shared.flat(), ...linkFeatures(inNumbers, phrase, before)].map((one) => names.nameOf(one)),
      label: STANCES.indexOf(stance),
      cost: COSTS[stance],
    });
    before = { phrase, stance };
  }
  return samples;
}

/** Returns a function from offsets in a text to offsets in its normalised form, by the words that both have. */
function offsetsIn(text: string, normal: string): (offset: number) => number {
  if (text.length === normal.length) return (offset) => offset;
  const starts = (of: string): readonly number[] => [...of.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index);
  const [from, to] = [starts(text), starts(normal)];
  return (offset) => {
    const word = from.findLastIndex((start) => start <= offset);
    return (to[word] ?? 0) + offset - (from[word] ?? 0);
  };
}
