import { describePart, type SoundMoments } from "../descriptor/describe-sound.ts";
import { type TimbreFrame, timbreMeter } from "../descriptor/timbre-meter.ts";
import { type OnsetFrame, onsetAnalyser, ONSETS_A_SECOND } from "../onset-analyser.ts";
import { type PitchCircle, pitchAnalyser } from "../pitch-analyser.ts";
import { AUDIO_RATE, BLOCK, type SampleReader, sampleReader } from "../samples.ts";

/** A segment begins with each of these steps: 5 s. */
const STEP_BLOCKS = Math.round(5 * ONSETS_A_SECOND);
export const STEP_SECONDS = (STEP_BLOCKS * BLOCK) / AUDIO_RATE;
/** Steps in a segment: 15 s, half of a window of 30 s, as a descriptor of 30 s describes its halves. */
export const SEGMENT_STEPS = 3;
/** The only segment of a shorter sound is as long as the sound, if that is at least this long. */
const ONLY_SECONDS_MIN = 10;

export interface SegmentDescriber {
  /** 16-bit little-endian samples at AUDIO_RATE, mono. */
  take: SampleReader["take"];
  /** DESCRIPTOR_LENGTH numbers for each segment; null for an almost silent one. */
  segments(): readonly (Float32Array | null)[];
}

/** Describes segments of 15 seconds of a sound of any length, one every 5 seconds. Holds the moments of one segment only. */
export function segmentDescriber(): SegmentDescriber {
  const found: (Float32Array | null)[] = [];
  let step = emptyStep();
  let steps: Step[] = [];
  const onsetsOf = onsetAnalyser();
  const pitches = pitchAnalyser((circle) => step.circles.push(circle.slice()));
  const timbreOf = timbreMeter((frame) => step.timbre.push(frame));
  const reader = sampleReader((block) => {
    step.onsets.push(onsetsOf(block));
    pitches.take(block);
    timbreOf(block);
    if (step.onsets.length < STEP_BLOCKS) return;
    steps = [...steps, step].slice(-SEGMENT_STEPS);
    step = emptyStep();
    if (steps.length === SEGMENT_STEPS) found.push(describePart(joined(steps)));
  });
  return {
    take: (chunk) => reader.take(chunk),
    segments: () => {
      if (found.length > 0 || reader.count() < ONLY_SECONDS_MIN * AUDIO_RATE) return found;
      return [describePart(joined([...steps, step]))];
    },
  };
}

interface Step {
  readonly onsets: OnsetFrame[];
  readonly timbre: TimbreFrame[];
  readonly circles: PitchCircle[];
}

function emptyStep(): Step {
  return { onsets: [], timbre: [], circles: [] };
}

function joined(steps: readonly Step[]): SoundMoments {
  return {
    onsets: steps.flatMap(({ onsets }) => onsets),
    timbre: steps.flatMap(({ timbre }) => timbre),
    circles: steps.flatMap(({ circles }) => circles),
  };
}
