import { describeSound } from "./descriptor/describe-sound.ts";
import { type TimbreFrame, timbreMeter } from "./descriptor/timbre-meter.ts";
import { curveMeter } from "./loudness-curve.ts";
import { AUDIO_RATE, BLOCK, type SampleReader, sampleReader } from "./samples.ts";
import { ONSETS_A_SECOND, type OnsetFrame, onsetAnalyser } from "./onset-analyser.ts";
import { type PitchCircle, pitchAnalyser } from "./pitch-analyser.ts";
import { PeakFolder, type Waveform } from "./waveform.ts";

/** Features of a sound: a few numbers for each hundredth of a second of the analysed part. */
export interface AudioFeatures {
  /** Seconds of the entire sound. */
  readonly duration: number;
  /** Onsets of the analysed part, 86 per second. */
  readonly frames: readonly OnsetFrame[];
  /** Pitches of the analysed part. */
  readonly circle: PitchCircle;
  /** Loudness of equal parts of the entire sound, as in AudioFacts. */
  readonly curve: readonly number[] | null;
  /** Of the entire sound. */
  readonly peaks: Waveform["peaks"];
  /** What the analysed part sounds like, as describe-sound.ts says; null if it is short or silent. */
  readonly descriptor: Float32Array | null;
}

export interface FeatureExtractor {
  /** 16-bit little-endian samples at AUDIO_RATE, mono. */
  take: SampleReader["take"];
  features(): AudioFeatures;
}

/** The length of the analysed part, from the middle, without intro and ending. */
const ANALYSED_SECONDS_MAX = 180;
const FRAMES_MAX = Math.ceil(ANALYSED_SECONDS_MAX * ONSETS_A_SECOND);

/** Analyses the middle of a sound of `duration` seconds; its beginning if the duration is unknown. */
export function featureExtractor(duration: number | null): FeatureExtractor {
  const first = Math.max(0, Math.floor((((duration ?? 0) - ANALYSED_SECONDS_MAX) / 2) * ONSETS_A_SECOND));
  const onsetsOf = onsetAnalyser();
  const circles: PitchCircle[] = [];
  const pitches = pitchAnalyser((circle) => circles.push(circle.slice()));
  const timbre: TimbreFrame[] = [];
  const timbreOf = timbreMeter((frame) => timbre.push(frame));
  const meter = curveMeter();
  const frames: OnsetFrame[] = [];
  const peaks = new PeakFolder();
  const takeBlock = (block: Float64Array, index: number): void => {
    meter.take(block);
    if (index < first || frames.length >= FRAMES_MAX) return;
    frames.push(onsetsOf(block));
    pitches.take(block);
    timbreOf(block);
  };
  const reader = sampleReader(takeBlock, (samples) => peaks.add(samples));
  return {
    take: (chunk) => reader.take(chunk),
    features: () => ({
      duration: reader.count() / AUDIO_RATE,
      frames,
      circle: pitches.circle(),
      curve: meter.curve(),
      peaks: peaks.end(),
      descriptor: describeSound({ onsets: frames, timbre, circles }),
    }),
  };
}

/** Whether the analysed part is shorter than the sound allows, because the stated duration was wrong. */
export function hasWrongDuration({ duration, frames }: AudioFeatures): boolean {
  const expected = Math.min(FRAMES_MAX, Math.floor((duration * AUDIO_RATE) / BLOCK));
  return frames.length < expected / 2;
}
