import type { UnderstoodBrief, WishOrigin } from "./wish-actions.ts";

/** The texts of a step as they were searched. */
export interface SearchedTexts {
  readonly query: string;
  readonly context: string;
}

/** Where a wish comes from. */
export type ChipOrigin =
  /** Words of a text; `step` counts from 0. `before` and `after` complete the sentence. */
  | {
      readonly kind: "query" | "context";
      readonly step: number;
      readonly before: string;
      readonly words: string;
      readonly after: string;
    }
  /** Something seen. `number` counts the pictures from 1; null if it is unknown which one shows it. */
  | { readonly kind: "picture" | "film"; readonly number: number | null; readonly words: string }
  | { readonly kind: "inferred"; readonly words: string };

const SENTENCE_END = /[.!?…。！？\n]/u;

/** Finds the sentences and pictures that a wish comes from. Each is listed once. */
export function originsOf(
  from: readonly WishOrigin[],
  texts: readonly SearchedTexts[],
  seen: UnderstoodBrief["seen"],
): readonly ChipOrigin[] {
  const origins = new Map<string, ChipOrigin>();
  for (const one of from) {
    const origin = originOf(one, texts, seen);
    origins.set(JSON.stringify(origin), origin);
  }
  return [...origins.values()];
}

function originOf(from: WishOrigin, texts: readonly SearchedTexts[], seen: UnderstoodBrief["seen"]): ChipOrigin {
  const { text: words, source, turn: step = 0, start, end } = from;
  if (source === "inferred") return { kind: "inferred", words };
  if (source === "asset") return sightOf(words, seen);
  const text = texts[step]?.[source] ?? "";
  const found = start === undefined ? "" : text.slice(start, end);
  // Texts that were changed since, or are not known here, have other words at this place.
  if (start === undefined || found.toLowerCase() !== words.toLowerCase()) {
    return { kind: source, step, before: "", words, after: "" };
  }
  const after = start + found.length;
  return {
    kind: source,
    step,
    before: text.slice(sentenceStart(text, start), start).trimStart(),
    words: found,
    after: text.slice(after, sentenceEnd(text, after)).trimEnd(),
  };
}

function sightOf(words: string, seen: UnderstoodBrief["seen"]): ChipOrigin {
  const assets = seen?.assets ?? [];
  const at = assets.length === 1 ? 0 : assets.findIndex((asset) => asset.words.includes(words));
  const asset = assets[at];
  if (asset === undefined) return { kind: "picture", number: null, words };
  if (asset.kind === "video") return { kind: "film", number: null, words };
  const number = assets.slice(0, at + 1).filter(({ kind }) => kind === "image").length;
  return { kind: "picture", number, words };
}

function sentenceStart(text: string, before: number): number {
  let at = before;
  while (at > 0 && !SENTENCE_END.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** The end includes the mark that ends the sentence. */
function sentenceEnd(text: string, from: number): number {
  const length = text.slice(from).search(SENTENCE_END);
  return length < 0 ? text.length : from + length + 1;
}
