import { describe, expect, test } from "bun:test";
import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { markKey, markTempo } from "../../scripts/eval/audio-marks.ts";
import { inferFacts } from "../../src/audio/infer-facts.ts";
import { NOTE_NAMES } from "../../src/audio/key.ts";
import { featureExtractor } from "../../src/audio/extract-features.ts";
import { generatePiece, pcmBytes, type Piece, type PiecePlan } from "../support/generated-music.ts";

// A small version of scripts/eval-audio.ts, with thresholds below the results in docs/audio.md.

const SECONDS = 20;
/** Most of this time generates the pieces. */
const GENERATING_MS = 60_000;

function heard(piece: Piece): Pick<AudioFacts, "bpm" | "key" | "energy"> {
  const extractor = featureExtractor(SECONDS);
  extractor.take(pcmBytes(piece.samples));
  return inferFacts(extractor.features(), -14);
}

function plan(seed: number, more: Partial<PiecePlan>): PiecePlan {
  const plain = { kind: "band", style: "rock", timbre: "piano", tonic: 0, mode: "major" } as const;
  return { seed, seconds: SECONDS, ...plain, ...more };
}

describe("a piece's tempo", () => {
  test.each([
    ["four on the floor", 124],
    ["rock", 112],
    ["break", 140],
    ["shuffle", 108],
    ["waltz", 132],
  ] as const)("is that of its drums: %s at %d", (style, bpm) => {
    const found = heard(generatePiece(plan(901, { kind: "drums", style, bpm }))).bpm;
    expect(markTempo(found?.value ?? null, bpm).exact).toBe(true);
    expect(found?.confidence).toBeGreaterThan(0.5);
  });

  test(
    "is found, apart from its octave, among instruments, swing, fills and noise",
    () => {
      const styles = ["rock", "shuffle", "bossa", "train", "clave", "waltz", "sixteenths", "reggae"] as const;
      const marks = styles.map((style, index) => {
        const piece = generatePiece(plan(7_000 + index, { style, tonic: index }));
        return markTempo(heard(piece).bpm?.value ?? null, piece.bpm ?? 0).octave;
      });
      expect(marks.filter(Boolean).length).toBeGreaterThanOrEqual(6);
    },
    GENERATING_MS,
  );

  test("is not found in a pad, noise, silence, or three seconds", () => {
    for (const kind of ["pad", "noise"] as const) {
      const found = heard(generatePiece(plan(31, { kind, timbre: "organ" }))).bpm;
      expect(found?.confidence ?? 0).toBeLessThan(0.5);
    }
    const extractor = featureExtractor(null);
    extractor.take(new Uint8Array(2 * 22_050 * 10));
    expect(inferFacts(extractor.features(), null)).toEqual({ bpm: null, key: null, energy: null });
    expect(inferFacts(extractor.features(), -30).bpm).toBeNull();
    const short = featureExtractor(null);
    short.take(pcmBytes(generatePiece(plan(5, { kind: "drums", seconds: 3 })).samples));
    expect(inferFacts(short.features(), -14).bpm).toBeNull();
  });
});

describe("a piece's key", () => {
  test(
    "is found in all 24 keys, in different sounds and out of tune",
    () => {
      const timbres = ["piano", "organ", "saw", "pluck", "flute", "reed", "brass"] as const;
      const marks = Array.from({ length: 24 }, (_, index) => {
        const mode = index % 2 === 0 ? "major" : "minor";
        const timbre = timbres[index % timbres.length] ?? "piano";
        const tonic = index >> 1;
        const { key } = heard(generatePiece(plan(8_000 + index, { kind: "pad", seconds: 15, timbre, tonic, mode })));
        const found = key && { tonic: NOTE_NAMES.findIndex((name) => name === key.name), mode: key.mode };
        return markKey(found, { tonic, mode });
      });
      expect(marks.filter((mark) => mark === 1).length).toBeGreaterThanOrEqual(19);
      expect(marks.reduce((sum, mark) => sum + mark, 0) / 24).toBeGreaterThan(0.85);
    },
    GENERATING_MS,
  );

  test("is not found in drums or noise", () => {
    for (const kind of ["drums", "noise"] as const) {
      expect(heard(generatePiece(plan(41, { kind }))).key?.confidence ?? 0).toBeLessThan(0.5);
    }
  });
});

describe("a piece's energy", () => {
  test("increases from a pad to a slow band to a fast band", () => {
    const levels = ["very_low", "low", "medium", "high"];
    const levelOf = (more: Partial<PiecePlan>): number =>
      levels.indexOf(heard(generatePiece(plan(77, more))).energy?.value ?? "");
    const [pad, slow, fast] = [
      levelOf({ kind: "pad", timbre: "flute" }),
      levelOf({ style: "ballad", timbre: "flute", bpm: 62 }),
      levelOf({ style: "break", timbre: "saw", bpm: 172 }),
    ];
    expect(pad).toBeGreaterThanOrEqual(0);
    expect(pad).toBeLessThan(slow);
    expect(slow).toBeLessThan(fast);
  });
});
