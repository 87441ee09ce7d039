import { AUDIO_RATE, BLOCK, type SampleReader, sampleReader } from "./samples.ts";
import { ONSETS_A_SECOND, type OnsetFrame, onsetAnalyser } from "./onset-analyser.ts";
import { type PitchCircle, pitchAnalyser } from "./pitch-analyser.ts";

/** What is kept of a sound while it goes by: a few numbers for each hundredth of a second, whatever its length. */
export interface Heard {
  /** Seconds, of everything that came. */
  readonly duration: number;
  /** Of the analysed part, 86 a second. */
  readonly frames: readonly OnsetFrame[];
  /** Of the same part. */
  readonly circle: PitchCircle;
}

export interface Listener {
  /** 16-bit little-endian samples at AUDIO_RATE, mono. */
  take: SampleReader["take"];
  heard(): Heard;
}

/** So much of a piece is analysed, from its middle: enough to tell, and an intro or an ending does not. */
const ANALYSED_SECONDS_MAX = 180;
const FRAMES_MAX = Math.ceil(ANALYSED_SECONDS_MAX * ONSETS_A_SECOND);

/** Listens to the middle of what is said to be `duration` seconds long; to the beginning where that is not known. */
export function listener(duration: number | null): Listener {
  const first = Math.max(0, Math.floor((((duration ?? 0) - ANALYSED_SECONDS_MAX) / 2) * ONSETS_A_SECOND));
  const onsetsOf = onsetAnalyser();
  const pitches = pitchAnalyser();
  const frames: OnsetFrame[] = [];
  const reader = sampleReader((block, index) => {
    if (index < first || frames.length >= FRAMES_MAX) return;
    frames.push(onsetsOf(block));
    pitches.take(block);
  });
  return {
    take: (chunk) => reader.take(chunk),
    heard: () => ({ duration: reader.count() / AUDIO_RATE, frames, circle: pitches.circle() }),
  };
}

/** Whether what ended up being heard is less than a piece of that length could give. */
export function missedTheMiddle({ duration, frames }: Heard): boolean {
  const expected = Math.min(FRAMES_MAX, Math.floor((duration * AUDIO_RATE) / BLOCK));
  return frames.length < expected / 2;
}
