import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { makePeaks } from "../../../src/media/make/make-peaks.ts";
import { PEAK_BUCKETS, PeakFolder } from "../../../src/audio/waveform.ts";
import { RATE, silentWav, tools, wav } from "./sound.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const folder = new TestFolder();
describe("the peaks of a waveform", () => {
  test("have the duration, and the lowest and highest sample of a fixed number of buckets", async () => {
    // Silence, then a tone at half of full scale.
    const samples = Int16Array.from({ length: 4 * RATE }, (_, at) =>
      at < 2 * RATE ? 0 : 16_384 * Math.sin((2 * Math.PI * 440 * at) / RATE),
    );
    const path = await folder.file("half.wav", wav(samples, 1, RATE));
    await makePeaks(path, folder.to("peaks.json"), tools());
    const { duration, peaks } = await Bun.file(folder.to("peaks.json")).json();
    expect(duration).toBeCloseTo(4, 2);
    expect(peaks).toHaveLength(2 * PEAK_BUCKETS);
    expect(peaks.slice(0, 780).every((value: number) => value === 0)).toBe(true);
    const low = peaks.slice(820).filter((_: number, at: number) => at % 2 === 0);
    const high = peaks.slice(820).filter((_: number, at: number) => at % 2 === 1);
    expect(Math.max(...low)).toBeLessThan(-50);
    expect(Math.min(...high)).toBeGreaterThan(50);
  });

  test("tell the length, and the stated one of a truncated file", async () => {
    const bytes = wav(new Int16Array(10 * RATE), 1, RATE);
    const whole = await folder.file("whole.wav", bytes);
    expect(await makePeaks(whole, folder.to("whole.json"), tools())).toEqual({ duration: 10 });
    const cut = await folder.file("cut.wav", bytes.subarray(0, bytes.length / 2));
    const { duration, stated } = await makePeaks(cut, folder.to("cut.json"), tools());
    expect(duration).toBeCloseTo(5, 2);
    expect(stated).toBeCloseTo(10, 2);
  });

  test("of silence are zero", async () => {
    await makePeaks(await folder.file("silent.wav", silentWav(1)), folder.to("silent.json"), tools());
    expect(new Set((await Bun.file(folder.to("silent.json")).json()).peaks)).toEqual(new Set([0]));
  });
});

describe("reducing", () => {
  test.each([1, 100, 6_400, 6_401, 1_000_000])("%p samples keeps the lowest and the highest", (count) => {
    const folding = new PeakFolder();
    const samples = Int16Array.from({ length: count }, (_, at) => ((at * 7_919) % 65_536) - 32_768);
    for (let at = 0; at < count; at += 1_000) folding.add(samples.subarray(at, at + 1_000));
    const peaks = folding.end();
    expect(peaks).toHaveLength(2 * PEAK_BUCKETS);
    const least = samples.reduce((low, value) => Math.min(low, value), 0);
    expect(Math.min(...peaks)).toBe(Math.min(...peaks, Math.round(least / 256)));
    expect(folding.count).toBe(count);
  });

  test("no samples give silence", () => {
    expect(new Set(new PeakFolder().end())).toEqual(new Set([0]));
  });
});
