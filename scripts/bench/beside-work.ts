/** What work in the background costs those who search: latencies before it and meanwhile, of cache hits and of new searches. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeAuthority } from "../../test/support/certificates.ts";
import { HttpsReceiver } from "../../test/support/https-receiver.ts";
import { percentile, percentiles, say } from "./load.ts";
import {
  cacheHitLatencies,
  callbackOptions,
  newSearchLatencies,
  post,
  searchBody,
  threadDelays,
} from "./search-client.ts";
import { createKey, startServer } from "./started-server.ts";

const DELAYS = { rate: 100, seconds: 15 };
const HITS = { rate: 100, seconds: 10 };
const SEARCHES = { rate: 20, seconds: 15 };
/** Searches a second that the client's key allows. */
const KEY_RATE = 10_000;
const WITHIN_MS = 60_000;
const POLL_MS = 50;

export interface Client {
  readonly url: string;
  readonly token: string;
}

interface Latencies {
  readonly delays: readonly number[];
  readonly hits: readonly number[];
  readonly searches: readonly number[];
}

/** Starts a server on `data`, with a receiver for its webhooks beside it, for as long as `work` takes. */
export async function withSearches(
  program: readonly string[],
  folder: string,
  data: string,
  keyOptions: readonly string[],
  work: (client: Client, latencies: (from: number) => Promise<Latencies>, receiver: HttpsReceiver) => Promise<void>,
): Promise<void> {
  const key = await createKey(program, data, ["--mode", "live", "--rate", String(KEY_RATE), ...keyOptions]);
  const authority = await makeAuthority();
  await writeFile(join(folder, "ca.pem"), authority.caPem);
  const receiver = await HttpsReceiver.start({ authority });
  const server = await startServer(program, data, callbackOptions(join(folder, "ca.pem")));
  const client = { url: server.url, token: key.token };
  try {
    // What a first search loads is not what the work costs.
    await newSearchLatencies({ ...client, receiver, ...SEARCHES, seconds: 2, from: 900_000 });
    await work(client, (from) => latencies(client, receiver, from), receiver);
  } finally {
    await server.stop();
    await receiver.stop();
  }
}

/** New searches are those from number `from` on. */
async function latencies(client: Client, receiver: HttpsReceiver, from: number): Promise<Latencies> {
  const body = searchBody("a calm piano piece for the end of a long day", receiver.url);
  // Webhooks of other searches may come before this one's.
  const deadline = performance.now() + WITHIN_MS;
  for (let status = 0; status !== 200 && performance.now() < deadline; await Bun.sleep(POLL_MS)) {
    const asked = await post(client.url, client.token, body);
    await asked.arrayBuffer();
    status = asked.status;
  }
  return {
    delays: await threadDelays({ ...client, ...DELAYS }),
    hits: await cacheHitLatencies({ ...client, body, ...HITS }),
    searches: await newSearchLatencies({ ...client, receiver, ...SEARCHES, from }),
  };
}

/** `meanwhile` says what was done, as "while media are made". */
export function printLatencies(alone: Latencies, busy: Latencies, meanwhile: string): void {
  print(`request thread, by GET /healthz at ${DELAYS.rate}/s`, alone.delays, busy.delays, meanwhile);
  print(`cache hit at ${HITS.rate}/s`, alone.hits, busy.hits, meanwhile);
  print(`new search, POST to webhook, at ${SEARCHES.rate}/s`, alone.searches, busy.searches, meanwhile);
}

function print(what: string, alone: readonly number[], busy: readonly number[], meanwhile: string): void {
  say(`${what}, alone, p50 / p95 / p99 / max`, percentiles(alone));
  say(`${what}, ${meanwhile}`, percentiles(busy));
  say("ratio of the p99, of at most 2", (percentile(busy, 0.99) / percentile(alone, 0.99)).toFixed(2));
}
