import type { LabelledPicture } from "./labelled-pictures.ts";

/** Indexes of the pictures for training and for evaluation. */
export interface Split {
  readonly name: string;
  readonly learn: readonly number[];
  readonly judge: readonly number[];
}

/** Splits by groups, so that no camera and no near-duplicate is on both sides. */
export function byGroup(all: readonly LabelledPicture[], pictures: readonly number[], folds: number): Split[] {
  return Array.from({ length: folds }, (_, fold) => {
    const isJudged = (picture: number): boolean => hashOf(all[picture]?.group ?? "") % folds === fold;
    return {
      name: `fold ${fold}`,
      learn: pictures.filter((picture) => !isJudged(picture)),
      judge: pictures.filter(isJudged),
    };
  });
}

/** Holds out each source once. It is evaluated on the values that other sources have, too. */
export function bySource(
  all: readonly LabelledPicture[],
  pictures: readonly number[],
  valueOf: ReadonlyMap<number, number>,
): Split[] {
  const sources = [...new Set(pictures.map((picture) => all[picture]?.source ?? ""))];
  return sources.flatMap((source) => {
    const learn = pictures.filter((picture) => all[picture]?.source !== source);
    const known = new Set(learn.map((picture) => valueOf.get(picture)));
    const judge = pictures.filter((picture) => all[picture]?.source === source && known.has(valueOf.get(picture)));
    return known.size < 2 || judge.length === 0 ? [] : [{ name: source, learn, judge }];
  });
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}
