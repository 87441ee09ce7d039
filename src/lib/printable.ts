/** Scripts whose letters change shape next to a joiner: Arabic and related scripts, and those of South and Southeast Asia. */
const SHAPED =
  `Arabic Syriac Mongolian Nko Mandaic Hanifi_Rohingya Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu
  Kannada Malayalam Sinhala Tibetan Myanmar Khmer Thai Lao Javanese Balinese`
    .split(/\s+/)
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join("");

/**
 * Characters that a terminal must not receive: 7-bit and 8-bit controls except line ends and tabs, lone surrogates,
 * Unicode line and paragraph separators, and invisible characters such as direction marks, zero-width spaces, soft hyphens
 * and interlinear annotations. A joiner is allowed in an emoji or in a script that it shapes, and a tag character in a
 * flag.
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
 * Makes foreign text safe for a terminal: characters that move the cursor, set colours, reverse letters or are invisible
 * become escapes such as `\u009b`. Line feeds and tabs stay. Escaped JSON keeps its value, because such characters occur
 * only in its strings.
 */
export function escaped(text: string): string {
  return text.replace(UNSAFE, escapes);
}

/** Makes foreign text safe for one line of a terminal: control characters and line ends become spaces. */
export function printable(text: string): string {
  return escaped(text.replace(CONTROLS, " "));
}

function escapes(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}
