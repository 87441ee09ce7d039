import type { ArcWish, Constraint, Mention, TextTerm, Wish } from "../../../schema/brief.ts";
import { FACETS, type Facet } from "../../../schema/song.ts";

/**
 * Ids of what a brief asks for. They depend on what is meant and not on the words for it, so they stay the same from turn to
 * turn: `mood/calm`, `constraint/tempo`, `word/moonlight`, `arc/rising`, `like/nina simone`.
 */
export function wishId({ facet, name }: Pick<Wish, "facet" | "name">): string {
  return `${facet}/${name}`;
}

export function constraintId(constraint: Constraint): string {
  const { kind } = constraint;
  if (kind === "tagged") return wishId(constraint);
  // A period is a characteristic.
  if (kind === "excluded") {
    return wishId({ ...constraint, facet: constraint.facet === "period" ? "characteristic" : constraint.facet });
  }
  return kind === "playlist" ? `constraint/playlist/${constraint.want}/${constraint.name}` : `constraint/${kind}`;
}

export function textId({ word }: Pick<TextTerm, "word">): string {
  return `word/${word}`;
}

export function arcId({ shape, atSeconds }: Pick<ArcWish, "shape" | "atSeconds">): string {
  return atSeconds === null ? `arc/${shape}` : `arc/${shape}/${atSeconds}`;
}

export function mentionId({ role, readings }: Mention): string {
  return `${role}/${(readings[0] ?? []).join(", ").toLowerCase()}`;
}

/** Returns the facet and the name of the id of a wish; null for any other id. */
export function partsOfWishId(id: string): Pick<Wish, "facet" | "name"> | null {
  const slash = id.indexOf("/");
  const facet = FACETS.find((one): one is Facet => one === id.slice(0, slash));
  const name = id.slice(slash + 1).trim();
  return facet === undefined || name === "" ? null : { facet, name };
}
