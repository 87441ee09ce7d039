import { DESCRIPTOR_LENGTH } from "../../../schema/sound-descriptor.ts";
import { assert } from "../../lib/assert.ts";
import { ONSETS_A_SECOND, type OnsetFrame } from "../onset-analyser.ts";
import type { PitchCircle } from "../pitch-analyser.ts";
import { describeFeel } from "./describe-feel.ts";
import { describeHarmony } from "./describe-harmony.ts";
import { describeInstruments } from "./describe-instruments.ts";
import { describeRhythm } from "./describe-rhythm.ts";
import type { TimbreFrame } from "./timbre-meter.ts";

/** The moments of the analysed part of a recording. */
export interface SoundMoments {
  readonly onsets: readonly OnsetFrame[];
  /** Without silent moments. */
  readonly timbre: readonly TimbreFrame[];
  readonly circles: readonly PitchCircle[];
}

/** Half of a shorter sound is too short for a rhythm. */
const SECONDS_MIN = 10;
/** With less sound than this, in frames of either kind, most numbers of a half would be chance. */
const TIMBRE_MIN = 40;
const CIRCLES_MIN = 2;

/**
 * Describes a recording by two lists of DESCRIPTOR_LENGTH numbers, of its first and its second half, one after the other. Null
 * for a sound that is short or almost silent.
 */
export function describeSound({ onsets, timbre, circles }: SoundMoments): Float32Array | null {
  if (onsets.length < Math.floor(SECONDS_MIN * ONSETS_A_SECOND)) return null;
  if (timbre.length < 2 * TIMBRE_MIN || circles.length < 2 * CIRCLES_MIN) return null;
  return Float32Array.from([
    ...describeHalf({ onsets: firstHalf(onsets), timbre: firstHalf(timbre), circles: firstHalf(circles) }),
    ...describeHalf({ onsets: secondHalf(onsets), timbre: secondHalf(timbre), circles: secondHalf(circles) }),
  ]);
}

/** Describes a part of a recording by DESCRIPTOR_LENGTH numbers; null if it is almost silent. */
export function describePart(moments: SoundMoments): Float32Array | null {
  const isSilent = moments.timbre.length < TIMBRE_MIN || moments.circles.length < CIRCLES_MIN;
  return isSilent ? null : Float32Array.from(describeHalf(moments));
}

/** In the order of LIKENESS_FACETS. */
function describeHalf({ onsets, timbre, circles }: SoundMoments): readonly number[] {
  const values = [
    ...describeFeel(timbre, onsets),
    ...describeHarmony(circles),
    ...describeRhythm(onsets),
    ...describeInstruments(timbre),
  ];
  assert(values.length === DESCRIPTOR_LENGTH, "a descriptor has all its numbers");
  return values;
}

function firstHalf<Moment>(moments: readonly Moment[]): readonly Moment[] {
  return moments.slice(0, moments.length >> 1);
}

function secondHalf<Moment>(moments: readonly Moment[]): readonly Moment[] {
  return moments.slice(moments.length >> 1);
}
