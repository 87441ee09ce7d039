import type { ConstraintFacts } from "../../../../clients/typescript/operations.ts";
import type { TextValues } from "../lib/fill-text.ts";
import { keyIn } from "../lib/musical-key.ts";
import type { TextKey } from "../texts/en.ts";

/** A language of the page, and its texts. */
export interface Wording {
  readonly language: "en" | "de" | "fr" | "es";
  readonly text: (key: TextKey, values?: TextValues) => string;
}

interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

/** The API lists without a comma before the last word, as in British English. */
const LISTS_AS = { en: "en-GB", de: "de", fr: "fr", es: "es" } as const;
const WORLDWIDE = "WW";

/** Returns a constraint in words. */
export function constraintText(facts: ConstraintFacts, { language, text }: Wording): string {
  const or = (words: readonly string[]): string =>
    words.length === 0 ? "" : words.reduce((one, other) => text("constraint.or", { one, other }));
  const range = (given: Range): string => rangeText(given, { language, text });
  switch (facts.kind) {
    case "vocals":
      return text(facts.want === "not_lead" ? "constraint.not_lead" : `vocals.${facts.want}`);
    case "clean":
    case "explicit":
    case "stems":
    case "one_stop":
    case "no_samples":
    case "not_exclusive":
      return text(`constraint.${facts.kind}`);
    case "tempo":
      return text("constraint.tempo", { range: or(facts.ranges.map(range)) });
    case "energy":
      return text("reason.energy", { level: or(facts.levels.map((level) => text(`energy.${level}`))) });
    case "duration":
      return text("constraint.duration", { range: range(facts) });
    case "released":
      return releasedText(facts, { language, text });
    case "pre_cleared":
      return clearedText(facts.territories, { language, text });
    case "ai":
      return text(`constraint.${facts.want}`);
    case "playlist":
      return text(`constraint.playlist.${facts.want}`, { name: facts.name });
    case "key":
      return text("reason.key", { key: or(facts.keys.map((key) => keyWords(key, { language, text }))) });
    case "excluded":
      return text("understood.without", { name: facts.name });
    case "tagged":
      return text(`constraint.${facts.want}`, { name: facts.name });
  }
}

/** Returns a key in words, also one of which only the mode is known. */
export function keyWords(key: string, { language, text }: Wording): string {
  if (key === "") return text("reason.key.any");
  return key === "major" || key === "minor" ? text(`reason.key.${key}`) : keyIn(language, key);
}

export function listText(words: readonly string[], language: Wording["language"]): string {
  return new Intl.ListFormat(LISTS_AS[language]).format(words);
}

/** Numbers are written without signs between thousands, as years are. */
function rangeText({ min, max }: Range, { text }: Wording): string {
  if (max === null) return text("constraint.min", { min: String(min ?? 0) });
  if (min === null) return text("constraint.max", { max: String(max) });
  return min === max ? String(min) : text("constraint.range", { min: String(min), max: String(max) });
}

function releasedText({ min, max }: Range, wording: Wording): string {
  const { text } = wording;
  if (min === null) {
    return max === null ? text("constraint.released.any") : text("constraint.released.before", { year: String(max) });
  }
  if (max === null) return text("constraint.released.after", { year: String(min) });
  if (min === max) return text("constraint.released.in", { year: String(min) });
  return text("constraint.released.between", { range: rangeText({ min, max }, wording) });
}

function clearedText(codes: readonly string[], { language, text }: Wording): string {
  if (codes.length === 0) return text("constraint.cleared");
  if (codes.length === 1 && codes[0] === WORLDWIDE) return text("constraint.cleared.world");
  const names = new Intl.DisplayNames(language, { type: "region" });
  return text("constraint.cleared.for", {
    territories: listText(
      codes.map((code) => names.of(code) ?? code),
      language,
    ),
  });
}
