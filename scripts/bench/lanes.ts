/**
 * Measures how long short uploads of one key wait while another key has films in the queue: the seconds from the upload of a
 * picture, of clips in each container, of a damaged clip and of a search with a clip, to their ends. Prints a table, whether each
 * ended within the limit, how long its processes ran and waited for a core (Linux), and how the films ended.
 *
 *   bun scripts/bench/lanes.ts [--films 4] [--seconds 45] [--film FILE.mp4] [--within 30] [--needledrop dist/needledrop]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { filmBytes, type FilmWish, pictureBytes } from "../../test/support/pictures-and-films.ts";
import { command, createKey, programOf, startServer } from "../lib/program.ts";
import { withFolder } from "../lib/with-folder.ts";
import { drawFilm } from "./draw-film.ts";
import { report } from "./load-loops.ts";
import { childrenOf, watchCoreShare } from "./processes.ts";

const POLL_MS = 50;
const SAMPLE_EVERY_MS = 20;
/** A row that takes longer is given up. */
const GIVEN_UP_AFTER_MS = 300_000;
const ENDS = ["processed", "completed", "failed", "blocked"];
const CLIP = { seconds: 2, source: "testsrc2=s=640x360:r=25" } as const;

const { values } = parseArgs({
  options: {
    films: { type: "string", default: "4" },
    seconds: { type: "string", default: "45" },
    film: { type: "string" },
    within: { type: "string", default: "30" },
    needledrop: { type: "string" },
  },
});

interface Client {
  readonly url: string;
  readonly token: string;
}

interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly status: string;
  readonly isInTime: boolean;
  /** Seconds of its processes on a core, and in the queue for one. */
  readonly ran: string;
  readonly waited: string;
}

await withFolder(async (folder) => {
  const program = programOf(values.needledrop);
  const data = join(folder, "data");
  const minutes = Number(values.seconds) / 60;
  const film = values.film ?? (await drawFilm(await openNativeParts("").ffmpegPath(), folder, minutes));
  const dump = join(folder, "catalog.jsonl");
  await Bun.write(dump, `${JSON.stringify({ id: "1", title: "Low Tide", tags: { mood: ["calm"] } })}\n`);
  await command(program, ["import", dump, "--data", data]);
  const access = ["--images", "--video"];
  const keys = [await createKey(program, data, access), await createKey(program, data, access)] as const;
  const server = await startServer(program, data, { options: ["--callback-allow", "127.0.0.1"] });
  try {
    const [busy, short] = keys.map(({ token }): Client => ({ url: server.url, token })) as [Client, Client];
    const films: string[] = [];
    for (let number = 0; number < Number(values.films); number++) {
      films.push(await upload(busy, withBox(await Bun.file(film).bytes(), number), "video/mp4"));
    }
    await untilStatus(() => statusOf(busy, films[0] ?? ""), ["processing"]);
    const rows = await measureRows(short, server.pid);
    console.table(rows.map((row) => ({ ...row, seconds: row.seconds.toFixed(1) })));
    report("rows in time", `${rows.filter(({ isInTime }) => isInTime).length} of ${rows.length}`);
    const ended = films.map((asset) => untilStatus(() => statusOf(busy, asset), ENDS));
    report("the films in the end", (await Promise.all(ended)).join(", "));
  } finally {
    await server.stop();
  }
});
process.exit(0);

async function measureRows(client: Client, serverPid: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  // The process of the films. Those of pictures and clips start with the first of them.
  const ofFilms = new Set(await childrenOf(serverPid));
  const measure = async (name: string, expected: string, start: () => Promise<() => Promise<string>>) => {
    const startedAt = performance.now();
    const share = watchCoreShare(serverPid, ofFilms, SAMPLE_EVERY_MS);
    const status = await untilStatus(await start(), ENDS);
    const seconds = (performance.now() - startedAt) / 1_000;
    const { ran, waited } = await share.stop();
    const isInTime = status === expected && seconds <= Number(values.within);
    rows.push({ name, seconds, status, isInTime, ran: ran.toFixed(1), waited: waited.toFixed(1) });
  };
  const asset = (bytes: Uint8Array<ArrayBuffer>, type: string) => async () => {
    const id = await upload(client, bytes, type);
    return () => statusOf(client, id);
  };
  const clip = (more: Partial<FilmWish> = {}) => filmBytes({ ...CLIP, ...more });
  await measure("a picture", "processed", asset(await pictureBytes(), "image/jpeg"));
  await measure("a clip, MP4", "processed", asset(await clip(), "video/mp4"));
  await measure("a clip, QuickTime", "processed", asset(await clip({ container: "mov" }), "video/quicktime"));
  await measure("a clip, WebM", "processed", asset(await clip({ container: "webm" }), "video/webm"));
  await measure("a clip of noise", "failed", asset(withNoise(await clip()), "video/mp4"));
  const searched = withBox(await clip(), 9);
  await measure("a search with a new clip", "completed", async () => {
    const id = await upload(client, searched, "video/mp4");
    const search = await submit(client, id);
    return () => statusOf(client, search, "searches");
  });
  return rows;
}

async function untilStatus(read: () => Promise<string>, awaited: readonly string[]): Promise<string> {
  const startedAt = performance.now();
  for (;;) {
    const status = await read();
    if (awaited.includes(status) || performance.now() - startedAt > GIVEN_UP_AFTER_MS) return status;
    await Bun.sleep(POLL_MS);
  }
}

async function upload({ url, token }: Client, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([bytes], { type }), "file");
  const headers = { authorization: `Token ${token}` };
  return await idOf(await fetch(`${url}/v1/supervisor/assets`, { method: "POST", headers, body: form }));
}

async function submit({ url, token }: Client, assetId: string): Promise<string> {
  const attributes = { asset_ids: [assetId], callback_url: "https://127.0.0.1:1/none" };
  const body = JSON.stringify({ data: { type: "supervisor_searches", attributes } });
  const headers = { authorization: `Token ${token}`, "content-type": "application/vnd.api+json" };
  return await idOf(await fetch(`${url}/v1/supervisor/search`, { method: "POST", headers, body }));
}

async function idOf(response: Response): Promise<string> {
  const text = await response.text();
  if (response.status !== 202) throw new Error(`Expected 202, got ${response.status}: ${text}`);
  return JSON.parse(text).data.id;
}

async function statusOf({ url, token }: Client, id: string, collection = "assets"): Promise<string> {
  const path = collection === "assets" ? `assets/${id}` : `search/${id}`;
  const response = await fetch(`${url}/v1/supervisor/${path}`, { headers: { authorization: `Token ${token}` } });
  return /"status":"(\w+)"/.exec(await response.text())?.[1] ?? "unknown";
}

/** Adds a box that players skip, so that each upload has other bytes. */
function withBox(bytes: Uint8Array, number: number): Uint8Array<ArrayBuffer> {
  const box = Buffer.alloc(8 + number);
  box.writeUInt32BE(box.length, 0);
  box.write("free", 4, "latin1");
  return Uint8Array.from(Buffer.concat([bytes, box]));
}

/** Overwrites the frames of an MP4 and leaves its header. */
function withNoise(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const from = Buffer.from(bytes).indexOf("mdat") + 4;
  const to = Buffer.from(bytes).indexOf("moov") - 4;
  for (let at = from; at < to; at++) bytes[at] = (at * 7_919) % 251;
  return bytes;
}
