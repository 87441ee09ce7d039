import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { makeWav } from "../../../src/media/make/make-wav.ts";
import { describeAudio, ffmpeg, musicWav, tools } from "./sound.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const folder = new TestFolder();
beforeAll(async () => {
  await folder.file("song.wav", musicWav(3));
});

test.each<[string, readonly string[], string]>([
  ["song.flac", [], "pcm_s16le"],
  ["deep.flac", ["-sample_fmt", "s32", "-bits_per_raw_sample", "24"], "pcm_s24le"],
  ["song.aiff", [], "pcm_s16le"],
  ["deep.aiff", ["-c:a", "pcm_s24be"], "pcm_s24le"],
  ["float.aiff", ["-c:a", "pcm_f32be"], "pcm_f32le"],
  ["apple.m4a", ["-c:a", "alac"], "pcm_s16le"],
])("a WAV made from %s has every sample", async (name, options, codec) => {
  await ffmpeg("-i", folder.to("song.wav"), ...options, folder.to(name));
  await makeWav(folder.to(name), folder.to("made.wav"), tools());
  expect((await describeAudio(folder.to("made.wav"))).codec).toBe(codec);
  const samples = (path: string) => ffmpeg("-i", path, "-f", "f64le", "-c:a", "pcm_f64le", "pipe:1");
  expect(await samples(folder.to("made.wav"))).toEqual(await samples(folder.to(name)));
});

test("a lossy file that is named as lossless gives no WAV", async () => {
  await ffmpeg("-i", folder.to("song.wav"), "-c:a", "aac", folder.to("lossy.m4a"));
  await expect(makeWav(folder.to("lossy.m4a"), folder.to("lossy.wav"), tools())).rejects.toThrow(/It is lossy/);
});
