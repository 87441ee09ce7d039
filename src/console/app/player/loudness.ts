/** The programme level of EBU R128, in LUFS. Hardly any music is quieter, so that songs only have to be turned down. */
const TARGET_LUFS = -23;
/** Assumed for a file that is not measured: a usual level of streaming services. */
const USUAL_LUFS = -14;

/**
 * Returns the volume, from 0 to 1, that brings a file to the common loudness. It never amplifies, so nothing clips: a file that is
 * quieter than the common loudness stays as it is.
 */
export function gainOf(loudness: number | null): number {
  return Math.min(1, 10 ** ((TARGET_LUFS - (loudness ?? USUAL_LUFS)) / 20));
}
