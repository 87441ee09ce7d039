/** Genres whose names contain a slash. Any other slash separates two genres. */
const GENRES_WITH_SLASH = new Set(["r&b/soul", "hip hop/rap", "hip-hop/rap"]);

/** Empty lists as programs write them. */
const EMPTY_LIST = /^\s*(?:set\(\)|\[\s*\]|\{\s*\})\s*$/i;
/** Words for a missing value. Not applied to names: a person can have such a name. */
const EMPTY_WORD = /^\s*(?:nan|none|null)\s*$/i;

/**
 * Splits a text at semicolons, commas, bars, line ends, NULs, and slashes ("Rock/Pop", but not "24/7"). Lists in the
 * notation of programming languages (`['pop', 'rock']`) lose their brackets and quotes. Empty for a text that means
 * "no value".
 */
export function splitWords(text: string): string[] {
  if (EMPTY_LIST.test(text) || EMPTY_WORD.test(text)) return [];
  const plain = /^\s*\[.*\]\s*$/s.test(text) ? withoutBrackets(text) : text;
  return plain
    .split(/[;,|\r\n\0]/)
    .flatMap((part) => (GENRES_WITH_SLASH.has(part.trim().toLowerCase()) ? [part] : part.split(/\/(?!\d)/)))
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Splits names. Commas and slashes without spaces stay, because "AC/DC" and "Earth, Wind & Fire" are one name each. */
export function splitNames(text: string): string[] {
  if (EMPTY_LIST.test(text)) return [];
  const plain = /^\s*\[.*\]\s*$/s.test(text) ? withoutBrackets(text).split(",") : text.split(/[;|\r\n\0]|\s\/\s/);
  return plain.map((name) => name.trim()).filter((name) => name !== "");
}

function withoutBrackets(text: string): string {
  return text
    .trim()
    .slice(1, -1)
    .replace(/(^|,)\s*['"]|['"]\s*(?=,|$)/g, "$1");
}
