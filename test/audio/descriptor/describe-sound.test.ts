import { describe, expect, test } from "bun:test";
import { DESCRIPTOR_BYTES, DESCRIPTOR_LENGTH, DESCRIPTOR_VALUES } from "../../../schema/sound-descriptor.ts";
import { packDescriptor } from "../../../src/audio/descriptor/descriptor-bytes.ts";
import { featureExtractor } from "../../../src/audio/extract-features.ts";
import { AUDIO_RATE } from "../../../src/audio/samples.ts";
import { generatePiece, pcmBytes } from "../../support/generated-music.ts";
import { planOf } from "../../support/generated-plans.ts";

/** As measured, with what follows from a length of `seconds`. */
function described(samples: Float32Array): Float32Array | null {
  const extractor = featureExtractor(samples.length / AUDIO_RATE);
  extractor.take(pcmBytes(samples));
  return extractor.features().descriptor;
}

function piece(seed: number, seconds = 30): Float32Array {
  return generatePiece(planOf(seed, false, seconds)).samples;
}

/** The part of a facet in the first half. */
function rhythmOf(descriptor: Float32Array): Float32Array {
  const from = DESCRIPTOR_VALUES.feel + DESCRIPTOR_VALUES.harmony;
  return descriptor.slice(from, from + DESCRIPTOR_VALUES.rhythm);
}

function distance(one: Float32Array, other: Float32Array): number {
  return Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)));
}

describe("the descriptor of a sound", () => {
  test("has finite numbers for both halves, the same each time", () => {
    const descriptor = described(piece(3));
    expect(descriptor).toHaveLength(2 * DESCRIPTOR_LENGTH);
    expect(descriptor?.every(Number.isFinite)).toBe(true);
    expect(described(piece(3))).toEqual(descriptor);
  });

  test("hardly depends on how loud the sound is", () => {
    const loud = described(piece(4)) ?? new Float32Array();
    const quiet = described(piece(4).map((sample) => sample / 2)) ?? new Float32Array();
    // The cepstrum and the shape of the spectrum are ratios; onsets are compressed, so they are left out here.
    const from = DESCRIPTOR_VALUES.feel;
    const numbers = [...loud.slice(from, DESCRIPTOR_LENGTH).entries()];
    const near = numbers.filter(
      ([at, value]) => Math.abs(value - (quiet[from + at] ?? 0)) < 0.05 * (1 + Math.abs(value)),
    );
    expect(near.length / numbers.length).toBeGreaterThan(0.9);
  });

  test("has nearer rhythms for two halves of one piece than for two pieces of other tempi", () => {
    const plan = { ...planOf(5, false, 30), kind: "drums", style: "rock" } as const;
    const slow = described(generatePiece({ ...plan, bpm: 84 }).samples) ?? new Float32Array();
    const fast = described(generatePiece({ ...plan, bpm: 131 }).samples) ?? new Float32Array();
    const otherHalf = slow.slice(DESCRIPTOR_LENGTH);
    expect(distance(rhythmOf(slow), rhythmOf(otherHalf))).toBeLessThan(distance(rhythmOf(slow), rhythmOf(fast)) / 2);
  });

  test("exists for a sound of exactly ten seconds", () => {
    const tenSeconds = piece(7).subarray(0, 10 * AUDIO_RATE);
    expect(described(tenSeconds)).toHaveLength(2 * DESCRIPTOR_LENGTH);
    expect(described(tenSeconds.subarray(0, 9.9 * AUDIO_RATE))).toBeNull();
  });

  test("does not exist for silence, nor for less than ten seconds", () => {
    expect(described(new Float32Array(30 * AUDIO_RATE))).toBeNull();
    expect(described(piece(6, 30).slice(0, 9 * AUDIO_RATE))).toBeNull();
    expect(described(piece(6, 30).slice(0, 11 * AUDIO_RATE))).not.toBeNull();
  });

  test("is stored in 16 bits per number", () => {
    const descriptor = described(piece(7)) ?? new Float32Array();
    const bytes = packDescriptor(descriptor);
    expect(bytes).toHaveLength(DESCRIPTOR_BYTES);
    const read = new Float16Array(bytes.buffer);
    for (const [at, value] of descriptor.entries())
      expect(Math.abs((read[at] ?? 0) - value)).toBeLessThanOrEqual(Math.abs(value) / 1_000 + 1e-6);
  });
});
