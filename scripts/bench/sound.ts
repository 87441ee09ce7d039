/**
 * The time to render the sound of the demonstration: `bun scripts/bench/sound.ts [SONGS]`, by default all songs. Renders
 * the full mix, the versions and the stems of each song on one core, without cut-downs, and checks that no file clips,
 * is silent, or has another length than in the catalog. Ends with status 1 if a file is wrong.
 */
import { join } from "node:path";
import { lengthOf } from "../../src/sound/music/length.ts";
import { renderParts } from "../../src/sound/render-song.ts";
import { SAMPLE_RATE } from "../../src/sound/signal/sample-rate.ts";
import { partOf } from "../../src/sound/sound-song.ts";
import { soundSongsOf } from "../draw/sound-lines.ts";

const PEAK_DBFS_MAX = -1;
const RMS_DBFS_MIN = -45;
const HEADER_BYTES = 44;
const FIRST = 10;

const text = await Bun.file(join(import.meta.dir, "../../demo/catalog.jsonl")).text();
const songs = soundSongsOf(text.split("\n").slice(0, -1)).slice(0, Number(process.argv[2] ?? Number.MAX_SAFE_INTEGER));
const times: number[] = [];
let audioSeconds = 0;
let files = 0;
let wrong = 0;
for (const song of songs) {
  const fullLength = song.audioFiles.filter((file) => !file.description.endsWith(" second cut"));
  const parts = fullLength.flatMap((file) => partOf(song, file) ?? []);
  const start = performance.now();
  const rendered = renderParts(song, parts);
  times.push((performance.now() - start) / 1_000);
  for (const part of parts) {
    const wav = rendered.get(part);
    const samples = new Int16Array(wav?.buffer ?? new ArrayBuffer(HEADER_BYTES), HEADER_BYTES);
    const fault = faultOf(samples, lengthOf(song).seconds);
    files += 1;
    audioSeconds += samples.length / 2 / SAMPLE_RATE;
    if (fault === null) continue;
    wrong += 1;
    console.log(`${song.id}/${part}: ${fault}`);
  }
}
const total = times.reduce((sum, one) => sum + one, 0);
const firstTen = times.slice(0, FIRST).reduce((sum, one) => sum + one, 0);
console.log(`${songs.length} songs, ${files} files, ${audioSeconds.toFixed(0)} s of sound in ${total.toFixed(1)} s`);
console.log(
  `${(audioSeconds / total).toFixed(0)} times real time; ${(total / songs.length).toFixed(2)} s per song, ${Math.max(...times).toFixed(2)} s the slowest`,
);
console.log(`the first ${Math.min(FIRST, songs.length)} songs with all versions and stems: ${firstTen.toFixed(1)} s`);
console.log(`${wrong} of ${files} files wrong`);
process.exitCode = wrong === 0 ? 0 : 1;

function faultOf(samples: Int16Array, seconds: number): string | null {
  if (samples.length !== Math.round(seconds * SAMPLE_RATE) * 2) return `${samples.length / 2} frames, not ${seconds} s`;
  let peak = 0;
  let power = 0;
  for (const value of samples) {
    peak = Math.max(peak, Math.abs(value));
    power += value * value;
  }
  const peakDb = 20 * Math.log10(peak / 32_767);
  const rmsDb = 10 * Math.log10(power / samples.length / 32_767 ** 2);
  if (peakDb > PEAK_DBFS_MAX) return `peak ${peakDb.toFixed(2)} dBFS`;
  return rmsDb > RMS_DBFS_MIN ? null : `RMS ${rmsDb.toFixed(1)} dBFS`;
}
