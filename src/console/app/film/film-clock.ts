/** A film that is this far from where it must be jumps there; it is nearer after a few frames otherwise. */
const JUMP_SECONDS = 0.3;
/** Less than a frame at 25 frames per second is in sync. */
const IN_SYNC_SECONDS = 0.02;
/** The film is played this much faster or slower to reach the song, which is hardly visible. */
const RATE_CHANGE_MAX = 0.08;

/** Rates have this many steps, so that a film in sync does not change its rate with every frame. */
const RATE_STEPS = 100;

/** What brings the film to where it must be. */
export type FilmCorrection =
  | { readonly kind: "jump"; readonly seconds: number }
  | { readonly kind: "rate"; readonly rate: number };

/** Returns what brings a film that is at `seconds` to `wanted` while both play. */
export function correctionOf(seconds: number, wanted: number): FilmCorrection {
  const behind = wanted - seconds;
  if (Math.abs(behind) > JUMP_SECONDS) return { kind: "jump", seconds: wanted };
  if (Math.abs(behind) < IN_SYNC_SECONDS) return { kind: "rate", rate: 1 };
  const change = Math.max(-RATE_CHANGE_MAX, Math.min(RATE_CHANGE_MAX, behind));
  return { kind: "rate", rate: 1 + Math.round(change * RATE_STEPS) / RATE_STEPS };
}

/** A song at an offset in a film. All in seconds. */
export interface PlacedSong {
  readonly offset: number;
  readonly length: number;
}

/** Returns the position in the song at a time of the film; null if the song does not sound there. */
export function songSecondsAt(filmSeconds: number, { offset, length }: PlacedSong): number | null {
  const seconds = filmSeconds - offset;
  return seconds < 0 || seconds >= length ? null : seconds;
}

/** Points of the film at which a dragged song can be caught. */
export interface SnapPoints {
  readonly points: readonly number[];
  /** How near the song must be, in seconds. */
  readonly withinSeconds: number;
}

/** Returns the offset at which the start or the end of a song meets a near point of the film, else the same offset. */
export function snapped({ offset, length }: PlacedSong, { points, withinSeconds }: SnapPoints): number {
  let best = { offset, distance: withinSeconds };
  for (const point of points) {
    for (const candidate of [point, point - length]) {
      const distance = Math.abs(candidate - offset);
      if (distance < best.distance) best = { offset: candidate, distance };
    }
  }
  return best.offset;
}
