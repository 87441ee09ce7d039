import { nameKey } from "./name-key.ts";

const VERSION_WORDS =
  /(?<![\p{L}\p{N}])(?:versions?|remix(?:ed)?|mix|edit|instrumental|karaoke|acoustic|live|demo|remaster(?:ed)?|radio|extended|short|long|full|alternate|alternative|alt|take|mono|stereo|vocals?|underscore|stinger|loop|bed|cut(?:down)?|reprise|unplugged|clean|explicit|\d+ ?(?:s|secs?|seconds?)|:\d\d)(?![\p{L}\p{N}])/iu;
const BRACKETS = /\s*[([{]([^)\]}]*)[)\]}]/gu;
const AFTER_DASH = /\s+[-–—]\s+([^-–—]+)$/u;

/** A title without what only names its version: "Harbour (Live) - 60 sec edit" is "Harbour". */
function baseTitle(title: string): string {
  const bare = title.replace(BRACKETS, (whole, inside: string) => (VERSION_WORDS.test(inside) ? "" : whole));
  const base = bare.replace(AFTER_DASH, (whole, tail: string) => (VERSION_WORDS.test(tail) ? "" : whole));
  return base.trim() === "" ? title : base;
}

/** 32 bits of the base title's key, 0 where there is none: equal for versions of one title, nearly never for others. */
export function titleHash(title: string): number {
  const key = nameKey(baseTitle(title));
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return key === "" ? 0 : Math.max(1, (hash ^ (hash >>> 15)) >>> 0);
}
