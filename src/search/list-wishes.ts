import type { ArcWish, Brief, Constraint, Polarity, Wish } from "../../schema/brief.ts";
import type { WishSource, ListedWish } from "../../schema/wire/answer.ts";
import { arcId, constraintId, mentionId, textId, wishId } from "../brief/turns/wish-id.ts";
import { describeConstraint } from "../ranking/describe-constraint.ts";

const SHOWN_DIGITS = 2;

/** What one request of a conversation says in words. */
export interface TurnTexts {
  readonly query: string | null;
  readonly context: string | null;
}

/**
 * Lists all that a brief asks for, each with an id for overrides and with where it comes from. A wish that a constraint repeats
 * is one entry: the constraint. Songs of `likes` and `dislikes` are left out, because the request lists them.
 */
export function listWishes(brief: Brief, texts: readonly TurnTexts[]): readonly ListedWish[] {
  const entries = [
    ...brief.constraints.map((one) => constraintEntry(one, brief, texts)),
    ...brief.wanted.map((wish) => tagEntry(wish, "wanted", texts)),
    // Evidence against a voice belongs to the constraint on vocals.
    ...brief.avoided.flatMap((wish) => (wish.isEvidence === true ? [] : [tagEntry(wish, "avoided", texts)])),
    ...brief.text.map(({ word, weight }) => ({
      id: textId({ word }),
      kind: "word" as const,
      label: word,
      polarity: weight < 0 ? ("avoided" as const) : ("wanted" as const),
      weight: shown(Math.abs(weight)),
      implied: false,
      from: [groundOf(word, texts)],
    })),
    ...brief.mentions.flatMap((mention) => {
      const label = (mention.readings[0] ?? []).join(", ");
      if (mention.given !== undefined) return [];
      const polarity: Polarity = mention.role === "not" ? "must_not" : mention.isOnly ? "must" : "wanted";
      const id = mentionId(mention);
      return [
        { id, kind: "name" as const, label, polarity, weight: null, implied: false, from: [groundOf(label, texts)] },
      ];
    }),
    ...(brief.arcs ?? []).map((arc) => arcEntry(arc, texts)),
  ];
  const first = new Map<string, ListedWish>();
  for (const entry of entries) if (!first.has(entry.id)) first.set(entry.id, entry);
  return [...first.values()];
}

function tagEntry(wish: Wish, polarity: Polarity, texts: readonly TurnTexts[]): ListedWish {
  const { name, weight, from, isImplied = false, seen = [] } = wish;
  return {
    id: wishId(wish),
    kind: "tag",
    label: name,
    polarity,
    weight: shown(weight),
    implied: isImplied || (from.length > 0 && from.every((text) => seen.includes(text))),
    from: from.map((text) => (seen.includes(text) ? { text, source: "asset" } : groundOf(text, texts))),
  };
}

function constraintEntry(constraint: Constraint, brief: Brief, texts: readonly TurnTexts[]): ListedWish {
  const id = constraintId(constraint);
  const isTag = constraint.kind === "excluded" || constraint.kind === "tagged";
  const wish = isTag ? [...brief.wanted, ...brief.avoided].find((one) => wishId(one) === id) : undefined;
  return {
    id,
    kind: isTag ? "tag" : "constraint",
    label: isTag ? constraint.name : describeConstraint(constraint),
    polarity: isForbidding(constraint) ? "must_not" : "must",
    weight: wish === undefined ? null : shown(wish.weight),
    implied: false,
    from: constraint.from.map((text) => groundOf(text, texts)),
  };
}

function isForbidding(constraint: Constraint): boolean {
  const { kind } = constraint;
  if (kind === "tagged") return constraint.want === "without";
  if (kind === "playlist") return constraint.want === "out";
  if (kind === "vocals") return constraint.want === "none" || constraint.want === "not_lead";
  return kind === "excluded" || kind === "clean";
}

function arcEntry(arc: ArcWish, texts: readonly TurnTexts[]): ListedWish {
  const { shape, weight, isRefused, from, atSeconds, seenWith } = arc;
  const isSeen = seenWith !== undefined;
  return {
    id: arcId(arc),
    kind: "arc",
    label: atSeconds === null ? shape : `${shape} at ${atSeconds} seconds`,
    polarity: isRefused ? "avoided" : "wanted",
    weight: shown(weight),
    implied: isSeen,
    from: from.map((text) => (isSeen ? { text, source: "asset" } : groundOf(text, texts))),
  };
}

/** Finds words in the texts of a conversation, the latest turn first. */
export function groundOf(text: string, texts: readonly TurnTexts[]): WishSource {
  const sought = new RegExp(RegExp.escape(text), "iu");
  for (let turn = texts.length - 1; turn >= 0; turn--) {
    for (const source of ["query", "context"] as const) {
      const found = sought.exec(texts[turn]?.[source] ?? "");
      if (found === null) continue;
      return { text, source, turn, start: found.index, end: found.index + found[0].length };
    }
  }
  return { text, source: "inferred" };
}

function shown(weight: number): number {
  return Number(Math.min(1, weight).toFixed(SHOWN_DIGITS));
}
