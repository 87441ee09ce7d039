import { signal } from "@preact/signals";

/** The balance of film and music: 0 is the film alone, 1 the music alone. In the middle, both have their full volume. */
export const balance = signal(0.5);
export const isFilmMuted = signal(false);

export interface Volumes {
  readonly film: number;
  readonly music: number;
}

/** Returns the volumes of a balance, from 0 to 1. */
export function volumesAt(share: number): Volumes {
  return { film: Math.min(1, 2 * (1 - share)), music: Math.min(1, 2 * share) };
}
