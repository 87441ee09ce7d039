import type { Passage } from "../passage.ts";

/** What was sent before and did not please. */
const FORMER: ReadonlySet<string> = new Set(
  (
    "track tracks version versions pitch pitches demo demos cue cues song songs option options attempt attempts round rounds proposal " +
    "proposals selection selections suggestion suggestions edit edits one ones music everything stuff temp playlist submission submissions"
  ).split(" "),
);

const REACH = 10;
const LONG = 6;

/** "The previous track was too sad": nobody wants it sad again. "She is too sad to speak" is a picture. */
export function readComplaints(passage: Passage): void {
  const { tokens } = passage;
  tokens.forEach((token, too) => {
    if (token.word !== "too" || passage.claimed[too] === true || (passage.polarity[too] ?? 1) < 0) return;
    if (!speaksOfFormer(passage, too)) return;
    for (let at = too + 1; at < Math.min(tokens.length, too + LONG); at++) {
      const next = tokens[at];
      if (next === undefined || (next.gap !== "space" && next.gap !== "hyphen")) return;
      if (["but", "for", "so", "we", "to", "with"].includes(next.word)) return;
      passage.polarity[at] = -1;
    }
  });
}

function speaksOfFormer(passage: Passage, too: number): boolean {
  for (let at = too - 1; at >= Math.max(0, too - REACH); at--) {
    if (FORMER.has(passage.tokens[at]?.word ?? "")) return true;
    if (passage.tokens[at]?.gap === "sentence") return false;
  }
  return false;
}
