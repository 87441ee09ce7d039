import type { TextTerm, Wish } from "../../schema/brief.ts";

/** A long text has at most this many wishes: many weak ones would outweigh what the client asks for. */
const WISHES_MAX = 12;

/** Lighter wishes of a long text are left out: an everyday word led to them. */
const WEIGHT_MIN = 0.01;

/** The words of a long text together weigh at most this share of its wishes. */
const TEXT_SHARE = 0.1;

/** Returns the heaviest wishes, in the order of their weight. */
export function heaviestWishes(wanted: readonly Wish[]): readonly Wish[] {
  return wanted
    .filter(({ weight }) => weight >= WEIGHT_MIN)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, WISHES_MAX);
}

/** Scales the words of a long text down to their share of what is wanted. */
export function textWithinShare(text: readonly TextTerm[], wanted: readonly Wish[]): readonly TextTerm[] {
  const words = text.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  const most = TEXT_SHARE * wanted.reduce((sum, { weight }) => sum + weight, 0);
  return words <= most ? text : text.map((term) => ({ ...term, weight: (term.weight * most) / words }));
}
