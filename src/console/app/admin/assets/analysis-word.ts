import type { TextValues } from "../../lib/fill-text.ts";
import { type SightText, sightText } from "../../results/sight-text.ts";
import type { AdminTextKey } from "../texts/en.ts";
import { enSeen } from "../texts/en-seen.ts";

export interface AnalysisWording {
  readonly admin: (key: AdminTextKey, values?: TextValues) => string;
  readonly text: SightText;
}

type WordKey = Extract<keyof typeof enSeen, `word.${string}`>;

const MUSIC = /^music at (?<bpm>\d+) beats a minute$/;

/** Returns a word of an analysis in the language of the page. Words of a vision model stay as they are. */
export function analysisWord(word: string, { admin, text }: AnalysisWording): string {
  const key = `word.${word}`;
  if (isWordKey(key)) return admin(key);
  const bpm = MUSIC.exec(word)?.groups?.["bpm"];
  return bpm === undefined ? sightText(word, text) : admin("seen.music", { bpm });
}

function isWordKey(key: string): key is WordKey {
  return Object.hasOwn(enSeen, key);
}
