import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { makeMp3 } from "../../../src/media/make/make-mp3.ts";
import { isFaultOfSource } from "../../../src/media/make/making-failed.ts";
import { describeAudio, ffmpeg, musicWav, tools } from "./sound.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const folder = new TestFolder();
beforeAll(async () => {
  await folder.file("song.wav", musicWav(5.25));
});

describe("an MP3", () => {
  test("has 320 kbit/s, the duration and channels of its source, and reproducible bytes", async () => {
    await makeMp3(folder.to("song.wav"), folder.to("one.mp3"), tools());
    await makeMp3(folder.to("song.wav"), folder.to("two.mp3"), tools());
    const { codec, bitRate, sampleRate, channels, duration } = await describeAudio(folder.to("one.mp3"));
    expect({ codec, bitRate, sampleRate, channels }).toEqual({
      codec: "mp3",
      bitRate: 320_000,
      sampleRate: 44_100,
      channels: 2,
    });
    expect(Math.abs(duration - 5.25)).toBeLessThan(0.06);
    expect(await Bun.file(folder.to("two.mp3")).bytes()).toEqual(await Bun.file(folder.to("one.mp3")).bytes());
  });

  test.each<[string, readonly string[], number, number]>([
    ["hires.wav", ["-ar", "96000", "-c:a", "pcm_s24le"], 48_000, 2],
    ["studio.flac", ["-ar", "88200"], 44_100, 2],
    ["phone.wav", ["-ar", "8000", "-ac", "1"], 48_000, 1],
    ["tape.aiff", ["-ar", "22050"], 44_100, 2],
    ["surround.wav", ["-ac", "6"], 44_100, 2],
    ["film.w64", ["-f", "w64"], 44_100, 2],
    ["long.wav", ["-rf64", "always"], 44_100, 2],
    ["preview.m4a", ["-c:a", "aac"], 44_100, 2],
    ["raw.aac", ["-f", "adts"], 44_100, 2],
    ["web.ogg", ["-c:a", "libvorbis"], 44_100, 2],
    ["band.mp3", ["-b:a", "128k"], 44_100, 2],
  ])("is generated of %s", async (name, options, rate, count) => {
    await ffmpeg("-i", folder.to("song.wav"), ...options, folder.to(name));
    await makeMp3(folder.to(name), folder.to(`${name}.mp3`), tools());
    const { bitRate, sampleRate, channels, duration } = await describeAudio(folder.to(`${name}.mp3`));
    expect({ bitRate, sampleRate, channels }).toEqual({ bitRate: 320_000, sampleRate: rate, channels: count });
    expect(Math.abs(duration - 5.25)).toBeLessThan(0.1);
  });

  test("is generated from the existing part of a truncated file", async () => {
    await folder.file("cut.wav", musicWav(4).slice(0, 200_000));
    await makeMp3(folder.to("cut.wav"), folder.to("cut.mp3"), tools());
    expect((await describeAudio(folder.to("cut.mp3"))).duration).toBeGreaterThan(1);
  });
});

describe("an MP3 fails with a sentence", () => {
  const header = (text: string): Uint8Array => new TextEncoder().encode(text);
  test.each<[string, () => Uint8Array, RegExp]>([
    ["an empty file", () => new Uint8Array(), /^The file is empty\.$/],
    ["a text", () => header("hello, this is no music"), /^It is not a WAV, AIFF, FLAC, MP3, M4A, AAC or OGG file\.$/],
    ["a playlist", () => header("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"), /^It is not a WAV/],
    [
      "a FLAC of nonsense",
      () => header(`fLaC${"nonsense".repeat(500)}`),
      /^It (has no readable sound|cannot be decoded)/,
    ],
    [
      "an OGG of nonsense",
      () => header(`OggS${"nonsense".repeat(500)}`),
      /^It (has no readable sound|cannot be decoded)/,
    ],
    [
      "an M4A of nonsense",
      () => header(`\0\0\0\x18ftypM4A ${"nonsense".repeat(500)}`),
      /^It (has no readable sound|cannot be)/,
    ],
    ["a WAV that is a header", () => header("RIFF    WAVEfmt "), /^It (has no readable sound|cannot be decoded)/],
    ["a WAV without a sample", () => musicWav(0), /sound|decoded/],
  ])("for %s", async (_title, bytes, message) => {
    const path = await folder.file("bad", bytes());
    const failure = await makeMp3(path, folder.to("bad.mp3"), tools()).catch((error: unknown) => error);
    expect(isFaultOfSource(failure)).toBeTrue();
    expect(String(failure)).not.toContain(folder.path);
    expect(failure instanceof Error ? failure.message : "").toMatch(message);
  });

  test("for a folder", async () => {
    await expect(makeMp3(folder.path, folder.to("bad.mp3"), tools())).rejects.toThrow();
  });

  test("or with the signal's reason", async () => {
    const stop = new AbortController();
    const making = makeMp3(await folder.file("long.wav", musicWav(120)), folder.to("x.mp3"), tools(stop.signal));
    stop.abort(new Error("the server stops"));
    await expect(making).rejects.toThrow("the server stops");
  });
});
