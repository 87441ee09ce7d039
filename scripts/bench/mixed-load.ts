/** One kind of request after another, as several users of an installation send them, with their latencies. */
import { readFileSync } from "node:fs";
import { percentiles } from "../lib/percentiles.ts";
import { fixedRate } from "./load-loops.ts";
import { post, searchBody } from "./search-client.ts";
import { briefNumber } from "./synthetic-catalog.ts";

/** The interval between two requests of a kind is 1 / rate. */
export interface LoadKind {
  readonly name: string;
  /** Requests per second. */
  readonly rate: number;
  /** Sends request number `number` and returns its status. */
  readonly send: (number: number) => Promise<number>;
}

export interface MixedTarget {
  readonly url: string;
  readonly token: string;
  /** Headers of a session of the console. */
  readonly session: Readonly<Record<string, string>>;
  /** Base of the callback URLs. */
  readonly callback: string;
  readonly picture: Uint8Array<ArrayBuffer>;
  readonly songIds: readonly string[];
  /** A path of a media file with a signature, or null if the catalog has none. */
  readonly media: string | null;
}

export interface KindReport {
  readonly name: string;
  readonly sent: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly ms: ReturnType<typeof percentiles>;
}

const SCENE = readFileSync(new URL("scene.txt", import.meta.url), "utf8");

/** The kinds of the mix. `scale` multiplies all rates. */
export function mixedKinds(target: MixedTarget, scale: number): readonly LoadKind[] {
  const { url, token, session, callback, picture, media, songIds } = target;
  const authorization = { authorization: `Token ${token}` };
  const read = async (path: string, headers: Readonly<Record<string, string>> = authorization): Promise<number> =>
    statusOf(await fetch(path.startsWith("http") ? path : `${url}${path}`, { headers }));
  const kinds: readonly LoadKind[] = [
    {
      name: "new search, short",
      rate: 4,
      send: async (n) => statusOf(await post(url, token, searchBody(briefNumber(n), callback, `/new/${n}`))),
    },
    {
      name: "new search, scene",
      rate: 2,
      send: async (n) =>
        statusOf(await post(url, token, searchBody("", callback, `/scene/${n}`, `${SCENE} Take ${n}.`))),
    },
    {
      name: "hit or joined",
      rate: 15,
      send: async (n) => statusOf(await post(url, token, searchBody(briefNumber(n % 5), callback, "/same"))),
    },
    { name: "list of songs", rate: 8, send: async (n) => await read(`/v1/songs?page[size]=${1 + (n % 100)}`) },
    {
      name: "filtered list",
      rate: 3,
      send: async (n) => await read(`/v1/songs?filter[bpm]=${80 + (n % 60)}..${150 + (n % 60)}&sort=-bpm`),
    },
    { name: "facets", rate: 2, send: async () => await read("/v1/facets") },
    {
      name: "similar songs",
      rate: 3,
      send: async (n) => await read(`/v1/songs/${songIds[n % songIds.length] ?? ""}/similar`),
    },
    ...(media === null
      ? []
      : [
          {
            name: "range of a media file",
            rate: 10,
            send: async (n: number) => await read(media, { range: `bytes=${(n % 64) * 512}-${(n % 64) * 512 + 511}` }),
          },
        ]),
    { name: "upload of a picture", rate: 0.5, send: async () => await upload(url, token, picture) },
    { name: "console: page", rate: 2, send: async () => await read("/", {}) },
    { name: "console: session", rate: 2, send: async () => await read("/v1/session", session) },
    {
      name: "console: songs",
      rate: 4,
      send: async () => await read("/v1/songs?page[size]=50&filter[energy]=medium,high&sort=title", session),
    },
    { name: "console: shortlists", rate: 2, send: async () => await read("/v1/shortlists", session) },
    { name: "console: jobs of an administrator", rate: 0.5, send: async () => await read("/v1/admin/lanes", session) },
    { name: "MCP tool", rate: 2, send: async (n) => await callTool(url, token, n) },
    { name: "health", rate: 2, send: async () => await read("/healthz", {}) },
  ];
  return kinds.map((kind) => ({ ...kind, rate: kind.rate * scale }));
}

/** Sends all kinds at the same time for `seconds`. `from` is the number of the first request of each. */
export async function runMix(
  kinds: readonly LoadKind[],
  seconds: number,
  from: number,
): Promise<readonly KindReport[]> {
  return await Promise.all(
    kinds.map(async ({ name, rate, send }) => {
      const statuses: Record<string, number> = {};
      let number = from;
      const latencies = await fixedRate(rate, seconds, async () => {
        number += 1;
        const status = await send(number).catch(() => 0);
        const key = status === 0 ? "no answer" : String(status);
        statuses[key] = (statuses[key] ?? 0) + 1;
      });
      return { name, sent: latencies.length, statuses, ms: percentiles(latencies) };
    }),
  );
}

async function statusOf(response: Response): Promise<number> {
  await response.arrayBuffer();
  return response.status;
}

async function upload(url: string, token: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const form = new FormData();
  form.set("file", new Blob([bytes], { type: "image/jpeg" }), "picture.jpg");
  const headers = { authorization: `Token ${token}` };
  return await statusOf(await fetch(`${url}/v1/supervisor/assets`, { method: "POST", headers, body: form }));
}

async function callTool(url: string, token: string, number: number): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const params = { name: "search_songs", arguments: { query: briefNumber(number % 50) } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: number, method: "tools/call", params });
  return await statusOf(await fetch(`${url}/mcp`, { method: "POST", headers, body }));
}
