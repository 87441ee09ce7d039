/** Scripts whose letters take another shape beside a joiner: Arabic and its kin, and those of India and beyond. */
const SHAPED =
  `Arabic Syriac Mongolian Nko Mandaic Hanifi_Rohingya Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu
  Kannada Malayalam Sinhala Tibetan Myanmar Khmer Thai Lao Javanese Balinese`
    .split(/\s+/)
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join("");

/**
 * What a terminal may not get: controls of seven and eight bits but line ends and tabs, half surrogates, ends of lines
 * and paragraphs of Unicode, and what is not seen: marks of direction, spaces without width, soft hyphens, notes between
 * lines. A joiner is seen where it belongs to an emoji or to a script that is shaped by it, and a tag in a flag.
 */
const UNSAFE = new RegExp(
  [
    String.raw`(?!\r\n|[\n\t])\p{Cc}`,
    String.raw`[\p{Cs}\u2028\u2029\uFFF9-\uFFFB]`,
    String.raw`[\p{Default_Ignorable_Code_Point}--\p{Variation_Selector}--[\u200C\u200D\u{E0020}-\u{E007F}]]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F${SHAPED}])[\u200C\u200D]`,
    String.raw`(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,8})[\u{E0020}-\u{E007F}]`,
  ].join("|"),
  "gv",
);
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Text of others that a terminal may get: what would move the cursor, set colours, turn letters around or hide is shown
 * as `\u009b`. Line feeds and tabs stay. JSON stays JSON of the same value, since such characters stand in its strings only.
 */
export function escaped(text: string): string {
  return text.replace(UNSAFE, escapes);
}

/** The same on one line: controls, line ends among them, are a space. */
export function printable(text: string): string {
  return escaped(text.replace(CONTROLS, " "));
}

function escapes(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}
