import type { MarkKind } from "../turns/draft.ts";

/** What a key of the player does. */
export type KeyAction =
  | { readonly kind: "toggle" | "compare" | "similar" | "film" | "stems" | "section-start" | "section-end" | "escape" }
  | { readonly kind: "mark"; readonly mark: MarkKind }
  | { readonly kind: "seek"; readonly seconds: number }
  | { readonly kind: "song"; readonly step: 1 | -1 }
  | { readonly kind: "version"; readonly index: number };

/** The parts of a KeyboardEvent that decide. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const ARROW_SECONDS = 5;
const LETTER_SECONDS = 10;

/** By the name of the key in lower case, without Shift. */
const ACTIONS: Readonly<Record<string, KeyAction>> = {
  " ": { kind: "toggle" },
  k: { kind: "toggle" },
  arrowleft: { kind: "seek", seconds: -ARROW_SECONDS },
  arrowright: { kind: "seek", seconds: ARROW_SECONDS },
  j: { kind: "seek", seconds: -LETTER_SECONDS },
  l: { kind: "seek", seconds: LETTER_SECONDS },
  n: { kind: "song", step: 1 },
  p: { kind: "song", step: -1 },
  c: { kind: "compare" },
  s: { kind: "similar" },
  v: { kind: "film" },
  m: { kind: "stems" },
  i: { kind: "section-start" },
  o: { kind: "section-end" },
  g: { kind: "mark", mark: "like" },
  b: { kind: "mark", mark: "dislike" },
  escape: { kind: "escape" },
};

/** Returns what a key does while a song is in the player, or null. */
export function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): KeyAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (shiftKey) return null;
  if (/^[1-9]$/.test(key)) return { kind: "version", index: Number(key) - 1 };
  const name = key.toLowerCase();
  return Object.hasOwn(ACTIONS, name) ? (ACTIONS[name] ?? null) : null;
}
