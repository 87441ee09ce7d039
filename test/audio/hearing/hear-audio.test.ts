import { beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { copyFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HeardSound } from "../../../schema/heard-sound.ts";
import { AudioUnreadable } from "../../../src/audio/audio-unreadable.ts";
import { hearApart } from "../../../src/audio/hearing/hear-apart.ts";
import { hearAudio } from "../../../src/audio/hearing/hear-audio.ts";
import { compared } from "../../../src/audio/hearing/hearing.ts";
import { type AudioPrograms, measureAudio } from "../../../src/audio/measure-audio.ts";
import { packDescriptor } from "../../../src/audio/descriptor/descriptor-bytes.ts";
import { openNativeParts } from "../../../src/native/native-parts.ts";
import { audioPrograms, convertSound, synthesiseSound } from "../../support/sounding-music.ts";
import { generatePiece, wavOf } from "../../support/generated-music.ts";
import { planOf } from "../../support/generated-plans.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const never = new AbortController().signal;
/** A child in a checkout loads the program from source. */
const CHILDREN_MS = 60_000;
let folder: string;
let programs: AudioPrograms;

beforeAll(async () => {
  folder = temporaryFolder();
  programs = await audioPrograms();
  writeFileSync(at("song.wav"), wavOf(generatePiece(planOf(7_000, true, 32)).samples, 2));
});

function at(name: string): string {
  return join(folder, name);
}

async function heard(path: string): Promise<Pick<HeardSound, "typical" | "descriptions">> {
  return compared((await hearAudio({ path }, programs, never)).hearing, null);
}

/** How far two descriptions are apart, relative to their size. */
function apart(one: Float32Array | undefined, other: Float32Array | undefined): number {
  const difference = Array.from(one ?? [], (value, index) => value - (other?.[index] ?? 0));
  return Math.hypot(...difference) / Math.hypot(...(one ?? [1]));
}

describe("a heard file", () => {
  test("is described exactly as a song with the same sound, and by its parts", async () => {
    const { facts, hearing } = await hearAudio({ path: at("song.wav") }, programs, never);
    const measured = await measureAudio(at("song.wav"), programs, never);
    expect(facts).toEqual(measured.facts);
    const packed = new Uint8Array(packDescriptor(hearing.descriptor ?? new Float32Array()));
    expect(packed).toEqual(new Uint8Array(measured.descriptor ?? []));
    // 32 seconds: segments from 0, 5, 10 and 15 s.
    expect(hearing.segments).toHaveLength(4);
    expect(compared(hearing, null)).toMatchObject({ excerpt: null, typical: { start: 0, end: 30.02 } });
    expect(compared(hearing, null).descriptions).toHaveLength(2);
  });

  test.each<[string, ...string[]]>([
    ["song.mp3"],
    ["song.flac"],
    ["song.ogg"],
    ["song.aac"],
    ["song.m4a"],
    ["mono.wav", "-ac", "1"],
    ["fast.wav", "-ar", "96000"],
  ])("sounds alike in another format: %s", async (name, ...options) => {
    const [whole] = (await heard(convertSound(programs, at("song.wav"), at(name), ...options))).descriptions;
    const [original] = (await heard(at("song.wav"))).descriptions;
    expect(apart(original, whole)).toBeLessThan(0.12);
  });

  test("may have a wrong extension and a picture inside", async () => {
    const cover = at("cover.png");
    synthesiseSound(programs, "color=s=32x32:d=1", cover, "-frames:v", "1");
    const withCover = at("cover.mp3");
    const options = [
      "-i",
      at("song.wav"),
      "-i",
      cover,
      "-map",
      "0:a",
      "-map",
      "1:v",
      "-c:v",
      "png",
      "-disposition:v",
      "attached_pic",
    ];
    expect(spawnSync(programs.ffmpeg, ["-v", "error", "-y", ...options, withCover]).stderr.toString()).toBe("");
    copyFileSync(withCover, at("named.flac"));
    expect((await heard(at("named.flac"))).descriptions).toHaveLength(2);
  });

  test("is heard as far as it goes if it is truncated", async () => {
    const path = convertSound(programs, at("song.wav"), at("cut.flac"));
    truncateSync(path, Math.round(Bun.file(path).size * 0.6));
    const { facts, hearing } = await hearAudio({ path }, programs, never);
    expect(facts.duration).toBeLessThan(25);
    expect(facts.stated).toBeGreaterThan(31);
    expect(compared(hearing, null).descriptions.length).toBeGreaterThan(0);
  });

  test("has nothing to compare if it is silent or half a second long", async () => {
    const silent = await heard(synthesiseSound(programs, "anullsrc=d=20", at("silent.wav")));
    expect(silent).toMatchObject({ typical: null, descriptions: [] });
    const short = await heard(synthesiseSound(programs, "sine=d=0.5", at("short.wav")));
    expect(short).toMatchObject({ typical: null, descriptions: [] });
  });

  test("of twelve seconds is compared as a whole only", async () => {
    const path = convertSound(programs, at("song.wav"), at("twelve.wav"), "-t", "12");
    expect(await heard(path)).toMatchObject({ typical: null, descriptions: [expect.anything()] });
  });
});

describe("a file that cannot be heard", () => {
  test("is one of 61 minutes, a film without sound, noise, and text", async () => {
    const long = synthesiseSound(programs, "anullsrc=r=8000:cl=mono:d=3660", at("long.flac"));
    await refused({ path: long }, "It is longer than 60 minutes.");
    const film = synthesiseSound(programs, "color=s=32x32:d=1", at("mute.mp4"));
    await refused({ path: film, container: "mov" }, "It has no readable sound track.");
    writeFileSync(at("text.wav"), "RIFF????WAVEfmt and nothing else");
    await refused({ path: at("text.wav") }, "It has no readable sound track.");
    writeFileSync(at("text.mp3"), "not music");
    await refused({ path: at("text.mp3") }, "It is not a WAV, AIFF, FLAC, MP3, M4A, AAC or OGG file.");
  });

  async function refused(source: Parameters<typeof hearAudio>[0], sentence: string): Promise<void> {
    await expect(hearAudio(source, programs, never)).rejects.toThrow(new AudioUnreadable(sentence));
  }
});

test(
  "a child process hears the same, also in the sound of films",
  async () => {
    const parts = openNativeParts(folder);
    const run = { priority: "request", signal: never } as const;
    const film = (name: string): string =>
      convertSound(programs, at("song.wav"), at(name), "-f", "lavfi", "-i", "color=s=32x32:r=5", "-shortest");
    const [direct] = (await heard(at("song.wav"))).descriptions;
    for (const source of [
      { path: at("song.wav") },
      { path: film("film.mp4"), container: "mov" },
      { path: film("film.webm"), container: "matroska" },
    ] as const) {
      const [whole] = compared((await hearApart(source, parts, run)).hearing, null).descriptions;
      expect(apart(direct, whole)).toBeLessThan(0.12);
    }
    await expect(hearApart({ path: at("nothing.wav") }, parts, run)).rejects.toThrow();
  },
  CHILDREN_MS,
);
