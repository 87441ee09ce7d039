/**
 * How an import of WAVs affects searches: a server with a catalog imports generated WAVs of three minutes by copy, and
 * generates an MP3 and a watermarked MP3 of each in a single lane. Prints how much faster than real time this is
 * (target: 40 times), and latencies of cache hits and new searches before and meanwhile (target: at most twice the p99).
 *
 *   bun scripts/bench/making.ts [--wavs 200] [--seconds 180] [--songs 20000] [--needledrop dist/needledrop]
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { command, createKey, programOf } from "../lib/program.ts";
import { withFolder } from "../lib/with-folder.ts";
import { report } from "./load-loops.ts";
import { reportLatencies, withSearches } from "./search-latencies.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";
import { writeWavSongs } from "./wav-songs.ts";

const POLL_MS = 200;
/** The files that are counted per WAV. The time also includes its waveform peaks and measurements. */
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
await withFolder(async (folder) => {
  const data = join(folder, "data");
  const before = join(folder, "catalog.jsonl");
  await writeSyntheticCatalog(before, Number(values.songs));
  await command(program, ["import", before, "--data", data]);
  const songs = await writeWavSongs(folder, wavs, seconds);
  const after = join(folder, "with-wavs.jsonl");
  await writeFile(after, `${await Bun.file(before).text()}${songs.join("\n")}\n`);
  // Watermarked files are generated in advance only if there is such a key.
  await createKey(program, data, ["--mode", "test"]);
  await withSearches(program, folder, data, [], async ({ url }, latencies) => {
    const alone = await latencies(0);
    const importing = performance.now();
    await command(program, ["import", after, "--media", "copy", "--data", data]);
    report(`import of ${wavs} WAVs of ${seconds} s by copy`, `${secondsSince(importing)} s`);
    const begun = performance.now();
    const countMade = (): Promise<number> => madeCount(url, data);
    await untilMade(countMade, 1);
    const busy = await latencies(100_000);
    if ((await countMade()) >= wavs) console.log("The media were finished too early. Use more WAVs (--wavs).");
    await untilMade(countMade, wavs);
    const took = secondsSince(begun);
    report(`${KINDS.join(" and ")} of all, after the import`, `${took} s`);
    report("times real time (target: at least 40)", ((wavs * seconds) / Number(took)).toFixed(1));
    reportLatencies(alone, busy, "while media are generated");
  });
});
process.exit(0);

function secondsSince(at: number): string {
  return ((performance.now() - at) / 1_000).toFixed(1);
}

/** Returns the number of WAVs for which all files are generated. */
async function madeCount(url: string, data: string): Promise<number> {
  const headers = { authorization: `Bearer ${(await Bun.file(join(data, "admin-token")).text()).trim()}` };
  const response = await fetch(`${url}/metrics`, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`Expected 200, got ${response.status}: ${text}`);
  const counts = KINDS.map((kind) => {
    const pattern = new RegExp(`^needledrop_media_made_total\\{kind="${kind}",outcome="(\\w+)"\\} (\\d+)$`, "gm");
    const outcomes = [...text.matchAll(pattern)];
    const failed = outcomes.find(([, outcome, count]) => outcome === "failed" && Number(count) > 0);
    if (failed !== undefined) throw new Error(`A ${kind} file could not be generated.`);
    return Number(outcomes.find(([, outcome]) => outcome === "made")?.[2] ?? 0);
  });
  return Math.min(...counts);
}

async function untilMade(countMade: () => Promise<number>, count: number): Promise<void> {
  while ((await countMade()) < count) await Bun.sleep(POLL_MS);
}
