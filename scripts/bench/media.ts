/**
 * The cost of generating media: an MP3 and a watermarked MP3 for each of some generated songs of three minutes, one after
 * the other as in one lane, compared with plain ffmpeg on the same files. Prints how much faster than real time this is
 * (target: 40 times).
 *
 *   bun scripts/bench/media.ts [--songs 20] [--seconds 180]
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeMp3 } from "../../src/media/make/make-mp3.ts";
import { makePeaks } from "../../src/media/make/make-peaks.ts";
import { makeWatermarked } from "../../src/media/make/make-watermarked.ts";
import { generatedMark } from "../../src/media/make/mark.ts";
import type { AudioTools } from "../../src/media/make/run-audio.ts";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { musicWav } from "../../test/media/make/sound.ts";
import { timed } from "../lib/timed.ts";
import { withFolder } from "../lib/with-folder.ts";
import { runFfmpeg } from "./draw-film.ts";
import { report } from "./load-loops.ts";

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
const spent = { mp3: 0, watermarked: 0, peaks: 0, plain5: 0, plain7: 0 };
await withFolder(async (folder) => {
  const to = join(folder, "made");
  for (let index = 0; index < songs; index++) {
    const source = join(folder, "song.wav");
    await writeFile(source, musicWav(seconds, { level: 0.5 + index / (2 * songs) }));
    // In turns, so that other load on this machine affects all of them equally.
    spent.mp3 += (await timed(() => makeMp3(source, to, tools))).ms;
    spent.plain5 += (await timed(() => encode(source, to, 5))).ms;
    spent.watermarked += (await timed(() => makeWatermarked(source, to, { mark }, tools))).ms;
    spent.plain7 += (await timed(() => encode(source, to, 7))).ms;
    spent.peaks += (await timed(() => makePeaks(source, to, tools))).ms;
  }
  const played = songs * seconds;
  const print = (what: string, ms: number): void => report(what, `${(played / (ms / 1_000)).toFixed(1)} times`);
  console.log(`${songs} songs of ${seconds} s, WAV, 44.1 kHz, stereo; times real time`);
  print("MP3", spent.mp3);
  print("  ffmpeg alone, -compression_level 5", spent.plain5);
  print("watermarked MP3", spent.watermarked);
  print("  ffmpeg alone, -compression_level 7", spent.plain7);
  print("peaks", spent.peaks);
  print("MP3 and watermarked MP3 (target: 40)", spent.mp3 + spent.watermarked);
  print("  ffmpeg alone, both", spent.plain5 + spent.plain7);
});

function encode(source: string, to: string, level: number): Promise<void> {
  const encoding = ["-c:a", "libmp3lame", "-b:a", "320k", "-compression_level", String(level), "-f", "mp3"];
  return runFfmpeg(ffmpeg, ["-threads", "1", "-i", source, ...encoding, to]);
}
