import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { makeMp3 } from "../../../src/media/make/make-mp3.ts";
import { makeWatermarked } from "../../../src/media/make/make-watermarked.ts";
import { generatedMark, type Mark, MARK_PERIOD_SECONDS } from "../../../src/media/make/mark.ts";
import { openMark } from "../../../src/media/make/open-mark.ts";
import { decoded, describeAudio, ffmpeg, musicWav, RATE, silentWav, tools } from "./sound.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const FIRST_AT_SECONDS = 0.5;
const SECONDS = 20;
/** Correlations with the mark: the least where it sounds, and the most for music alone. */
const FOUND = 0.15;
const NOT_FOUND = 0.06;

const folder = new TestFolder();
/** The best normalised correlation with the mark within a hundredth of a second around `at` seconds. */
function likeness(heard: Float32Array, { samples }: Pick<Mark, "samples">, at: number): number {
  const around = Math.round(0.01 * RATE);
  const middle = Math.round(at * RATE);
  let best = 0;
  for (let start = Math.max(0, middle - around); start <= middle + around; start++) {
    const window = heard.subarray(start, start + samples.length);
    let product = 0;
    let power = 0;
    let markPower = 0;
    for (let index = 0; index < window.length; index++) {
      const value = window[index] ?? 0;
      const mark = samples[index] ?? 0;
      product += value * mark;
      power += value * value;
      markPower += mark * mark;
    }
    best = Math.max(best, product / Math.sqrt(power * markPower || 1));
  }
  return best;
}

