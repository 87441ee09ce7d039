import { beforeAll, describe, expect, test } from "bun:test";
import { renderPiece } from "../../../scripts/eval/structure/rendered-piece.ts";
import type { CutPlan } from "../../../src/audio/structure/plan-cut.ts";
import { PcmFile } from "../../../src/media/cut/pcm-file.ts";
import { CROSSFADE, writeCut } from "../../../src/media/cut/write-cut.ts";
import { demoSong } from "../../sound/demo-songs.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

const RATE = 44_100;
const FORM = { rate: RATE, channels: 2, bytes: 2 } as const;
const HEADER_BYTES = 44;
/** Alignment moves a join by this much at most. */
const SHIFT_MAX = 0.0125;

const folder = new TestFolder();
// 108 beats per minute: bars of 2.222 s.
const piece = renderPiece(demoSong("nd-0385"), 28);
const line = (bar: number): number => piece.downbeats[bar] ?? 0;
const plan: CutPlan = {
  parts: [
    { from: 0, to: line(3) },
    { from: line(7), to: line(9) + 1.6 },
  ],
  joins: [{ at: line(3), leave: line(3), enter: line(7), likeness: 0.9 }],
  fade: 0.5,
  silence: 0.25,
  ending: "button",
};
const seconds = line(3) + line(9) - line(7) + 1.6 + 0.25;

let source: Int16Array;
let cut: Int16Array;
beforeAll(async () => {
  await folder.file("source.pcm", piece.wav.slice(HEADER_BYTES));
  await using pcm = await PcmFile.open(folder.to("source.pcm"), FORM);
  await writeCut(pcm, plan, seconds, folder.to("cut.wav"));
  source = samplesIn(piece.wav);
  cut = samplesIn(await Bun.file(folder.to("cut.wav")).bytes());
});

function samplesIn(wav: Uint8Array): Int16Array {
  return new Int16Array(wav.buffer.slice(wav.byteOffset + HEADER_BYTES, wav.byteOffset + wav.byteLength));
}

/** Samples of both channels between two times. */
function between(samples: Int16Array, from: number, to: number): Int16Array {
  return samples.slice(2 * Math.round(from * RATE), 2 * Math.round(to * RATE));
}

/** The largest step between two steps of a channel, which a click makes large. */
function roughness(samples: Int16Array): number {
  let most = 0;
  for (let at = 4; at < samples.length; at++) {
    const bend = (samples[at] ?? 0) - 2 * (samples[at - 2] ?? 0) + (samples[at - 4] ?? 0);
    most = Math.max(most, Math.abs(bend));
  }
  return most;
}

/** Where the samples from `from` on are in the source: the seconds at which all are equal; null if they are nowhere near. */
function placeIn(from: number, near: number): number | null {
  const wanted = between(cut, from, from + 0.5);
  const reach = Math.ceil(SHIFT_MAX * RATE);
  for (let shift = -reach; shift <= reach; shift++) {
    const first = 2 * (Math.round(near * RATE) + shift);
    if (wanted.every((sample, at) => source[first + at] === sample)) return first / 2 / RATE;
  }
  return null;
}

describe("a written cut", () => {
  test("has exactly its length", () => {
    expect(cut.length / 2).toBe(Math.round(seconds * RATE));
  });

  test("has the samples of the recording before and after the join, at its bar lines", () => {
    const before = line(3) - CROSSFADE.before - CROSSFADE.half - 0.001;
    expect(between(cut, 0, before)).toEqual(between(source, 0, before));
    const after = line(3) - CROSSFADE.before + CROSSFADE.half + 0.001;
    const place = placeIn(after, line(7) + after - line(3));
    expect(Math.abs((place ?? 0) - after - (line(7) - line(3)))).toBeLessThan(SHIFT_MAX);
  });

  test("has no click at the join, and ends in silence after a fade", () => {
    const at = line(3) - CROSSFADE.before;
    const join = roughness(between(cut, at - 0.02, at + 0.02));
    expect(join).toBeLessThanOrEqual(roughness(source));
    expect(between(cut, seconds - 0.25, seconds).every((sample) => sample === 0)).toBe(true);
    expect(Math.abs(cut[2 * Math.round((seconds - 0.251) * RATE)] ?? 0)).toBeLessThan(40);
  });
});
