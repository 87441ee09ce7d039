/** A person who has not come back by then does not expect the texts. */
const KEPT_MS = 12 * 60 * 60 * 1_000;

export type NamedTexts = Readonly<Record<string, string>>;

/** NamedTexts that a person has written and not sent, while the page is loaded anew. */
export interface KeptTexts {
  readonly person: string;
  readonly at: number;
  /** The address of the page with the fields. */
  readonly path: string;
  readonly fields: NamedTexts;
  readonly search: NamedTexts;
}

/** Returns stored texts if they are this person's, and not too old. */
export function textsOf(stored: string | null, person: string, now: number): KeptTexts | null {
  if (stored === null) return null;
  const kept: unknown = JSON.parse(stored);
  return isKept(kept) && kept.person === person && now - kept.at < KEPT_MS ? kept : null;
}

function isKept(value: unknown): value is KeptTexts {
  return typeof value === "object" && value !== null && "person" in value && "fields" in value && "search" in value;
}
