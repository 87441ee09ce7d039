import type { Brief, Wish } from "../../schema/brief.ts";
import type { LabelledScene } from "./labelled-scenes.ts";

/** How the reading of one text compares with its labels. */
export interface ReadingScore {
  /** Number of wishes. */
  readonly wishes: number;
  /** Share of the wishes' weight on concepts that the labels want, and on those that they refuse or call wrong. */
  readonly right: number;
  readonly spoiling: number;
  /** Share of the wanted concepts' weight that a wish serves. */
  readonly found: number;
  /** Refused concepts: how many, how many the brief avoids, and how many it wants instead. */
  readonly refused: number;
  readonly avoided: number;
  readonly wantedInstead: number;
  /** Avoided concepts that the labels do not refuse. */
  readonly wronglyAvoided: number;
  /** Kinds of constraints without a promise in the labels, and promises without a constraint. Exclusions count as avoided. */
  readonly falsePromises: number;
  readonly missedPromises: number;
}

/** Kin from this weight on counts as the same concept: "cello" serves a wish for strings. */
const SAME = 0.5;

/** Compares a brief with the labels of its text. */
export function scoreReading(brief: Brief, labels: LabelledScene): ReadingScore {
  const { wanted } = brief;
  const avoided = brief.avoided.filter(({ isEvidence, isImplied }) => isEvidence !== true && isImplied !== true);
  const wants = Object.entries(labels.wants);
  const spoilers = new Set([...labels.refused, ...labels.wrong]);
  const total = sum(wanted.map(({ weight }) => weight));
  const share = (isCounted: (wish: Wish) => boolean): number =>
    total === 0 ? 0 : sum(wanted.filter(isCounted).map(({ weight }) => weight)) / total;
  const promised = new Set(labels.promises);
  const kinds = new Set<string>(brief.constraints.map(({ kind }) => kind));
  return {
    wishes: wanted.length,
    right: share((wish) => wants.some(([name]) => serves(wish, name)) && !spoilers.has(wish.name)),
    spoiling: share(({ name }) => spoilers.has(name)),
    found:
      sum(wants.filter(([name]) => wanted.some((wish) => serves(wish, name))).map(([, weight]) => weight)) /
      sum(wants.map(([, weight]) => weight)),
    refused: labels.refused.length,
    avoided: labels.refused.filter((name) => isAvoided(name, avoided, kinds)).length,
    wantedInstead: labels.refused.filter((name) => wanted.some((wish) => wish.name === name)).length,
    wronglyAvoided: avoided.filter((wish) => !labels.refused.some((name) => serves(wish, name))).length,
    falsePromises: [...kinds].filter((kind) => kind !== "excluded" && !promised.has(kind)).length,
    missedPromises: [...promised].filter((kind) => !kinds.has(kind)).length,
  };
}

function serves({ name, kin }: Wish, concept: string): boolean {
  return name === concept || kin.some((one) => one.name === concept && one.weight >= SAME);
}

const VOICES = new Set(["vocals", "voice", "singer", "singing", "female vocals", "male vocals"]);

/** A refused voice is a constraint and not an avoided concept. */
function isAvoided(name: string, avoided: readonly Wish[], kinds: ReadonlySet<string>): boolean {
  return avoided.some((wish) => serves(wish, name)) || (VOICES.has(name) && kinds.has("vocals"));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
