/** EBU R128 of a whole track as ffmpeg's filter `ebur128` sums it up. Null for silence. */
export interface Loudness {
  /** LUFS. */
  readonly integrated: number | null;
  /** dBTP; null also where it was not asked for. */
  readonly truePeak: number | null;
}

/** The measure's gate: what is below it is not heard. */
const GATE_LUFS = -70;

/** The summary comes last: what a file's own metadata says of itself comes before. */
export function loudnessIn(messages: string): Loudness {
  const integrated = lastOf(messages, /^\s*I:\s+(-?\d+(?:\.\d+)?) LUFS\s*$/gm);
  const truePeak = lastOf(messages, /^\s*Peak:\s+(-?\d+(?:\.\d+)?) dBFS\s*$/gm);
  return { integrated: integrated === null || integrated <= GATE_LUFS ? null : integrated, truePeak };
}

function lastOf(messages: string, pattern: RegExp): number | null {
  const found = [...messages.matchAll(pattern)].at(-1)?.[1];
  return found === undefined ? null : Number(found);
}
