import { isClaimed, type Passage } from "../passage.ts";

/** "More jazz than blues" wants less blues, "rather jazz than blues" none. */
const FAINT = -0.5;
const NONE = -1;

const REACH = 8;

const PREFERENCES: ReadonlySet<string> = new Set(
  "prefer prefers preferred preferring favour favours favor favors choose pick rather".split(" "),
);

const WOULD: ReadonlySet<string> = new Set("id wed would ill well gladly always".split(" "));

/** Marks the less wanted side of a comparison. Comparisons with numbers stay: "more than 120 bpm". */
export function readComparisons(passage: Passage): void {
  passage.tokens.forEach((token, at) => {
    if (isClaimed(passage, at)) return;
    if (token.word === "than") mark(passage, at, thanValue(passage, at));
    else if (token.word === "over" || token.word === "to") mark(passage, at, preference(passage, at) ? FAINT : null);
  });
}

/** Returns the polarity of the words after "than"; null if it compares no wishes. */
function thanValue(passage: Passage, than: number): number | null {
  const word = firstBefore(passage, than, (one) =>
    ["more", "rather", "sooner", "less", "closer", "nearer"].includes(one),
  );
  if (word === null || word.at === than - 1) return null;
  if (word.word === "less") return 1;
  return word.word === "rather" || word.word === "sooner" ? NONE : FAINT;
}

function preference(passage: Passage, at: number): boolean {
  const { tokens } = passage;
  const choice = firstBefore(passage, at, (word) => PREFERENCES.has(word) || word === "take");
  if (choice?.word !== "take") return choice !== null;
  // "I'd take a cello over a violin": other forms of "take" choose nothing.
  return tokens[at]?.word === "over" && WOULD.has(tokens[choice.at - 1]?.word ?? "");
}

function firstBefore(
  passage: Passage,
  at: number,
  is: (word: string) => boolean,
): { readonly word: string; readonly at: number } | null {
  for (let before = at - 1; before >= Math.max(0, at - REACH); before--) {
    const word = passage.tokens[before]?.word ?? "";
    if (is(word)) return { word, at: before };
    const gap = passage.tokens[before + 1]?.gap;
    if (gap === "sentence" || gap === "clause") return null;
  }
  return null;
}

function mark(passage: Passage, cue: number, value: number | null): void {
  const { tokens } = passage;
  if (value === null || /^\d/.test(tokens[cue + 1]?.word ?? "0")) return;
  for (let at = cue + 1; at < Math.min(tokens.length, cue + REACH); at++) {
    const token = tokens[at];
    if (token === undefined || (token.gap !== "space" && token.gap !== "hyphen")) return;
    if (["but", "with", "and", "for", "please", "we", "i"].includes(token.word) && at > cue + 1) return;
    passage.polarity[at] = value;
  }
}
