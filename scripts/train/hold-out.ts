import type { LabelledPicture } from "./labelled-pictures.ts";

/** The source of the graphics that the training draws. */
export const DRAWN = "drawn";

/** Indexes of the pictures for training and for evaluation. */
export interface Split {
  readonly name: string;
  readonly learn: readonly number[];
  readonly judge: readonly number[];
}

/**
 * Splits by groups, so that no camera and no near-duplicate is on both sides.
 * @param pictures those with a lesson. @param judged those to judge.
 */
export function byGroup(
  all: readonly LabelledPicture[],
  pictures: readonly number[],
  judged: readonly number[],
  folds: number,
): Split[] {
  return Array.from({ length: folds }, (_, fold) => {
    const isJudged = (picture: number): boolean => hashOf(all[picture]?.group ?? "") % folds === fold;
    return {
      name: `fold ${fold}`,
      learn: pictures.filter((picture) => !isJudged(picture)),
      judge: judged.filter(isJudged),
    };
  });
}

/** Holds out each source once. The drawn graphics are always used for training. */
export function bySource(
  all: readonly LabelledPicture[],
  pictures: readonly number[],
  judged: readonly number[],
): Split[] {
  const sources = [...new Set(judged.map((picture) => all[picture]?.source ?? ""))].filter((one) => one !== DRAWN);
  return sources.map((source) => {
    const isJudged = (picture: number): boolean => all[picture]?.source === source;
    return { name: source, learn: pictures.filter((picture) => !isJudged(picture)), judge: judged.filter(isJudged) };
  });
}

/** Pictures seen by eye are divided into thirds by group. The first third is never used for training or for a choice. */
const THIRDS = 3;
/** Other bits of the hash than those that choose the folds. */
const THIRD_BITS = 8;

/** Returns the groups of the held-out third of the pictures seen by eye. Labels of this project do not hold a group out. */
export function heldOutGroups(all: readonly LabelledPicture[]): ReadonlySet<string> {
  const seen = all.filter(({ eye }) => eye !== null && !eye.isOwn).map(({ group }) => group);
  return new Set(seen.filter((group) => (hashOf(group) >>> THIRD_BITS) % THIRDS === 0));
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}
