import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Stance } from "../../src/brief/stances/stance.ts";

const FOLDER = join(import.meta.dir, "marked");
const HELD_OUT = "-held-out.txt";

/** The sign of a mark, and what it says of the words in it. Words without a mark are not about the music. */
const SIGNS: Readonly<Record<string, Stance>> = {
  "+": "wanted",
  "-": "refused",
  "<": "reduced",
  "~": "allowed",
  "0": "everyday",
};
const MARK = /\[([-+<~0])([^\]]*)\]/gu;

/** A text in which musical words are marked. Offsets are those of `text`, which has no marks. */
export interface MarkedText {
  readonly lang: string;
  readonly form: string;
  readonly text: string;
  readonly marks: readonly { readonly start: number; readonly end: number; readonly stance: Stance }[];
}

/** Reads the marked texts of a split: files of records that begin with a line "%% language form". */
export function readMarkedTexts(split: "train" | "held-out"): readonly MarkedText[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".txt") && file.endsWith(HELD_OUT) === (split === "held-out"))
    .toSorted()
    .flatMap((file) => readFileSync(join(FOLDER, file), "utf8").split(/^%% /mu).slice(1).map(markedText));
}

/** Parses a record: its language and form in the first line, then the text with its marks. */
export function markedText(record: string): MarkedText {
  const headEnd = record.indexOf("\n");
  const [lang = "", ...form] = record.slice(0, headEnd).trim().split(" ");
  const body = record.slice(headEnd + 1).trim();
  const marks: { start: number; end: number; stance: Stance }[] = [];
  let text = "";
  let last = 0;
  for (const { index, 0: mark, 1: sign = "", 2: words = "" } of body.matchAll(MARK)) {
    text += body.slice(last, index);
    marks.push({ start: text.length, end: text.length + words.length, stance: SIGNS[sign] ?? "everyday" });
    text += words;
    last = index + mark.length;
  }
  return { lang, form: form.join(" "), text: text + body.slice(last), marks };
}
