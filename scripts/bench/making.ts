/**
 * What an import of WAVs costs those who search: a server with a catalog takes in WAVs of three minutes (generated) by
 * copy, and makes the MP3 and the watermarked MP3 of each in its one lane. Prints how many times faster than it plays a
 * song is made ready (the bar is 40), and latencies of cache hits and new searches before and meanwhile (the p99 may double).
 *
 *   bun scripts/bench/making.ts [--wavs 200] [--seconds 180] [--songs 20000] [--needledrop dist/needledrop]
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printLatencies, withSearches } from "./beside-work.ts";
import { say } from "./load.ts";
import { command, createKey, programOf } from "./started-server.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";
import { writeWavSongs } from "./wav-songs.ts";

const POLL_MS = 200;
/** Made of every WAV: beside these two the peaks and what is measured, which the figure includes. */
const KINDS = ["mp3", "watermarked"];

const { values } = parseArgs({
  options: {
    wavs: { type: "string", default: "200" },
    seconds: { type: "string", default: "180" },
    songs: { type: "string", default: "20000" },
    needledrop: { type: "string" },
  },
});
const program = programOf(values.needledrop);
const wavs = Number(values.wavs);
const seconds = Number(values.seconds);
const folder = await mkdtemp(join(tmpdir(), "needledrop-bench-"));
const data = join(folder, "data");
try {
  const before = join(folder, "catalog.jsonl");
  await writeSyntheticCatalog(before, Number(values.songs));
  await command(program, ["import", before, "--data", data]);
  const songs = await writeWavSongs(folder, wavs, seconds);
  const after = join(folder, "with-wavs.jsonl");
  await writeFile(after, `${await Bun.file(before).text()}${songs.join("\n")}\n`);
  // For whom watermarked files are made ahead.
  await createKey(program, data, ["--mode", "test"]);
  await withSearches(program, folder, data, [], async ({ url }, latencies) => {
    const alone = await latencies(0);
    const importing = performance.now();
    await command(program, ["import", after, "--media", "copy", "--data", data]);
    say(`import of ${wavs} WAVs of ${seconds} s by copy`, `${secondsSince(importing)} s`);
    const begun = performance.now();
    await untilMade(url, 1);
    const busy = await latencies(100_000);
    if ((await made(url)) >= wavs) console.log("They were done too early: take more of them (--wavs).");
    await untilMade(url, wavs);
    const took = secondsSince(begun);
    say(`${KINDS.join(" and ")} of all, after the import`, `${took} s`);
    say("times real time, of at least 40", ((wavs * seconds) / Number(took)).toFixed(1));
    printLatencies(alone, busy, "while media are made");
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

function secondsSince(at: number): string {
  return ((performance.now() - at) / 1_000).toFixed(1);
}

/** Of how many WAVs everything is made. */
async function made(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${(await Bun.file(join(data, "admin-token")).text()).trim()}` };
  const response = await fetch(`${url}/metrics`, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`expected 200, got ${response.status}: ${text}`);
  const counts = KINDS.map((kind) => {
    const pattern = new RegExp(`^needledrop_media_made_total\\{kind="${kind}",outcome="(\\w+)"\\} (\\d+)$`, "gm");
    const outcomes = [...text.matchAll(pattern)];
    const failed = outcomes.find(([, outcome, count]) => outcome === "failed" && Number(count) > 0);
    if (failed !== undefined) throw new Error(`a ${kind} could not be made`);
    return Number(outcomes.find(([, outcome]) => outcome === "made")?.[2] ?? 0);
  });
  return Math.min(...counts);
}

async function untilMade(url: string, count: number): Promise<void> {
  while ((await made(url)) < count) await Bun.sleep(POLL_MS);
}
