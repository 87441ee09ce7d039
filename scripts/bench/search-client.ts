/** A studio's back end, as far as the benchmarks need one. */
import type { HttpsReceiver } from "../../test/support/https-receiver.ts";
import { fixedRate } from "./load.ts";
import { briefNumber } from "./synthetic-catalog.ts";

const NEXT_WITHIN_MS = 1_000;
const WEBHOOKS_WITHIN_MS = 60_000;
const POLL_MS = 20;

/** What `serve` must be told to call back to this machine. */
export function callbackOptions(authorityPath: string): readonly string[] {
  return ["--callback-allow", "127.0.0.1,localhost", "--callback-ca", authorityPath];
}

export interface Asking {
  readonly url: string;
  readonly token: string;
  /** A second. */
  readonly rate: number;
  readonly seconds: number;
}

/** Milliseconds of searches that were answered before, asked at a fixed rate. */
export function cacheHitLatencies({ url, token, rate, seconds, body }: Asking & { readonly body: string }) {
  return fixedRate(rate, seconds, async () => {
    const response = await post(url, token, body);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`expected 200, got ${response.status}`);
  });
}

/** Milliseconds of an answer that costs nothing, asked at a fixed rate: what the request thread makes others wait. */
export function threadDelays({ url, rate, seconds }: Omit<Asking, "token">): Promise<number[]> {
  return fixedRate(rate, seconds, async () => {
    await (await fetch(`${url}/healthz`)).arrayBuffer();
  });
}

/** Milliseconds from POST to webhook of searches that nobody asked before, the first of them number `from`. */
export async function newSearchLatencies(
  asking: Asking & { readonly receiver: HttpsReceiver; readonly from: number },
): Promise<number[]> {
  const { url, token, receiver } = asking;
  const arrived = new Map<string, number>();
  const sent = new Map<string, number>();
  const collecting = collect(receiver, arrived);
  let number = asking.from;
  await fixedRate(asking.rate, asking.seconds, async () => {
    number += 1;
    const path = `/callback/${number}`;
    sent.set(path, performance.now());
    const response = await post(url, token, searchBody(briefNumber(number), `${receiver.url}${path}`, ""));
    if (response.status !== 202) throw new Error(`expected 202, got ${response.status}`);
    await response.arrayBuffer();
  });
  const deadline = performance.now() + WEBHOOKS_WITHIN_MS;
  while (arrived.size < sent.size && performance.now() < deadline) await Bun.sleep(POLL_MS);
  await collecting.stop();
  return [...sent].map(([path, at]) => (arrived.get(path) ?? Number.POSITIVE_INFINITY) - at);
}

/** Notes when each webhook comes. */
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
