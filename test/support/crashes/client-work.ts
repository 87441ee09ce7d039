import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { sha256 } from "../../../src/objects/s3-connection.ts";
import { pick, type RandomGenerator } from "../../../src/sound/seeded.ts";
import { versionOf } from "./catalog-versions.ts";
import { credentials, type RequestDeps, send } from "./client-requests.ts";
import type { ShortlistWork } from "./shortlist-work.ts";

const WORDS = ["calm", "tense", "slow", "warm", "dark", "bright", "lonely", "fast"] as const;
const NOUNS = ["piano", "strings", "guitar", "synth", "choir", "drums"] as const;
/** The assets that a search can use. Older ones were used often enough. */
const LATEST_ASSETS = 6;
const PAUSE_MAX_MS = 60;
/** Of a digest, in the ETag of an object. */
const ETAG_DIGITS = 32;

export interface Upload {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export interface ClientDeps extends RequestDeps {
  readonly adminToken: () => Promise<string>;
  /** Base of the callback URLs. */
  readonly receiver: string;
  readonly pictures: readonly [Upload, ...Upload[]];
  readonly films: readonly [Upload, ...Upload[]];
  readonly sound: Upload;
  /** A person who can sign in. */
  readonly user: { readonly name: string; readonly password: string };
  /** The shortlists of this client. */
  readonly shortlists: ShortlistWork;
}

type Operation = (deps: ClientDeps, random: RandomGenerator) => Promise<void>;

/** Sends requests in a random order, one after the other, until the server is killed. */
export async function clientWork(deps: ClientDeps, random: RandomGenerator): Promise<void> {
  while (!deps.over.aborted) {
    const operation = pick(random, OPERATIONS);
    try {
      await operation(deps, random);
    } catch (error) {
      // A request that the kill interrupts has no known result.
      if (!deps.over.aborted) await reportUnlessOver(deps, error);
    }
    await Bun.sleep(random() * PAUSE_MAX_MS);
  }
}

/** The connection can break shortly before the end of the process is known. */
async function reportUnlessOver({ over, acknowledged }: ClientDeps, error: unknown): Promise<void> {
  await Promise.race([
    Bun.sleep(1_000),
    new Promise<void>((resolve) => over.addEventListener("abort", () => resolve(), { once: true })),
  ]);
  if (!over.aborted) acknowledged.faults.push(`a request failed: ${String(error)}`);
}

const search: Operation = async (deps, random) => {
  const query = `${pick(random, WORDS)} ${pick(random, NOUNS)}, number ${Math.floor(random() * 1e9)}`;
  await submit(deps, { query });
};

const longSearch: Operation = async (deps, random) => {
  const sentences = Array.from({ length: 40 }, () => `A ${pick(random, WORDS)} evening with ${pick(random, NOUNS)}.`);
  await submit(deps, { context: `${sentences.join(" ")} Number ${Math.floor(random() * 1e9)}.` });
};

/** Few different searches, so that they join each other or are answered from the cache. */
const sameSearch: Operation = async (deps, random) =>
  await submit(deps, { query: `${pick(random, WORDS)} music again` });

const searchWithAsset: Operation = async (deps, random) => {
  const [first, ...others] = deps.acknowledged.assetIds.slice(-LATEST_ASSETS);
  if (first === undefined) return;
  await submit(deps, { query: `number ${Math.floor(random() * 1e9)}`, asset_ids: [pick(random, [first, ...others])] });
};

const uploadPicture: Operation = async (deps, random) => await upload(deps, pick(random, deps.pictures));
const uploadFilm: Operation = async (deps, random) => await upload(deps, pick(random, deps.films));
const uploadSound: Operation = async (deps) => await upload(deps, deps.sound);

/** Sends a part of an upload and leaves the rest to the kill, or ends the connection. */
const halfUpload: Operation = async (deps, random) => {
  const { bytes } = deps.pictures[0];
  const socket = connect(Number(new URL(deps.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  const head = [
    "POST /v1/supervisor/assets HTTP/1.1",
    "Host: localhost",
    `Authorization: Token ${deps.token}`,
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Length: 1000000",
  ].join("\r\n");
  socket.write(`${head}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n`);
  socket.write("Content-Type: image/jpeg\r\n\r\n");
  socket.write(bytes.subarray(0, Math.ceil(random() * bytes.byteLength)));
  deps.acknowledged.halfUploads += 1;
  await Bun.sleep(random() * 400);
  socket.destroy();
};

const signIn: Operation = async (deps) => await startSession(deps, { admin_token: await deps.adminToken() });
const signInAsUser: Operation = async (deps) => await startSession(deps, deps.user);

async function startSession(deps: ClientDeps, attributes: object): Promise<void> {
  const response = await send(deps, "/v1/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { type: "sessions", attributes } }),
  });
  await response.arrayBuffer();
  const cookie = response.headers.get("set-cookie")?.split(";")[0];
  if (response.status === 200 && cookie !== undefined) deps.acknowledged.sessions.push(cookie);
}

/** Ends a session. */
const signOut: Operation = async (deps) => {
  const { sessions, endedSessions } = deps.acknowledged;
  const cookie = sessions.shift();
  if (cookie === undefined) return;
  const response = await send(deps, "/v1/session", { method: "DELETE", headers: { cookie } });
  await response.arrayBuffer();
  if (response.status === 204) endedSessions.push(cookie);
};

const changeShortlist: Operation = async (deps, random) => await deps.shortlists.run(deps, random);

const listSongs: Operation = async (deps) => {
  const response = await send(deps, "/v1/songs?page[size]=100", { headers: credentials(deps) });
  if (response.status !== 200) return void (await response.arrayBuffer());
  deps.acknowledged.faults.push(...wrongSongs(await response.json()));
};

/** Plays a song: its bytes are those that its validator names. */
const play: Operation = async (deps) => {
  const listed = await send(deps, "/v1/songs?page[size]=1", { headers: credentials(deps) });
  const [link] = /http[^"]+\/full\.wav[^"]*/.exec(await listed.text()) ?? [];
  if (listed.status !== 200 || link === undefined) return;
  const { pathname, search: query } = new URL(link);
  const response = await send(deps, pathname + query);
  if (response.status === 503) return void (await response.arrayBuffer());
  if (response.status !== 200) deps.acknowledged.faults.push(`${pathname} was answered with ${response.status}`);
  const cut = await response.bytes().catch(() => null);
  const etag = response.headers.get("etag")?.replaceAll('"', "") ?? "";
  // The store can fail in the middle of an answer. The validator of an object begins with its digest.
  if (cut === null || etag.length !== ETAG_DIGITS || response.status !== 200) return;
  if (!sha256(cut).startsWith(etag)) deps.acknowledged.faults.push(`${pathname} has other bytes than ${etag}`);
};

/** Most are searches and uploads. */
const OPERATIONS: readonly [Operation, ...Operation[]] = [
  search,
  search,
  search,
  longSearch,
  sameSearch,
  sameSearch,
  searchWithAsset,
  searchWithAsset,
  uploadPicture,
  uploadPicture,
  uploadFilm,
  uploadSound,
  halfUpload,
  signIn,
  signInAsUser,
  signOut,
  listSongs,
  play,
  changeShortlist,
  changeShortlist,
  changeShortlist,
];

/** Returns what is wrong with a list of all songs: songs of several versions of the catalog, or missing ones. */
export function wrongSongs(document: unknown): readonly string[] {
  const { data } = document as { readonly data: readonly { readonly attributes: { readonly title: string } }[] };
  try {
    versionOf(data.map(({ attributes }) => attributes.title));
    return [];
  } catch (error) {
    return [`the list of songs is not one version: ${String(error)}`];
  }
}

async function submit(deps: ClientDeps, inputs: object): Promise<void> {
  const path = `/callback/${randomUUID()}`;
  const attributes = { ...inputs, callback_url: `${deps.receiver}${path}` };
  const response = await send(deps, "/v1/supervisor/search", {
    method: "POST",
    headers: { ...credentials(deps), "content-type": "application/json" },
    body: JSON.stringify({ data: { type: "supervisor_searches", attributes } }),
  });
  const text = await response.text();
  if (response.status !== 200 && response.status !== 202) return;
  const { data } = JSON.parse(text) as { readonly data: { readonly id: string } };
  if (response.status === 200) deps.acknowledged.cacheHits.push(data.id);
  else deps.acknowledged.searches.push({ id: data.id, path });
}

async function upload(deps: ClientDeps, { bytes, type }: Upload): Promise<void> {
  const form = new FormData();
  form.set("file", new Blob([bytes], { type }), "a file");
  const response = await send(deps, "/v1/supervisor/assets", {
    method: "POST",
    headers: credentials(deps),
    body: form,
  });
  const text = await response.text();
  if (response.status !== 202) return;
  const { data } = JSON.parse(text) as { readonly data: { readonly id: string } };
  deps.acknowledged.assetIds.push(data.id);
}
