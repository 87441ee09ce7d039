import { deviationOf, meanOf } from "../statistics.ts";
import { SILENT_BELOW } from "./silence.ts";
import { SOUND_FRAMES_A_SECOND, type SoundFrame } from "./sound-frames.ts";

const BLOCK_SECONDS = 2;
/** Syllables come three to seven times a second. */
const SYLLABLES = { from: 2.5, to: 7.5 } as const;
/** Of the loudness' movement between half and twenty times a second. */
const SYLLABLE_SHARE_MIN = 0.4;
/** Deviation of the loudness over its mean: music that plays on has less. */
const MOVEMENT_MIN = 0.5;
/** Frames below half the mean: the gaps between words. */
const GAPS_MIN = 0.25;
/** Hissing and humming sounds follow each other. */
const CROSSINGS_DEVIATION_MIN = 0.05;
const VOICE_BAND_MIN = 0.5;
/** A beat has its movement in a few exact frequencies, speech in all of them. */
const LINE_SHARE_MAX = 0.5;

/**
 * Share of the duration that sounds like speech, 0 to 1: loudness that moves with syllables (about 4 Hz; Scheirer and
 * Slaney 1997), gaps, and a change between hissing and humming. A hint: a solo voice in a song is speech to it.
 */
export function speechShareOf(frames: readonly SoundFrame[]): number {
  const length = BLOCK_SECONDS * SOUND_FRAMES_A_SECOND;
  const count = Math.floor(frames.length / length);
  if (count === 0) return 0;
  let speech = 0;
  for (let block = 0; block < count; block++) {
    if (isSpeech(frames.slice(block * length, (block + 1) * length))) speech++;
  }
  return speech / count;
}

function isSpeech(block: readonly SoundFrame[]): boolean {
  const heard = block.filter(({ level }) => level >= SILENT_BELOW);
  if (heard.length < block.length / 4) return false;
  const loudness = block.map(({ level }) => 10 ** (level / 20));
  const mean = meanOf(loudness);
  const { share, line } = syllables(loudness.map((value) => value / mean - 1));
  return (
    share >= SYLLABLE_SHARE_MIN &&
    line <= LINE_SHARE_MAX &&
    deviationOf(loudness) / mean >= MOVEMENT_MIN &&
    loudness.filter((value) => value < mean / 2).length / loudness.length >= GAPS_MIN &&
    deviationOf(heard.map(({ crossings }) => crossings)) >= CROSSINGS_DEVIATION_MIN &&
    meanOf(heard.map(({ voiceBand }) => voiceBand)) >= VOICE_BAND_MIN
  );
}

/** Of the loudness' spectrum: the syllables' share, and that of the strongest frequency among them. */
function syllables(loudness: readonly number[]): { readonly share: number; readonly line: number } {
  const step = 1 / BLOCK_SECONDS;
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
