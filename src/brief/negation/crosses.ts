import type { Passage } from "../passage.ts";
import { between } from "./listing.ts";
import { markMusic } from "./mark-music.ts";

const CROSS = /[✗✘❌🚫⛔✖👎]/u;

/** Refuses the music of a line that begins with a cross: "✗ salsa". */
export function readCrosses(passage: Passage): void {
  const { tokens, text } = passage;
  if (!CROSS.test(text)) return;
  tokens.forEach((_, from) => {
    if (!CROSS.test(between(passage, from))) return;
    let end = from + 1;
    while (end < tokens.length && !/[\n✓✔✅👍✗✘❌🚫⛔✖👎]/u.test(between(passage, end))) end++;
    markMusic(passage, from, end, -1);
  });
}
