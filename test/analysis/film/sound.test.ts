import { describe, expect, test } from "bun:test";
import { musicTempoOf } from "../../../src/analysis/film/music-tempo.ts";
import { silenceShareOf } from "../../../src/analysis/film/sound-level.ts";
import { SOUND_RATE, type SoundFrame, soundFramer } from "../../../src/analysis/film/sound-frames.ts";
import { speechShareOf } from "../../../src/analysis/film/speech-share.ts";
import { chances } from "../../support/generated-music.ts";
import { syllables } from "./syllables.ts";

/** Measures samples from -1 to 1, given by their time in seconds, in chunks of odd sizes. */
function heard(seconds: number, sampleAt: (at: number) => number): readonly SoundFrame[] {
  const pcm = Buffer.alloc(seconds * SOUND_RATE * 2);
  for (let at = 0; at < seconds * SOUND_RATE; at++) {
    pcm.writeInt16LE(Math.round(32_767 * Math.max(-1, Math.min(1, sampleAt(at / SOUND_RATE)))), 2 * at);
  }
  const frames: SoundFrame[] = [];
  const take = soundFramer((frame) => frames.push(frame));
  for (let from = 0; from < pcm.length; from += 4_097) take(pcm.subarray(from, from + 4_097));
  return frames;
}

describe("the sound of a film", () => {
  test("has a hundred frames per second, for any chunks", () => {
    const frames = heard(3, (at) => Math.sin(2 * Math.PI * 440 * at));
    expect(frames).toHaveLength(300);
    // A full-scale sine has -3 dBFS and crosses zero 880 times per second.
    expect(frames.at(100)?.level).toBeCloseTo(-3, 1);
    expect(frames.slice(10).reduce((sum, { crossings }) => sum + crossings * 80, 0) / 2.9).toBeCloseTo(880, -1);
  });

  test("is silent below the threshold", () => {
    expect(silenceShareOf(heard(2, () => 0))).toBe(1);
    expect(silenceShareOf(heard(2, (at) => (at < 1 ? 0.3 : 0.001) * Math.sin(6_000 * at)))).toBeCloseTo(0.5, 1);
    expect(silenceShareOf([])).toBe(1);
  });

  test("counts syllables with gaps as speech, but not music, noise or clicks", () => {
    const noise = chances(3);
    expect(speechShareOf(heard(20, syllables(20)))).toBeGreaterThan(0.6);
    expect(speechShareOf(heard(20, (at) => 0.3 * Math.sin(2 * Math.PI * 220 * at)))).toBe(0);
    expect(speechShareOf(heard(20, () => 0.2 * (2 * noise() - 1)))).toBe(0);
    expect(speechShareOf(heard(20, beat(120)))).toBeLessThan(0.2);
    expect(speechShareOf([])).toBe(0);
  });

  test.each([64, 90, 120, 143])("has the tempo of a beat at %d bpm", (bpm) => {
    const found = musicTempoOf(heard(26, beat(bpm)));
    expect(Math.abs((found ?? 0) - bpm)).toBeLessThan(1);
  });

  test("has no tempo in speech, a held note, noise, or a second of music", () => {
    const noise = chances(5);
    expect(musicTempoOf(heard(24, syllables(24)))).toBeNull();
    expect(musicTempoOf(heard(24, (at) => 0.3 * Math.sin(2 * Math.PI * 220 * at)))).toBeNull();
    expect(musicTempoOf(heard(24, () => 0.2 * (2 * noise() - 1)))).toBeNull();
    expect(musicTempoOf(heard(1, beat(120)))).toBeNull();
  });
});

/** A drum on every beat over a sustained chord. */
function beat(bpm: number): (at: number) => number {
  return (at) => {
    const since = at % (60 / bpm);
    const chord = Math.sin(2 * Math.PI * 220 * at) + Math.sin(2 * Math.PI * 277 * at);
    return 0.08 * chord + 0.5 * Math.sin(2 * Math.PI * 90 * since) * Math.exp(-25 * since);
  };
}
