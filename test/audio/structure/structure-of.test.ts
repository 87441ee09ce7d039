import { describe, expect, test } from "bun:test";
import { fMeasure } from "../../../scripts/eval/structure/f-measure.ts";
import { halfRateMono } from "../../../scripts/eval/structure/frames-of.ts";
import { renderPiece } from "../../../scripts/eval/structure/rendered-piece.ts";
import type { StructureDocument } from "../../../schema/wire/structure.ts";
import { AUDIO_RATE } from "../../../src/audio/samples.ts";
import { structureExtractor } from "../../../src/audio/structure/structure-extractor.ts";
import { demoSong } from "../../sound/demo-songs.ts";

/** Renders 73 seconds on a machine that may be busy. */
const RENDERING_MS = 60_000;

function structureIn(samples: Int16Array, chunkBytes = samples.byteLength): StructureDocument {
  const extractor = structureExtractor();
  const bytes = new Uint8Array(samples.buffer);
  for (let at = 0; at < bytes.length; at += chunkBytes) extractor.take(bytes.subarray(at, at + chunkBytes));
  return extractor.structure();
}

/** `seconds` of a sound whose sample at a time is between -1 and 1. */
function sound(seconds: number, valueAt: (time: number) => number): Int16Array {
  return Int16Array.from({ length: seconds * AUDIO_RATE }, (_, at) => 32_000 * valueAt(at / AUDIO_RATE));
}

/** Plucked notes, two a second, as loud as `levelAt` says. */
function plucks(time: number, levelAt: (time: number) => number): number {
  const since = time % 0.5;
  return levelAt(time - since) * 0.5 * Math.exp(-4 * since) * Math.sin(2 * Math.PI * 220 * time);
}

describe("the structure of a rendered piece", () => {
  // 108 beats per minute, four in a bar, ends on a chord.
  const piece = renderPiece(demoSong("nd-0385"), 28);
  const samples = halfRateMono(piece.wav);
  const found = structureIn(samples);

  test("has its beats and bars", () => {
    expect(found.pulse).toMatchObject({ beats_per_bar: 4 });
    expect(Math.abs((found.pulse?.bpm ?? 0) - 108)).toBeLessThan(1);
    expect(fMeasure(found.downbeats, piece.downbeats)).toBeGreaterThan(0.9);
    expect(found.downbeats.filter((time) => !found.beats.includes(time))).toEqual([]);
    expect([found.levels.length, found.closes.length]).toEqual([found.downbeats.length, found.downbeats.length]);
  });

  test("has sections that follow each other from the first sound to the last, and its ending", () => {
    const { sections, starts_at: start, ends_at: end } = found;
    expect([sections[0]?.from, sections.at(-1)?.to]).toEqual([start, end]);
    expect(sections.slice(1).map(({ from }) => from)).toEqual(sections.slice(0, -1).map(({ to }) => to));
    expect(found.ending).toBe("ring_out");
  });

  test("has joins between bars of the same chord only", () => {
    // The progression has four chords, one a bar.
    expect(found.edits.length).toBeGreaterThan(4);
    const inPhase = found.edits.filter(({ leave, enter }) => (leave - enter) % 4 === 0);
    expect(inPhase.length / found.edits.length).toBeGreaterThan(0.6);
    for (const { from, to } of found.loops) {
      expect([from, to].filter((time) => !found.downbeats.includes(time))).toEqual([]);
      expect(to).toBeGreaterThan(from);
    }
  });

  test("is the same for the same samples in other chunks", () => {
    expect(structureIn(samples, 9_999)).toEqual(found);
  });
});

test(
  "slow chords without a clear beat have bars where they change",
  () => {
    // Pads at 54 beats per minute: the confidence of their tempo is 0.03.
    const piece = renderPiece(demoSong("nd-0065"), 73);
    const { pulse, downbeats } = structureIn(halfRateMono(piece.wav));
    expect(pulse?.confidence).toBeGreaterThan(0.6);
    expect(fMeasure(downbeats, piece.downbeats)).toBeGreaterThan(0.9);
  },
  RENDERING_MS,
);

describe("a sound without a pulse", () => {
  test("has no beats, bars and joins, but sections and an ending", () => {
    let seed = 1;
    const noise = (): number => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
    const found = structureIn(sound(20, (time) => (time < 10 ? 0.05 : 0.4) * noise()));
    const none = { pulse: null, beats: [], downbeats: [], levels: [], closes: [], loops: [], edits: [] };
    expect(found).toMatchObject({ ...none, ending: "hard" });
    expect(found.sections.length).toBeGreaterThan(0);
  });

  test("has nothing at all if it is silent or empty", () => {
    for (const seconds of [0, 3]) {
      expect(structureIn(sound(seconds, () => 0))).toMatchObject({
        duration: seconds,
        pulse: null,
        sections: [],
        ending: null,
      });
    }
  });
});

describe("an ending", () => {
  const endingOf = (valueAt: (time: number) => number): StructureDocument["ending"] =>
    structureIn(sound(14, valueAt)).ending;

  test("is hard if the sound stops at its level", () => {
    const tone = (time: number): number => 0.4 * Math.sin(2 * Math.PI * 220 * time);
    expect(endingOf(tone)).toBe("hard");
    // Eight seconds of decay are as loud at any moment as just before.
    expect(endingOf((time) => tone(time) * Math.min(1, 10 ** ((5 - time) / 3)))).not.toBe("hard");
  });

  test("is a fade if the music goes on and becomes quieter", () => {
    expect(endingOf((time) => plucks(time, () => 1) * Math.min(1, 10 ** ((5 - time) / 5)))).toBe("fade");
  });

  test("is a button if the last note is short, and rings out if it is long", () => {
    const last = (decay: number) => (time: number) =>
      time < 8 ? plucks(time, () => 1) : 0.6 * Math.exp(-decay * (time - 8)) * Math.sin(2 * Math.PI * 220 * time);
    expect(endingOf(last(8))).toBe("button");
    expect(endingOf(last(1.2))).toBe("ring_out");
  });
});
