/** Loudness of an entire track by EBU R128, from the summary of ffmpeg's filter `ebur128`. */
export interface Loudness {
  /** LUFS. */
  readonly integrated: number | null;
  /** dBTP; null if it was not measured. */
  readonly truePeak: number | null;
}

/** The absolute gate of EBU R128. */
const GATE_LUFS = -70;

/** Takes the last match: metadata of the file could contain the same text before the summary. */
export function loudnessIn(messages: string): Loudness {
  const integrated = lastOf(messages, /^\s*I:\s+(-?\d+(?:\.\d+)?) LUFS\s*$/gm);
  const truePeak = lastOf(messages, /^\s*Peak:\s+(-?\d+(?:\.\d+)?) dBFS\s*$/gm);
  return { integrated: integrated === null || integrated <= GATE_LUFS ? null : integrated, truePeak };
}

function lastOf(messages: string, pattern: RegExp): number | null {
  const found = [...messages.matchAll(pattern)].at(-1)?.[1];
  return found === undefined ? null : Number(found);
}
