import { beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { AudioUnreadable } from "../../src/audio/audio-unreadable.ts";
import { decodeAudio } from "../../src/audio/decode-audio.ts";
import { measureApart } from "../../src/audio/measure-apart.ts";
import { type AudioPrograms, measureAudio } from "../../src/audio/measure-audio.ts";
import type { Waveform } from "../../src/audio/waveform.ts";
import { makePeaks } from "../../src/media/make/make-peaks.ts";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { chances, generatePiece, PIECE_RATE, wavOf } from "../support/generated-music.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SECONDS = 20;
/** A child in a checkout loads the program from source. */
const CHILDREN_MS = 60_000;
const never = new AbortController().signal;
let folder: string;
let programs: AudioPrograms;

beforeAll(async () => {
  folder = temporaryFolder();
  const parts = openNativeParts(folder);
  programs = { ffmpeg: await parts.ffmpegPath(), ffprobe: await parts.ffprobePath() };
  const style = { kind: "band", style: "four on the floor", timbre: "piano", tonic: 9, mode: "minor" } as const;
  writeFileSync(at("song.wav"), wavOf(generatePiece({ seed: 11, seconds: SECONDS, bpm: 126, ...style }).samples, 2));
});

function at(name: string): string {
  return join(folder, name);
}

function write(name: string, bytes: Uint8Array): string {
  writeFileSync(at(name), bytes);
  return at(name);
}

/** Converts the song with ffmpeg to the format of the extension. */
function converted(name: string, ...options: readonly string[]): string {
  const run = spawnSync(programs.ffmpeg, ["-v", "error", "-y", "-i", at("song.wav"), ...options, at(name)]);
  expect(run.stderr.toString()).toBe("");
  return at(name);
}

async function measured(path: string): Promise<AudioFacts> {
  return (await measureAudio(path, programs, never)).facts;
}

describe("a truncated file", () => {
  test.each<[string, ...string[]]>([
    ["cut.wav"],
    ["cut.aiff"],
    ["cut.flac"],
    ["cut.mp3"],
    ["cut.m4a", "-movflags", "+faststart"],
  ])("is measured as it is, with the length that it states: %s", async (name, ...options) => {
    const path = converted(name, ...options);
    truncateSync(path, Math.floor(Bun.file(path).size / 2));
    const { duration, stated = 0 } = await measured(path);
    expect(duration).toBeGreaterThan(0.3 * SECONDS);
    expect(duration).toBeLessThan(0.7 * SECONDS);
    expect(Math.abs(stated - SECONDS)).toBeLessThan(0.5);
  });

  test("that states no length is measured as it is", async () => {
    const path = converted("plain.mp3", "-write_xing", "0");
    truncateSync(path, Math.floor(Bun.file(path).size / 2));
    const facts = await measured(path);
    expect(facts.duration).toBeLessThan(0.6 * SECONDS);
    expect(facts.stated).toBeUndefined();
  });

  test("is not a complete one of any format", async () => {
    for (const name of ["all.wav", "all.aiff", "all.flac", "all.mp3", "all.m4a", "all.ogg"]) {
      expect([name, (await measured(converted(name))).stated]).toEqual([name, undefined]);
    }
  });
});

describe("the facts of a file", () => {
  test("are its length, format, loudness, tempo, key and energy, the same each time", async () => {
    const facts = await measured(at("song.wav"));
    expect(Value.Check(AudioFacts, facts)).toBe(true);
    expect(facts).toMatchObject({ duration: SECONDS, sample_rate: PIECE_RATE, channels: 2 });
    expect(Math.abs((facts.bpm?.value ?? 0) / 126 - 1)).toBeLessThan(0.04);
    expect(facts.key).toMatchObject({ name: "A", mode: "minor" });
    expect(facts.energy).not.toBeNull();
    expect(await measured(at("song.wav"))).toEqual(facts);
  });

  test("have the loudness of EBU Tech 3341: -23 LUFS for a stereo sine at -23 dBFS", async () => {
    const sine = Float32Array.from({ length: 10 * PIECE_RATE }, (_, index) => {
      return 10 ** (-23 / 20) * Math.sin((2 * Math.PI * 997 * index) / PIECE_RATE);
    });
    const facts = await measured(write("sine.wav", wavOf(sine, 2)));
    expect(facts.loudness).toBeCloseTo(-23, 0);
    expect(facts.bpm).toBeNull();
  });

  test.each([
    ["song.flac", []],
    ["song.aiff", []],
    ["song.mp3", ["-b:a", "192k"]],
    ["song.m4a", ["-b:a", "192k"]],
    ["song.ogg", ["-c:a", "libvorbis"]],
    ["hi.wav", ["-ar", "96000", "-c:a", "pcm_s24le", "-ac", "6"]],
  ] as const)("are measured from %s, whatever its name", async (name, options) => {
    const path = converted(name, ...options);
    const plain = write(`${name}.bin`, await Bun.file(path).bytes());
    const facts = await measured(plain);
    expect(Math.abs(facts.duration - SECONDS)).toBeLessThan(0.2);
    expect(Math.abs((facts.bpm?.value ?? 0) / 126 - 1)).toBeLessThan(0.04);
    expect(facts.key).toMatchObject({ name: "A", mode: "minor" });
    expect(facts.channels).toBe(name === "hi.wav" ? 6 : 2);
  });

  test("come with its waveform, the same as a decoding for the waveform alone gives", async () => {
    for (const path of [at("song.wav"), converted("waveform.mp3"), converted("waveform.flac", "-ar", "48000")]) {
      const { waveform, facts } = await measureAudio(path, programs, never);
      const parts = openNativeParts(folder);
      await makePeaks(path, at("peaks.json"), { parts, signal: never, priority: () => "background" });
      const alone: Waveform = await Bun.file(at("peaks.json")).json();
      expect(waveform.duration).toBe(facts.duration);
      expect(Math.abs(alone.duration - waveform.duration)).toBeLessThan(0.001);
      expect(Math.max(...waveform.peaks)).toBeGreaterThan(60);
      const apart = waveform.peaks.map((value, index) => Math.abs(value - (alone.peaks[index] ?? Number.NaN)));
      expect(Math.max(...apart)).toBeLessThanOrEqual(1);
    }
  });

  test("of silence are its length and nothing else", async () => {
    const facts = await measured(write("silence.wav", wavOf(new Float32Array(5 * PIECE_RATE))));
    const nothing = { loudness: null, curve: null, bpm: null, key: null, energy: null };
    expect(facts).toEqual({ duration: 5, sample_rate: PIECE_RATE, channels: 1, ...nothing });
  });
});

describe("a file that cannot be measured", () => {
  async function sentence(path: string, message: RegExp): Promise<void> {
    const error: unknown = await measured(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AudioUnreadable);
    expect(error instanceof Error ? error.message : "").toMatch(message);
  }

  test("is refused with a sentence: empty, noise, text, a folder", async () => {
    const chance = chances(3);
    await sentence(write("empty.wav", new Uint8Array()), /empty/);
    await sentence(
      write(
        "noise.mp3",
        Uint8Array.from({ length: 50_000 }, (_, index) => (index < 4 ? 1 : 256 * chance())),
      ),
      /not a WAV/,
    );
    await sentence(
      write("playlist.mp3", new TextEncoder().encode("#EXTM3U\nhttp://example.invalid/a.mp3\n")),
      /not a WAV/,
    );
    await sentence(folder, /not a file/);
  });

  test("is refused if it has a header and no sound", async () => {
    const head = wavOf(new Float32Array(0));
    await sentence(write("head.wav", head), /sound|decoded/);
    await sentence(write("flac.flac", new TextEncoder().encode("fLaC........................")), /sound track/);
  });

  test("is refused if it is a film in an audio container", async () => {
    const run = spawnSync(programs.ffmpeg, [
      "-v",
      "error",
      "-y",
      "-f",
      "lavfi",
      "-i",
      "color=red:s=64x64:d=1",
      at("film.m4a.mp4"),
    ]);
    expect(run.status).toBe(0);
    await sentence(at("film.m4a.mp4"), /no readable sound track/);
  });

  test("is refused with a sentence if its decoder crashes or uses up its processor time", async () => {
    const program = (name: string, script: string): string => {
      writeFileSync(at(name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return at(name);
    };
    const source = { path: at("song.wav"), demuxer: "wav", duration: null, secondsMax: 600 } as const;
    // The kernel counts ticks to the limit, and reports the exact time, which on a busy machine can be a fifth of a second less.
    const limits = { timeoutMs: 60_000, cpuMsMax: 2_000 };
    const spinning = decodeAudio(program("spin", "while :; do :; done"), source, never, limits);
    await expect(spinning).rejects.toThrow(new AudioUnreadable("Decoding it takes too much processor time."));
    const crashing = decodeAudio(program("crash", "kill -SEGV $$"), source, never);
    await expect(crashing).rejects.toThrow(new AudioUnreadable("None of its sound can be decoded."));
    // Says nothing about the file, so it can be measured again.
    const hanging = decodeAudio(program("hang", "exec sleep 60"), source, never, { ...limits, timeoutMs: 200 });
    await expect(hanging).rejects.toThrow(new Error("ffmpeg made no progress (timed-out)."));
    const killed = decodeAudio(program("kill", "head -c 40000 /dev/zero; kill -9 $$"), source, never);
    await expect(killed).rejects.toThrow(new Error("ffmpeg was killed."));
  }, 60_000);

  test("ends on abort", async () => {
    const stopped = AbortSignal.abort(new Error("the server stops"));
    await expect(measureAudio(at("song.wav"), programs, stopped)).rejects.toThrow("the server stops");
  });
});

describe("a file measured in a child process", () => {
  test(
    "has the same facts, or the same sentence",
    async () => {
      const parts = openNativeParts(folder);
      const { structure, ...apart } = await measureApart(at("song.wav"), parts, never);
      expect(apart).toEqual(await measureAudio(at("song.wav"), programs, never));
      expect(structure.duration).toBe(apart.facts.duration);
      const broken = measureApart(write("text.wav", new TextEncoder().encode("just words, and more")), parts, never);
      await expect(broken).rejects.toMatchObject({
        name: "AudioUnreadable",
        message: expect.stringContaining("not a WAV"),
      });
      await expect(measureApart(at("missing.wav"), parts, never)).rejects.toThrow(/cannot be measured.*ENOENT/);
    },
    CHILDREN_MS,
  );
});
