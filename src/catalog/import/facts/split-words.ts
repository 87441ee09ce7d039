/** Genres that are written with a slash themselves; any other slash parts two of them. */
const WHOLE = new Set(["r&b/soul", "hip hop/rap", "hip-hop/rap"]);

/** What programs write where there is nothing. */
const EMPTY_LIST = /^\s*(?:set\(\)|\[\s*\]|\{\s*\})\s*$/i;
/** People may be called so. */
const EMPTY_WORD = /^\s*(?:nan|none|null)\s*$/i;

/**
 * Parts a text into its words: at semicolons, commas, bars, line ends, NULs, and slashes ("Rock/Pop"; not "24/7").
 * What only says that there is nothing has none.
 * Lists of other languages' notation (`['pop', 'rock']`) lose their brackets and quotes.
 */
export function splitWords(text: string): string[] {
  if (EMPTY_LIST.test(text) || EMPTY_WORD.test(text)) return [];
  const plain = /^\s*\[.*\]\s*$/s.test(text) ? unlisted(text) : text;
  return plain
    .split(/[;,|\r\n\0]/)
    .flatMap((part) => (WHOLE.has(part.trim().toLowerCase()) ? [part] : part.split(/\/(?!\d)/)))
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Names are parted less readily: "AC/DC" and "Earth, Wind & Fire" are one each. */
export function splitNames(text: string): string[] {
  if (EMPTY_LIST.test(text)) return [];
  const plain = /^\s*\[.*\]\s*$/s.test(text) ? unlisted(text).split(",") : text.split(/[;|\r\n\0]|\s\/\s/);
  return plain.map((name) => name.trim()).filter((name) => name !== "");
}

function unlisted(text: string): string {
  return text
    .trim()
    .slice(1, -1)
    .replace(/(^|,)\s*['"]|['"]\s*(?=,|$)/g, "$1");
}
