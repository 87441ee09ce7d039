/** The latency of searches, cached and new, with and without background work on the server. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeAuthority } from "../../test/support/certificates.ts";
import { HttpsReceiver } from "../../test/support/https-receiver.ts";
import {
  cacheHitLatencies,
  callbackOptions,
  newSearchLatencies,
  post,
  searchBody,
  threadDelays,
} from "./search-client.ts";
import { percentiles } from "../lib/percentiles.ts";
import { createKey, startServer } from "../lib/program.ts";
import { type AloneAndBusy, report, reportAloneAndBusy } from "./load-loops.ts";

const DELAYS = { rate: 100, seconds: 15 };
const HITS = { rate: 100, seconds: 10 };
const SEARCHES = { rate: 20, seconds: 15 };
/** Searches per second that the key allows. */
const KEY_RATE = 10_000;
const WITHIN_MS = 60_000;
const POLL_MS = 50;
const P99_RATIO_MAX = 2;

export interface Client {
  readonly url: string;
  readonly token: string;
}

interface Latencies {
  readonly delays: readonly number[];
  readonly hits: readonly number[];
  readonly searches: readonly number[];
}

/** Runs `work` with a server on `data` and a receiver for its webhooks. */
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
  const server = await startServer(program, data, { options: callbackOptions(join(folder, "ca.pem")) });
  const client = { url: server.url, token: key.token };
  try {
    // Warms up: loading the index for the first search must not count.
    await newSearchLatencies({ ...client, receiver, ...SEARCHES, seconds: 2, from: 900_000 });
    await work(client, (from) => latencies(client, receiver, from), receiver);
  } finally {
    await server.stop();
    await receiver.stop();
  }
}

/** New searches begin with number `from`. */
async function latencies(client: Client, receiver: HttpsReceiver, from: number): Promise<Latencies> {
  const body = searchBody("a calm piano piece for the end of a long day", receiver.url);
  // Webhooks of other searches may come before this one's.
  const deadline = performance.now() + WITHIN_MS;
  for (let status = 0; status !== 200 && performance.now() < deadline; await Bun.sleep(POLL_MS)) {
    const submitted = await post(client.url, client.token, body);
    await submitted.arrayBuffer();
    status = submitted.status;
  }
  return {
    delays: await threadDelays({ ...client, ...DELAYS }),
    hits: await cacheHitLatencies({ ...client, body, ...HITS }),
    searches: await newSearchLatencies({ ...client, receiver, ...SEARCHES, from }),
  };
}

/** `meanwhile` names the background work, such as "while media are generated". Returns the missed targets. */
export function reportLatencies(alone: Latencies, busy: Latencies, meanwhile: string): readonly string[] {
  return [
    ...missedRatio(
      `request thread, by GET /healthz at ${DELAYS.rate}/s`,
      { alone: alone.delays, busy: busy.delays },
      meanwhile,
    ),
    ...missedRatio(`cache hit at ${HITS.rate}/s`, { alone: alone.hits, busy: busy.hits }, meanwhile),
    ...missedRatio(
      `new search, POST to webhook, at ${SEARCHES.rate}/s`,
      { alone: alone.searches, busy: busy.searches },
      meanwhile,
    ),
  ];
}

function missedRatio(what: string, { alone, busy }: AloneAndBusy, meanwhile: string): readonly string[] {
  const notMeasured = reportAloneAndBusy(what, { alone, busy }, meanwhile);
  if (notMeasured.length > 0) return notMeasured;
  const ratio = percentiles(busy).p99 / percentiles(alone).p99;
  report(`ratio of the p99 (target: at most ${P99_RATIO_MAX})`, ratio.toFixed(2));
  return ratio > P99_RATIO_MAX ? [`${what}: the p99 is ${ratio.toFixed(2)} times that without other work`] : [];
}
