/** A client of the search API for the benchmarks. */
import type { HttpsReceiver } from "../../test/support/https-receiver.ts";
import { fixedRate } from "./load-loops.ts";
import { briefNumber } from "./synthetic-catalog.ts";

const NEXT_WITHIN_MS = 1_000;
const WEBHOOKS_WITHIN_MS = 60_000;
const POLL_MS = 20;

/** Returns the options that let `serve` send callbacks to this machine. */
export function callbackOptions(authorityPath: string): readonly string[] {
  return ["--callback-allow", "127.0.0.1,localhost", "--callback-ca", authorityPath];
}

export interface RequestLoad {
  readonly url: string;
  readonly token: string;
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
}

/** Returns the latencies of cached searches at a fixed rate, in milliseconds. */
export function cacheHitLatencies({ url, token, rate, seconds, body }: RequestLoad & { readonly body: string }) {
  return fixedRate(rate, seconds, async () => {
    const response = await post(url, token, body);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`Expected 200, got ${response.status}`);
  });
}

/** Returns the latencies of GET /healthz at a fixed rate, in milliseconds: how long the request thread lets others wait. */
export function threadDelays({ url, rate, seconds }: Omit<RequestLoad, "token">): Promise<number[]> {
  return fixedRate(rate, seconds, async () => {
    await (await fetch(`${url}/healthz`)).arrayBuffer();
  });
}

/** Returns the milliseconds from POST to webhook of new searches, beginning with number `from`. */
export async function newSearchLatencies(
  load: RequestLoad & { readonly receiver: HttpsReceiver; readonly from: number },
): Promise<number[]> {
  const { url, token, receiver } = load;
  const arrived = new Map<string, number>();
  const sent = new Map<string, number>();
  const collecting = collect(receiver, arrived);
  let number = load.from;
  await fixedRate(load.rate, load.seconds, async () => {
    number += 1;
    const path = `/callback/${number}`;
    sent.set(path, performance.now());
    const response = await post(url, token, searchBody(briefNumber(number), `${receiver.url}${path}`, ""));
    if (response.status !== 202) throw new Error(`Expected 202, got ${response.status}`);
    await response.arrayBuffer();
  });
  const deadline = performance.now() + WEBHOOKS_WITHIN_MS;
  while (arrived.size < sent.size && performance.now() < deadline) await Bun.sleep(POLL_MS);
  await collecting.stop();
  return [...sent].map(([path, at]) => (arrived.get(path) ?? Number.POSITIVE_INFINITY) - at);
}

/** Records the arrival time of each webhook. */
function collect(receiver: HttpsReceiver, arrived: Map<string, number>): { stop(): Promise<void> } {
  const over = new AbortController();
  const collecting = (async () => {
    while (!over.signal.aborted) {
      const received = await receiver.next(NEXT_WITHIN_MS).catch(() => null);
      if (received !== null) arrived.set(received.path, performance.now());
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await collecting;
    },
  };
}

export function searchBody(query: string, callback: string, path = "/callback", context: string | null = null): string {
  const attributes = { query, context, callback_url: `${callback}${path}` };
  return JSON.stringify({ data: { type: "supervisor_searches", attributes } });
}

export function post(url: string, token: string, body: string): Promise<Response> {
  const headers = { authorization: `Token ${token}`, "content-type": "application/vnd.api+json" };
  return fetch(`${url}/v1/supervisor/search`, { method: "POST", headers, body });
}
