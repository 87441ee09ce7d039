import type { SongFile } from "../results/result-rows.ts";

/** What the player shows of a song. Rows of every list have it. */
export interface PlayableRow {
  readonly id: string;
  readonly title: string;
  readonly artists: readonly string[];
  readonly files: readonly SongFile[];
  /** The film that the song was placed under, in a shortlist. */
  readonly assetId?: string | null;
}

/** A song of a list, one of its files, and the position in seconds at which it was left. */
export interface Heard {
  /** Null for a song of the list that is not known yet. */
  readonly rows: readonly (PlayableRow | null)[];
  readonly index: number;
  /** Index into the song's files. */
  readonly file: number;
  readonly seconds: number;
}

/** What plays, and the song before it, to compare them. */
export interface Deck {
  readonly current: Heard | null;
  readonly other: Heard | null;
}

export const EMPTY_DECK: Deck = { current: null, other: null };

export function rowOf(heard: Heard | null): PlayableRow | null {
  return heard?.rows[heard.index] ?? null;
}

/** Returns the deck with another song or file. A file of the same song does not change what it is compared with. */
export function withCurrent({ current, other }: Deck, next: Heard, leftAt: number): Deck {
  const isSameSong = rowOf(current)?.id === rowOf(next)?.id;
  return { current: next, other: current === null || isSameSong ? other : { ...current, seconds: leftAt } };
}

/** Returns the deck with both songs exchanged. Each goes on where it was left. */
export function exchanged({ current, other }: Deck, leftAt: number): Deck {
  if (current === null || other === null) return { current, other };
  return { current: other, other: { ...current, seconds: leftAt } };
}

/** Returns the deck with another state of a list, in which more songs are known. */
export function withRows(deck: Deck, before: Heard["rows"], rows: Heard["rows"]): Deck {
  const grown = (heard: Heard | null): Heard | null => (heard?.rows === before ? { ...heard, rows } : heard);
  return { current: grown(deck.current), other: grown(deck.other) };
}

/** Returns the next (1) or previous (-1) song of the list that has a file; null if there is none, or it is not known. */
export function neighbour({ rows, index }: Heard, step: 1 | -1): Heard | null {
  for (let at = index + step; at >= 0 && at < rows.length; at += step) {
    const row = rows[at] ?? null;
    if (row === null) return null;
    if (row.files.length > 0) return { rows, index: at, file: 0, seconds: 0 };
  }
  return null;
}
