import { signal } from "@preact/signals";

/** Offsets that this page remembers. The oldest ones are forgotten first. */
const OFFSETS_MAX = 1_000;
/** Offsets are kept to a hundredth of a second, which is finer than a frame. */
const STEPS_PER_SECOND = 100;

const offsets = signal<ReadonlyMap<string, number>>(new Map());

/**
 * Returns where a song begins in a film: the seconds from the start of the film to the start of the song, to a hundredth.
 * Negative if the song begins before the film. Null if nobody has moved the song, so it begins with the film. Components that
 * call it follow the offset. `assetId` is the film's asset.
 */
export function offsetOf(assetId: string, songId: string): number | null {
  return offsets.value.get(`${assetId} ${songId}`) ?? null;
}

/** Remembers where a song begins in a film, for example an offset that is stored with a shortlist. Null forgets it. */
export function keepOffset(assetId: string, songId: string, seconds: number | null): void {
  const name = `${assetId} ${songId}`;
  const kept = new Map(offsets.value);
  kept.delete(name);
  if (seconds !== null) kept.set(name, roundedOffset(seconds));
  const [oldest] = kept.keys();
  if (kept.size > OFFSETS_MAX && oldest !== undefined) kept.delete(oldest);
  offsets.value = kept;
}

function roundedOffset(seconds: number): number {
  return Math.round(seconds * STEPS_PER_SECOND) / STEPS_PER_SECOND;
}

/** Returns an offset as `+0:12.48`. */
export function offsetText(seconds: number): string {
  const steps = Math.round(Math.abs(seconds) * STEPS_PER_SECOND);
  const minutes = Math.floor(steps / (60 * STEPS_PER_SECOND));
  const rest = ((steps % (60 * STEPS_PER_SECOND)) / STEPS_PER_SECOND).toFixed(2).padStart(5, "0");
  return `${seconds < 0 && steps > 0 ? "−" : "+"}${minutes}:${rest}`;
}
