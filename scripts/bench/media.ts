/**
 * What making media costs: songs of three minutes (generated), each made into an MP3 and a watermarked MP3, one after
 * the other as in one lane, beside ffmpeg itself, which decodes and encodes the same files twice with nothing around it.
 * Prints how many times faster than it plays a song is made ready: the bar is 40.
 *
 *   bun scripts/bench/media.ts [--songs 20] [--seconds 180]
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeMp3 } from "../../src/media/make/make-mp3.ts";
import { makePeaks } from "../../src/media/make/make-peaks.ts";
import { makeWatermarked } from "../../src/media/make/make-watermarked.ts";
import { generatedMark } from "../../src/media/make/mark.ts";
import type { AudioTools } from "../../src/media/make/run-audio.ts";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { musicWav } from "../../test/media/make/sound.ts";

const { values } = parseArgs({
  options: { songs: { type: "string", default: "20" }, seconds: { type: "string", default: "180" } },
});
const songs = Number(values.songs);
const seconds = Number(values.seconds);
const tools: AudioTools = {
  parts: openNativeParts(""),
  signal: new AbortController().signal,
  priority: () => "background",
};
const ffmpeg = await tools.parts.ffmpegPath();
const mark = generatedMark();
const folder = await mkdtemp(join(tmpdir(), "needledrop-bench-"));
const to = join(folder, "made");
const spent = { mp3: 0, watermarked: 0, peaks: 0, plain5: 0, plain7: 0 };
try {
  for (let index = 0; index < songs; index++) {
    const source = join(folder, "song.wav");
    await writeFile(source, musicWav(seconds, { level: 0.5 + index / (2 * songs) }));
    // In turns, so that whatever else this machine does meets each of them alike.
    spent.mp3 += await timed(() => makeMp3(source, to, tools));
    spent.plain5 += await timed(() => plainly(source, 5));
    spent.watermarked += await timed(() => makeWatermarked(source, to, mark, tools));
    spent.plain7 += await timed(() => plainly(source, 7));
    spent.peaks += await timed(() => makePeaks(source, to, tools));
  }
  const played = songs * seconds;
  const print = (what: string, ms: number): void => console.log(`${what.padEnd(44)} ${times(played, ms)}`);
  console.log(`${songs} songs of ${seconds} s, WAV, 44.1 kHz, stereo; times real time`);
  print("MP3", spent.mp3);
  print("  ffmpeg alone, -compression_level 5", spent.plain5);
  print("watermarked MP3", spent.watermarked);
  print("  ffmpeg alone, -compression_level 7", spent.plain7);
  print("peaks", spent.peaks);
  print("MP3 and watermarked MP3 (bar: 40)", spent.mp3 + spent.watermarked);
  print("  ffmpeg alone, both", spent.plain5 + spent.plain7);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function plainly(source: string, level: number): Promise<void> {
  const options = ["-v", "error", "-y", "-threads", "1", "-i", source, "-c:a", "libmp3lame", "-b:a", "320k"];
  const child = Bun.spawn([ffmpeg, ...options, "-compression_level", String(level), "-f", "mp3", to]);
  if ((await child.exited) !== 0) throw new Error("ffmpeg failed");
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function times(played: number, ms: number): string {
  return `${(played / (ms / 1_000)).toFixed(1)} times`;
}