function loudest(samples: Float32Array): number {
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

function repetitions(seconds: number, mark: Mark): number[] {
  const times: number[] = [];
  for (let at = FIRST_AT_SECONDS; at + mark.samples.length / RATE < seconds; at += MARK_PERIOD_SECONDS) times.push(at);
  return times;
}

describe("a watermarked MP3", () => {
  const mark = generatedMark();
  let marked: Float32Array;
  let full: Float32Array;
  beforeAll(async () => {
    const source = await folder.file("song.wav", musicWav(SECONDS));
    await makeWatermarked(source, folder.to("marked.mp3"), { mark }, tools());
    await makeMp3(source, folder.to("full.mp3"), tools());
    marked = await decoded(folder.to("marked.mp3"));
    full = await decoded(folder.to("full.mp3"));
  });

  test("has the mark at every repetition, and the full MP3 at none", () => {
    const times = repetitions(SECONDS, mark);
    expect(times).toEqual([0.5, 9.5, 18.5]);
    for (const at of times) {
      expect(likeness(marked, mark, at)).toBeGreaterThan(FOUND);
      expect(likeness(full, mark, at)).toBeLessThan(NOT_FOUND);
    }
  });

  test("is only the music between two marks", () => {
    const from = Math.round(3 * RATE);
    const [one, other] = [marked.subarray(from, from + RATE), full.subarray(from, from + RATE)];
    expect(likeness(one, { samples: other }, 0)).toBeGreaterThan(0.98);
  });

  test("has the duration, the bit rate and the channels of the full one", async () => {
    const { duration, bitRate, channels, codec } = await describeAudio(folder.to("marked.mp3"));
    expect(Math.abs(duration - SECONDS)).toBeLessThan(0.1);
    expect({ bitRate, channels, codec }).toEqual({ bitRate: 320_000, channels: 2, codec: "mp3" });
  });

  test("has reproducible bytes", async () => {
    await makeWatermarked(folder.to("song.wav"), folder.to("again.mp3"), { mark }, tools());
    expect(await Bun.file(folder.to("again.mp3")).bytes()).toEqual(await Bun.file(folder.to("marked.mp3")).bytes());
  });
});

describe("the mark", () => {
  const mark = generatedMark();

  test.each([0.8, 1.3, 4])("is audible in a clip of %p seconds, shorter than a period", async (seconds) => {
    const source = await folder.file("clip.wav", musicWav(seconds));
    await makeWatermarked(source, folder.to("clip.mp3"), { mark }, tools());
    const at = seconds < FIRST_AT_SECONDS + mark.samples.length / RATE ? 0 : FIRST_AT_SECONDS;
    expect(likeness(await decoded(folder.to("clip.mp3")), mark, at)).toBeGreaterThan(FOUND);
  });

  test("follows the music: its relative level is the same in a loud and a quiet song", async () => {
    const found = [];
    for (const level of [0.9, 0.2]) {
      const source = await folder.file("level.wav", musicWav(3, { level }));
      await makeWatermarked(source, folder.to("level.mp3"), { mark }, tools());
      found.push(likeness(await decoded(folder.to("level.mp3")), mark, FIRST_AT_SECONDS));
    }
    expect(Math.abs((found[0] ?? 0) - (found[1] ?? 1))).toBeLessThan(0.1);
  });

  test("is audible in silence", async () => {
    await makeWatermarked(await folder.file("silent.wav", silentWav(12)), folder.to("silent.mp3"), { mark }, tools());
    const heard = await decoded(folder.to("silent.mp3"));
    for (const at of [0.5, 9.5]) expect(likeness(heard, mark, at)).toBeGreaterThan(0.9);
  });

  test("is added to a lossy source with another sample rate", async () => {
    const source = await folder.file("low.wav", musicWav(12, { channels: 1, rate: 48_000 }));
    await ffmpeg("-i", source, "-b:a", "128k", folder.to("low.mp3"));
    await makeWatermarked(folder.to("low.mp3"), folder.to("low-marked.mp3"), { mark }, tools());
    const heard = await decoded(folder.to("low-marked.mp3"));
    for (const at of [0.5, 9.5]) expect(likeness(heard, mark, at)).toBeGreaterThan(FOUND);
    expect((await describeAudio(folder.to("low-marked.mp3"))).channels).toBe(1);
  });

  test("is added to six channels, mixed down as in the full MP3, for integers and floats", async () => {
    const six = "0.5*sin(2*PI*330*t)";
    const input = ["-f", "lavfi", "-i", `aevalsrc=${Array(6).fill(six).join("|")}:c=5.1:s=44100:d=8`];
    for (const codec of ["pcm_s16le", "pcm_f32le"]) {
      const source = folder.to(`${codec}.wav`);
      await ffmpeg(...input, "-c:a", codec, source);
      await makeWatermarked(source, folder.to("six-marked.mp3"), { mark }, tools());
      await makeMp3(source, folder.to("six.mp3"), tools());
      // Between two marks.
      const heard = (await decoded(folder.to("six-marked.mp3"))).subarray(3 * RATE, 7 * RATE);
      const plain = (await decoded(folder.to("six.mp3"))).subarray(3 * RATE, 7 * RATE);
      expect(loudest(plain)).toBeLessThan(0.9);
      expect(loudest(heard) / loudest(plain)).toBeCloseTo(1, 1);
    }
  });

  test("is the operator's own recording if one is named", async () => {
    const recording = await folder.file("chirp.wav", new Uint8Array());
    await ffmpeg("-f", "lavfi", "-i", "aevalsrc=0.3*sin(2*PI*(600+900*t)*t):s=44100:d=1", recording);
    const own = await openMark(recording, tools());
    expect(own.digest).not.toBe(mark.digest);
    expect((await openMark(recording, tools())).digest).toBe(own.digest);
    await makeWatermarked(folder.to("song.wav"), folder.to("own.mp3"), { mark: own }, tools());
    const heard = await decoded(folder.to("own.mp3"));
    for (const at of repetitions(SECONDS, own)) {
      expect(likeness(heard, own, at)).toBeGreaterThan(FOUND);
      expect(likeness(heard, mark, at)).toBeLessThan(FOUND);
    }
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    [
      "too long",
      async () => await folder.file("long.wav", musicWav(6)),
      /expected 0\.2 to 5 seconds of sound, got 6\.0/,
    ],
    ["silent", async () => await folder.file("none.wav", silentWav(1)), /got silence/],
    [
      "no sound at all",
      async () => await folder.file("text.wav", "hello"),
      /It is not a WAV, AIFF, FLAC, MP3, M4A, AAC or OGG/,
    ],
  ])("cannot be a file that is %s", async (_title, path, message) => {
    await expect(openMark(await path(), tools())).rejects.toThrow(message);
  });
});
