/**
 * What background work costs clients: latencies of cache hits, of new searches (POST to webhook) and of small uploads at
 * fixed rates, alone, and while films that were uploaded are analysed and the MP3s of WAVs are made. Prints the ratio of
 * the p99 of searches, of at most 2, and the p95 of uploads, of at most 300 ms.
 *
 *   bun scripts/bench/busy.ts [--songs 55525] [--minutes 5] [--films 4] [--wavs 60] [--uploads-only] [--needledrop dist/needledrop]
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { type Client, printLatencies, withSearches } from "./beside-work.ts";
import { drawFilm } from "./draw-film.ts";
import { say } from "./load.ts";
import { command, programOf } from "./started-server.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";
import { printUploads, uploadLatencies } from "./upload-latencies.ts";
import { writeWavSongs } from "./wav-songs.ts";

const WAV_SECONDS = 180;
/** A busy machine starts background work late. */
const WITHIN_MS = 300_000;
const POLL_MS = 50;
const BOX_HEAD_BYTES = 8;

const { values } = parseArgs({
  options: {
    songs: { type: "string", default: "55525" },
    minutes: { type: "string", default: "5" },
    films: { type: "string", default: "4" },
    wavs: { type: "string", default: "60" },
    "uploads-only": { type: "boolean", default: false },
    needledrop: { type: "string" },
  },
});
const program = programOf(values.needledrop);
const folder = await mkdtemp(join(tmpdir(), "needledrop-bench-"));
const data = join(folder, "data");
try {
  const film = await drawFilm(await openNativeParts("").ffmpegPath(), folder, Number(values.minutes));
  const catalog = join(folder, "catalog.jsonl");
  await writeSyntheticCatalog(catalog, Number(values.songs), { media: folder });
  await command(program, ["import", catalog, "--media", "in-place", "--data", data]);
  const withWavs = join(folder, "with-wavs.jsonl");
  const wavSongs = await writeWavSongs(folder, Number(values.wavs), WAV_SECONDS);
  await writeFile(withWavs, `${await Bun.file(catalog).text()}${wavSongs.join("\n")}\n`);
  await withSearches(program, folder, data, ["--video", "--images"], async (client, latencies) => {
    const measure = async (from: number) => ({
      uploads: await uploadLatencies(client),
      searches: values["uploads-only"] ? null : await latencies(from),
    });
    const alone = await measure(0);
    await command(program, ["import", withWavs, "--media", "in-place", "--data", data]);
    const films = Array.from({ length: Number(values.films) }, (_, number) => upload(client, film, number));
    const assets = await Promise.all(films);
    const deadline = performance.now() + WITHIN_MS;
    while (!(await statuses(client, assets)).includes("processing")) {
      if (performance.now() > deadline) throw new Error("no film is being analysed");
      await Bun.sleep(POLL_MS);
    }
    const busy = await measure(100_000);
    const after = await statuses(client, assets);
    const meanwhile = `while ${assets.length} films are analysed and MP3s made`;
    printUploads(alone.uploads, busy.uploads, meanwhile);
    if (alone.searches !== null && busy.searches !== null) printLatencies(alone.searches, busy.searches, meanwhile);
    say("the films at the end of it", after.join(", "));
    if (!after.includes("processing")) console.log("They were done too early: take longer ones (--minutes).");
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

/** Sends the film, with a box at its end that players skip and that tells it from the others; returns the asset's address. */
async function upload({ url, token }: Client, film: string, number: number): Promise<string> {
  const box = Buffer.alloc(BOX_HEAD_BYTES + number);
  box.writeUInt32BE(box.length, 0);
  box.write("free", 4, "latin1");
  const form = new FormData();
  form.set("file", new Blob([await Bun.file(film).bytes(), box], { type: "video/mp4" }), "film.mp4");
  const headers = { authorization: `Token ${token}` };
  const response = await fetch(`${url}/v1/supervisor/assets`, { method: "POST", headers, body: form });
  if (response.status !== 202) throw new Error(`expected 202, got ${response.status}: ${await response.text()}`);
  return JSON.parse(await response.text()).data.links.self;
}

async function statuses({ token }: Client, assets: readonly string[]): Promise<readonly string[]> {
  const headers = { authorization: `Token ${token}` };
  const texts = await Promise.all(assets.map(async (url) => (await fetch(url, { headers })).text()));
  return texts.map((text) => /"status":"(\w+)"/.exec(text)?.[1] ?? "unknown");
}
