/** The absolute gate of EBU R128. */
const GATE_LUFS = -70;

/**
 * Returns the integrated loudness of an entire track in LUFS, from the summary of ffmpeg's filter `ebur128`; null for silence.
 * Takes the last match: metadata of the file could contain the same text before the summary.
 */
export function loudnessIn(messages: string): number | null {
  const found = [...messages.matchAll(/^\s*I:\s+(-?\d+(?:\.\d+)?) LUFS\s*$/gm)].at(-1)?.[1];
  const integrated = found === undefined ? GATE_LUFS : Number(found);
  return integrated <= GATE_LUFS ? null : integrated;
}
