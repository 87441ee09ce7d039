import type { Passage } from "../passage.ts";

/** A match is read with at most this many characters of its sentence on either side. */
export const REACH = 160;

/** The end of a line or sentence, before a match and after one. */
const ENDS = /[.!?…]+["”»')]*\s|[\r\n]+/gu;
const END = /[.!?…]+["”»')]*(?=\s|$)|[\r\n]/u;

/** The words of a sentence before and after a match, in lower case. */
export interface SentenceAround {
  readonly before: string;
  readonly after: string;
}

/** Returns the rest of the sentence that a match is part of. */
export function sentenceAround({ lower }: Passage, match: RegExpExecArray): SentenceAround {
  const before = lower.slice(Math.max(0, match.index - REACH), match.index);
  const last = [...before.matchAll(ENDS)].at(-1);
  const end = match.index + match[0].length;
  const after = lower.slice(end, end + REACH);
  return {
    before: last === undefined ? before : before.slice(last.index + last[0].length),
    after: after.slice(0, END.exec(after)?.index ?? after.length),
  };
}
