import { beforeAll, describe, expect, test } from "bun:test";
import { renderPiece } from "../../../scripts/eval/structure/rendered-piece.ts";
import type { CutPlan } from "../../../src/audio/structure/plan-cut.ts";
import { PcmFile } from "../../../src/media/cut/pcm-file.ts";
import { alignCut } from "../../../src/media/cut/align-cut.ts";
import type { AlignedCut } from "../../../src/media/cut/aligned-cut.ts";
import { CROSSFADE, writeCut } from "../../../src/media/cut/write-cut.ts";
import { demoSong } from "../../sound/demo-songs.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

const RATE = 44_100;
const FORM = { rate: RATE, channels: 2, bytes: 2 } as const;
const HEADER_BYTES = 44;
const folder = new TestFolder();
// 108 beats per minute: bars of 2.222 s.
const piece = renderPiece(demoSong("nd-0385"), 28);
const line = (bar: number): number => piece.downbeats[bar] ?? 0;
/** Bar lines that were measured late or early, so that alignment has to move the parts. */
const [late, early] = [line(7) + 0.005, line(4) - 0.003];
const plan: CutPlan = {
  parts: [
    { from: 0, to: line(3) },
    { from: late, to: line(9) },
    { from: early, to: line(6) + 1.6 },
  ],
  joins: [
    { at: line(3), leave: line(3), enter: late, likeness: 0.9 },
    { at: line(3) + line(9) - late, leave: line(9), enter: early, likeness: null },
  ],
  fade: 0.5,
  silence: 0.25,
  ending: "button",
};
const seconds = line(3) + line(9) - late + line(6) + 1.6 - early + 0.25;

let source: Int16Array;
let aligned: AlignedCut;
let cut: Int16Array;
beforeAll(async () => {
  await folder.file("source.pcm", piece.wav.slice(HEADER_BYTES));
  await using pcm = await PcmFile.open(folder.to("source.pcm"), FORM);
  aligned = await alignCut(pcm, plan, seconds);
  await writeCut(pcm, aligned, seconds, folder.to("cut.wav"));
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

describe("a written cut", () => {
  test("has exactly its length", () => {
    expect(cut.length / 2).toBe(Math.round(seconds * RATE));
  });

  test("has the samples of the recording up to each stated join and from it on, at these times exactly", () => {
    expect(aligned.joins.map(({ likeness }) => likeness)).toEqual([0.9, null]);
    expect(aligned.joins.every(({ enter }, at) => Math.abs(enter - (plan.joins[at]?.enter ?? 0)) < 0.0125)).toBe(true);
    // The second join is earlier or later by what aligned the first.
    expect(aligned.joins[1]?.at).not.toBeCloseTo(plan.joins[1]?.at ?? 0, 3);
    for (const { at, leave, enter } of aligned.joins) {
      const [until, after] = [CROSSFADE.before + CROSSFADE.half, CROSSFADE.before - CROSSFADE.half];
      expect(between(cut, at - 0.5, at - until)).toEqual(between(source, leave - 0.5, leave - until));
      expect(between(cut, at - after, at + 0.5)).toEqual(between(source, enter - after, enter + 0.5));
    }
  });

  test("has no click at a join, and ends in silence after a fade", () => {
    for (const { at } of aligned.joins) {
      const middle = at - CROSSFADE.before;
      expect(roughness(between(cut, middle - 0.02, middle + 0.02))).toBeLessThanOrEqual(roughness(source));
    }
    expect(between(cut, seconds - 0.25, seconds).every((sample) => sample === 0)).toBe(true);
    expect(Math.abs(cut[2 * Math.round((seconds - 0.251) * RATE)] ?? 0)).toBeLessThan(40);
  });
});
