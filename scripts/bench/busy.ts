/**
 * Measures how the work of one client affects others: latencies of the request thread, of cache hits, of new searches (POST
 * to webhook) and of small uploads at fixed rates, alone, and during
 *
 * - the analysis of uploaded films and the generation of MP3s from WAVs, or
 * - with `--during briefs`, the most expensive briefs at the full rate of a key.
 *
 * Prints the ratio of the p99 of requests and searches (target: at most 2), and the p95 of uploads (target: at most 300 ms). The exit
 * status is 1 if a target is missed, or was not measured.
 *
 *   bun scripts/bench/busy.ts [--during films|briefs] [--songs 55525] [--minutes 5] [--films 4] [--wavs 60] [--uploads-only] [--catalog DUMP] [--needledrop dist/needledrop]
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { command, createKey, programOf } from "../lib/program.ts";
import { withFolder } from "../lib/with-folder.ts";
import { sendDenseBriefs } from "./dense-briefs.ts";
import { drawFilm } from "./draw-film.ts";
import { report } from "./load-loops.ts";
import { readLexicon, writeDump } from "./ranking/catalog.ts";
import { type Client, reportLatencies, withSearches } from "./search-latencies.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";
import { reportUploads, uploadLatencies } from "./upload-latencies.ts";
import { writeWavSongs } from "./wav-songs.ts";

const WAV_SECONDS = 180;
const BRIEFS_PER_SECOND = 25;
/** The first dense briefs load data and get compiled; they must not count. */
const WARM_UP_MS = 8_000;
/** A busy machine starts background work late. */
const WITHIN_MS = 300_000;
const POLL_MS = 50;
const BOX_HEAD_BYTES = 8;

const { values } = parseArgs({
  options: {
    during: { type: "string", default: "films" },
    songs: { type: "string", default: "55525" },
    minutes: { type: "string", default: "5" },
    films: { type: "string", default: "4" },
    wavs: { type: "string", default: "60" },
    "uploads-only": { type: "boolean", default: false },
    catalog: { type: "string" },
    needledrop: { type: "string" },
  },
});
const program = programOf(values.needledrop);
const missed: string[] = [];
await withFolder((folder) => (values.during === "briefs" ? measureDuringBriefs(folder) : measureDuringFilms(folder)));
for (const target of missed) console.error(`missed: ${target}`);
process.exit(missed.length === 0 ? 0 : 1);

async function measureDuringFilms(folder: string): Promise<void> {
  const data = join(folder, "data");
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
      if (performance.now() > deadline) throw new Error("No film is being analysed.");
      await Bun.sleep(POLL_MS);
    }
    const busy = await measure(100_000);
    const after = await statuses(client, assets);
    const meanwhile = `while ${assets.length} films are analysed and MP3s generated`;
    missed.push(...reportUploads(alone.uploads, busy.uploads, meanwhile));
    if (alone.searches !== null && busy.searches !== null)
      missed.push(...reportLatencies(alone.searches, busy.searches, meanwhile));
    report("the films at the end", after.join(", "));
    if (!after.includes("processing")) missed.push("the films were finished too early; use longer films (--minutes)");
  });
}

async function measureDuringBriefs(folder: string): Promise<void> {
  const data = join(folder, "data");
  const lexicon = await readLexicon();
  const catalog = values.catalog ?? join(folder, "catalog.jsonl");
  if (values.catalog === undefined) await writeDump(lexicon, Number(values.songs), catalog);
  await command(program, ["import", catalog, "--data", data]);
  const heavy = await createKey(program, data, ["--mode", "live", "--rate", String(BRIEFS_PER_SECOND)]);
  await withSearches(program, folder, data, [], async ({ url, token }, latencies, receiver) => {
    const briefs = { lexicon, rate: BRIEFS_PER_SECOND, callback: `${receiver.url}/dense` };
    const warming = sendDenseBriefs({ url, token, ...briefs, from: 1_000_000 });
    await Bun.sleep(WARM_UP_MS);
    await warming.stop();
    const alone = await latencies(0);
    const sending = sendDenseBriefs({ url, token: heavy.token, ...briefs, from: 0 });
    const busy = await latencies(100_000);
    missed.push(...reportLatencies(alone, busy, `during ${BRIEFS_PER_SECOND} dense briefs per second`));
    const answers = await sending.stop();
    report("answers to the dense briefs", [...answers].map(([status, count]) => `${count} of ${status}`).join(", "));
  });
}

/** Uploads the film and returns the asset's URL. A box at the end, which players skip, makes each upload different. */
async function upload({ url, token }: Client, film: string, number: number): Promise<string> {
  const box = Buffer.alloc(BOX_HEAD_BYTES + number);
  box.writeUInt32BE(box.length, 0);
  box.write("free", 4, "latin1");
  const form = new FormData();
  form.set("file", new Blob([await Bun.file(film).bytes(), box], { type: "video/mp4" }), "film.mp4");
  const headers = { authorization: `Token ${token}` };
  const response = await fetch(`${url}/v1/supervisor/assets`, { method: "POST", headers, body: form });
  if (response.status !== 202) throw new Error(`Expected 202, got ${response.status}: ${await response.text()}`);
  return JSON.parse(await response.text()).data.links.self;
}

async function statuses({ token }: Client, assets: readonly string[]): Promise<readonly string[]> {
  const headers = { authorization: `Token ${token}` };
  const texts = await Promise.all(assets.map(async (url) => (await fetch(url, { headers })).text()));
  return texts.map((text) => /"status":"(\w+)"/.exec(text)?.[1] ?? "unknown");
}
