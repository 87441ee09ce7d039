import { type SightTexts, sightsEn } from "../texts/sights/en.ts";
import type { Wording } from "./constraint-text.ts";

export type SightText = Wording["text"];

/** How certain a sight is stands before its name. */
const DOUBTS = ["probably", "perhaps"] as const;

/** Returns the name of what was seen in words. Words of a vision model stay as they are. */
export function sightText(name: string, text: SightText): string {
  const doubt = DOUBTS.find((word) => name.startsWith(`${word} `));
  const key = `sight.${doubt === undefined ? name : name.slice(doubt.length + 1)}`;
  if (!isSightKey(key)) return name;
  return doubt === undefined ? text(key) : text(`reason.${doubt}`, { name: text(key) });
}

function isSightKey(key: string): key is keyof SightTexts {
  return Object.hasOwn(sightsEn, key);
}
