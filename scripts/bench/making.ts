/**
 * What an import of WAVs costs those who search: a server with a catalog takes in WAVs of three minutes (generated) by
 * copy, and makes the MP3 and the watermarked MP3 of each in its one lane. Prints how many times faster than it plays a
 * song is made ready (the bar is 40), and latencies of cache hits and new searches before and meanwhile (the p99 may double).
 *
 *   bun scripts/bench/making.ts [--wavs 200] [--seconds 180] [--songs 20000] [--needledrop dist/needledrop]
 */
import { mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { musicWav } from "../../test/media/make/sound.ts";
import { makeAuthority } from "../../test/support/certificates.ts";
import { HttpsReceiver } from "../../test/support/https-receiver.ts";
import { percentile, percentiles, say } from "./load.ts";
import { cacheHitLatencies, callbackOptions, newSearchLatencies, post, searchBody } from "./search-client.ts";
import { command, createKey, programOf, startServer } from "./started-server.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";

const HITS = { rate: 100, seconds: 10 };
const SEARCHES = { rate: 20, seconds: 15 };
const KEY_RATE = 10_000;
const WITHIN_MS = 60_000;
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
  await mkdir(join(folder, "wavs"));
  await writeWavs(join(folder, "wavs"));
  const after = join(folder, "with-wavs.jsonl");
  const songs = Array.from({ length: wavs }, (_, number) => JSON.stringify(songWithWav(number)));
  await writeFile(after, `${await Bun.file(before).text()}${songs.join("\n")}\n`);
  const live = await createKey(program, data, ["--mode", "live", "--rate", String(KEY_RATE)]);
  await createKey(program, data, ["--mode", "test"]);
  const authority = await makeAuthority();
  await writeFile(join(folder, "ca.pem"), authority.caPem);
  const receiver = await HttpsReceiver.start({ authority });
  const server = await startServer(program, data, callbackOptions(join(folder, "ca.pem")));
  try {
    await compare({ url: server.url, token: live.token }, receiver, after);
  } finally {
    await server.stop();
    await receiver.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

interface Client {
  readonly url: string;
  readonly token: string;
}

async function compare(client: Client, receiver: HttpsReceiver, catalog: string): Promise<void> {
  // What a first search loads is not what making costs.
  await newSearchLatencies({ ...client, receiver, ...SEARCHES, seconds: 2, from: 900_000 });
  const alone = await latencies(client, receiver, 0);
  const importing = performance.now();
  await command(program, ["import", catalog, "--media", "copy", "--data", data]);
  say(`import of ${wavs} WAVs of ${seconds} s by copy`, `${((performance.now() - importing) / 1_000).toFixed(1)} s`);
  const begun = performance.now();
  await untilMade(client.url, 1);
  const busy = await latencies(client, receiver, 100_000);
  if ((await made(client.url)) >= wavs) console.log("They were done too early: take more of them (--wavs).");
  await untilMade(client.url, wavs);
  const took = (performance.now() - begun) / 1_000;
  say(`${KINDS.join(" and ")} of all, after the import`, `${took.toFixed(1)} s`);
  say("times real time, of at least 40", ((wavs * seconds) / took).toFixed(1));
  print(`cache hit at ${HITS.rate}/s`, alone.hits, busy.hits);
  print(`new search, POST to webhook, at ${SEARCHES.rate}/s`, alone.searches, busy.searches);
}

interface Latencies {
  readonly hits: readonly number[];
  readonly searches: readonly number[];
}

async function latencies(client: Client, receiver: HttpsReceiver, from: number): Promise<Latencies> {
  const body = searchBody("a calm piano piece for the end of a long day", receiver.url);
  const asked = await post(client.url, client.token, body);
  await asked.arrayBuffer();
  if (asked.status === 202) await receiver.next(WITHIN_MS);
  return {
    hits: await cacheHitLatencies({ ...client, body, ...HITS }),
    searches: await newSearchLatencies({ ...client, receiver, ...SEARCHES, from }),
  };
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

function print(what: string, alone: readonly number[], busy: readonly number[]): void {
  say(`${what}, alone, p50 / p95 / p99`, percentiles(alone));
  say(`${what}, while media are made`, percentiles(busy));
  say("ratio of the p99, of at most 2", (percentile(busy, 0.99) / percentile(alone, 0.99)).toFixed(2));
}

function songWithWav(number: number): object {
  const file = { id: `wav-${number}`, description: "Full mix", vocals: "none", wav: `wavs/${number}.wav` };
  return { id: `song-of-wav-${number}`, title: `Wav ${number}`, audio_files: [file] };
}

/** One piece of music, in as many files that differ in one sample. */
async function writeWavs(into: string): Promise<void> {
  const bytes = musicWav(seconds);
  for (let number = 0; number < wavs; number += 1) {
    const file = await open(join(into, `${number}.wav`), "w");
    new DataView(bytes.buffer).setInt16(bytes.length - 2, number, true);
    await file.writeFile(bytes);
    await file.close();
  }
}
