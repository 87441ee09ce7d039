import type { FilmAnalysis } from "../../../schema/wire/analysis.ts";
import { rounded } from "../statistics.ts";
import type { FilmSound } from "./decode-sound.ts";
import { musicTempoOf } from "./music-tempo.ts";
import { heardPassages, levelPassages } from "./passages.ts";
import { sharesOf, SOUND_BLOCK_SECONDS, soundKindsOf } from "./sound-kinds.ts";
import { silenceShareOf } from "./sound-level.ts";
import { speechShareOf } from "./speech-share.ts";

/** Describes the sound track of a film. @param loudnessCurve of equal parts, 0 to 1. */
export function describeSound(
  { frames, spectra, loudness }: FilmSound,
  loudnessCurve: readonly number[],
): NonNullable<FilmAnalysis["sound"]> {
  const kinds = soundKindsOf(frames, spectra);
  const { loud, quiet } = levelPassages(frames);
  return {
    loudness,
    silence_share: rounded(silenceShareOf(frames)),
    speech_share: rounded(speechShareOf(frames)),
    music_bpm: loudness === null ? null : musicTempoOf(frames),
    heard: sharesOf(kinds).map(({ value, share }) => ({ value, share: rounded(share) })),
    passages: [...heardPassages(kinds, SOUND_BLOCK_SECONDS)],
    loud: [...loud],
    quiet: [...quiet],
    loudness_curve: loudnessCurve.map(rounded),
  };
}
