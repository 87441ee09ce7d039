/**
 * How the analysis of films affects searches: latencies of cache hits and new searches (POST to webhook) at a fixed rate,
 * alone and during the analysis of four films that were uploaded over HTTP. Prints the ratio of the p99 (target: at most 2).
 *
 *   bun scripts/bench/busy.ts [--songs 55525] [--minutes 5] [--needledrop dist/needledrop]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { command, programOf } from "../lib/program.ts";
import { withFolder } from "../lib/with-folder.ts";
import { drawFilm } from "./draw-film.ts";
import { report } from "./load.ts";
import { type Client, reportLatencies, withSearches } from "./search-latencies.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";

const FILMS = 4;
const WITHIN_MS = 60_000;
const POLL_MS = 50;
const BOX_HEAD_BYTES = 8;

const { values } = parseArgs({
  options: {
    songs: { type: "string", default: "55525" },
    minutes: { type: "string", default: "5" },
    needledrop: { type: "string" },
  },
});
const program = programOf(values.needledrop);
await withFolder(async (folder) => {
  const data = join(folder, "data");
  const film = await drawFilm(await openNativeParts("").ffmpegPath(), folder, Number(values.minutes));
  const catalog = join(folder, "catalog.jsonl");
  await writeSyntheticCatalog(catalog, Number(values.songs), { media: folder });
  await command(program, ["import", catalog, "--media", "in-place", "--data", data]);
  await withSearches(program, folder, data, ["--video"], async (client, latencies) => {
    const alone = await latencies(0);
    const assets = await Promise.all(Array.from({ length: FILMS }, (_, number) => upload(client, film, number)));
    const deadline = performance.now() + WITHIN_MS;
    while (!(await statuses(client, assets)).includes("processing")) {
      if (performance.now() > deadline) throw new Error("No film is being analysed.");
      await Bun.sleep(POLL_MS);
    }
    const busy = await latencies(100_000);
    const after = await statuses(client, assets);
    reportLatencies(alone, busy, `while ${FILMS} films are analysed`);
    report("the films at the end", after.join(", "));
    if (!after.includes("processing")) console.log("The films were finished too early. Use longer films (--minutes).");
  });
});
process.exit(0);

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
