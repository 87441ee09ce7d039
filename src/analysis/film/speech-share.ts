import { deviationOf, meanOf } from "../statistics.ts";
import { SILENT_BELOW } from "./sound-level.ts";
import { SOUND_FRAMES_A_SECOND, type SoundFrame } from "./sound-frames.ts";

export const SPEECH_BLOCK_SECONDS = 2;
/** Hertz. Speech has three to seven syllables per second. */
const SYLLABLES = { from: 2.5, to: 7.5 } as const;
/** Share of the loudness modulation between 0.5 and 20 Hz that must be in the syllable range. */
const SYLLABLE_SHARE_MIN = 0.4;
/** Deviation of the loudness divided by its mean. Continuous music has less. */
const MODULATION_MIN = 0.5;
/** Share of frames below half the mean: the gaps between words. */
const GAPS_MIN = 0.25;
/** Unvoiced and voiced sounds alternate in speech. */
const CROSSINGS_DEVIATION_MIN = 0.05;
const VOICE_BAND_MIN = 0.5;
/** A beat modulates at a few exact frequencies, speech at many. */
const LINE_SHARE_MAX = 0.5;

/**
 * Returns the share of the duration that sounds like speech, 0 to 1: modulation at the syllable rate (about 4 Hz; Scheirer
 * and Slaney 1997), gaps, and alternating voiced and unvoiced sounds. This is a hint: a solo singer can count as speech.
 */
export function speechShareOf(frames: readonly SoundFrame[]): number {
  const length = SPEECH_BLOCK_SECONDS * SOUND_FRAMES_A_SECOND;
  const count = Math.floor(frames.length / length);
  if (count === 0) return 0;
  let speech = 0;
  for (let block = 0; block < count; block++) {
    if (isSpeech(frames.slice(block * length, (block + 1) * length))) speech++;
  }
  return speech / count;
}

/** Whether a block of two seconds sounds like speech. */
export function isSpeech(block: readonly SoundFrame[]): boolean {
  const audible = block.filter(({ level }) => level >= SILENT_BELOW);
  if (audible.length < block.length / 4) return false;
  const loudness = block.map(({ level }) => 10 ** (level / 20));
  const mean = meanOf(loudness);
  const { share, line } = syllables(loudness.map((value) => value / mean - 1));
  return (
    share >= SYLLABLE_SHARE_MIN &&
    line <= LINE_SHARE_MAX &&
    deviationOf(loudness) / mean >= MODULATION_MIN &&
    loudness.filter((value) => value < mean / 2).length / loudness.length >= GAPS_MIN &&
    deviationOf(audible.map(({ crossings }) => crossings)) >= CROSSINGS_DEVIATION_MIN &&
    meanOf(audible.map(({ voiceBand }) => voiceBand)) >= VOICE_BAND_MIN
  );
}

/** Returns the syllable range's share of the modulation spectrum, and the share of its strongest frequency. */
function syllables(loudness: readonly number[]): { readonly share: number; readonly line: number } {
  const step = 1 / SPEECH_BLOCK_SECONDS;
  let [all, syllabic, strongest] = [0, 0, 0];
  for (let bin = 1; bin * step <= 20; bin++) {
    let [real, imaginary] = [0, 0];
    for (const [at, value] of loudness.entries()) {
      const angle = (2 * Math.PI * bin * at) / loudness.length;
      real += value * Math.cos(angle);
      imaginary += value * Math.sin(angle);
    }
    const power = real * real + imaginary * imaginary;
    all += power;
    if (bin * step < SYLLABLES.from || bin * step > SYLLABLES.to) continue;
    syllabic += power;
    strongest = Math.max(strongest, power);
  }
  return all === 0 ? { share: 0, line: 1 } : { share: syllabic / all, line: strongest / (syllabic || 1) };
}
