import { type SightTexts, sightsEn } from "../texts/sights/en.ts";
import type { Wording } from "./constraint-text.ts";

export type SightText = Wording["text"];

/** Returns the name of what was seen in words. Words of a vision model stay as they are. */
export function sightText(name: string, text: SightText): string {
  const key = `sight.${name}`;
  return isSightKey(key) ? text(key) : name;
}

function isSightKey(key: string): key is keyof SightTexts {
  return Object.hasOwn(sightsEn, key);
}
