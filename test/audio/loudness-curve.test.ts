/*
 * Pieces and tones with known envelopes, written to files, decoded by ffmpeg and measured as the server does.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AudioFacts, CURVE_PARTS } from "../../schema/wire/audio-facts.ts";
import { arcOfCurve } from "../../src/audio/arc-of-curve.ts";
import { type AudioPrograms, measureAudio } from "../../src/audio/measure-audio.ts";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { generatePiece, PIECE_RATE, wavOf } from "../support/generated-music.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SECONDS = 32;
const never = new AbortController().signal;
let folder: string;
let programs: AudioPrograms;
let piece: Float32Array;

beforeAll(async () => {
  folder = temporaryFolder();
  const parts = openNativeParts(folder);
  programs = { ffmpeg: await parts.ffmpegPath(), ffprobe: await parts.ffprobePath() };
  const style = { kind: "band", style: "four on the floor", timbre: "piano", tonic: 9, mode: "minor" } as const;
  piece = generatePiece({ seed: 7, seconds: SECONDS, bpm: 120, ...style }).samples;
});

/** The piece with a level in decibels for each moment, 0 for its start and 1 for its end. */
function shaped(levelAt: (share: number) => number): Float32Array {
  return piece.map((sample, at) => sample * 10 ** (levelAt(at / piece.length) / 20));
}

function write(name: string, samples: Float32Array, channels = 2): string {
  const path = join(folder, name);
  writeFileSync(path, wavOf(samples, channels));
  return path;
}

async function measured(name: string, samples: Float32Array, channels?: number): Promise<AudioFacts> {
  return (await measureAudio(write(name, samples, channels), programs, never)).facts;
}

function arcIn({ curve }: AudioFacts): string | null {
  return curve === null || curve === undefined ? null : arcOfCurve(curve);
}

describe("the measured arc of a piece", () => {
  test.each([
    ["rising", (share: number) => -24 * (1 - share)],
    ["falling", (share: number) => -24 * share],
    ["arch", (share: number) => -36 * Math.abs(share - 0.5)],
    ["steady", () => 0],
  ] as const)("is %s as its level is", async (arc, levelAt) => {
    const facts = await measured(`${arc}.wav`, shaped(levelAt));
    expect(facts.curve).toHaveLength(CURVE_PARTS);
    expect(arcIn(facts)).toBe(arc);
  });

  test("is the same from an MP3, with silence around it, and at a lower level", async () => {
    const rise = shaped((share) => -24 * (1 - share));
    const path = write("plain.wav", rise);
    const mp3 = join(folder, "plain.mp3");
    expect(spawnSync(programs.ffmpeg, ["-v", "error", "-y", "-i", path, "-b:a", "128k", mp3]).status).toBe(0);
    expect(arcIn((await measureAudio(mp3, programs, never)).facts)).toBe("rising");
    const padded = new Float32Array(rise.length + 16 * PIECE_RATE);
    padded.set(
      rise.map((sample) => sample / 4),
      2 * PIECE_RATE,
    );
    expect(arcIn(await measured("padded.wav", padded))).toBe("rising");
  });

  test("is not that of a fade at the end", async () => {
    expect(
      arcIn(
        await measured(
          "fade.wav",
          shaped((share) => -400 * Math.max(0, share - 0.94)),
        ),
      ),
    ).toBe("steady");
  });
});

describe("the curve", () => {
  test("of a rise in steps has a level for each step", async () => {
    const { curve } = await measured(
      "steps.wav",
      shaped((share) => -20 + 5 * Math.floor(4 * share)),
    );
    const steps = [0, 1, 2, 3].map((step) => {
      const parts = (curve ?? []).slice(4 * step, 4 * step + 4);
      return parts.reduce((sum, level) => sum + level, 0) / 4;
    });
    for (const step of [1, 2, 3]) expect(Math.abs((steps[step] ?? 0) - (steps[step - 1] ?? 0) - 5)).toBeLessThan(1);
  });

  test.each([60, 200, 997, 4_000])(
    "of a tone of %d Hz agrees with the loudness that ffmpeg measures",
    async (hertz) => {
      const tone = Float32Array.from(
        { length: 14 * PIECE_RATE },
        (_, at) => 0.1 * Math.sin((2 * Math.PI * hertz * at) / PIECE_RATE),
      );
      const { curve, loudness } = await measured(`${hertz}.wav`, tone, 1);
      expect(curve).toHaveLength(CURVE_PARTS);
      for (const level of curve ?? []) expect(Math.abs(level - (loudness ?? 0))).toBeLessThan(0.3);
    },
  );

  test("is missing for silence and for short sounds", async () => {
    expect((await measured("silence.wav", new Float32Array(20 * PIECE_RATE))).curve).toBeNull();
    expect((await measured("short.wav", piece.slice(0, 8 * PIECE_RATE))).curve).toBeNull();
  });
});
