import { SECOND_MS } from "../../lib/clock.ts";
import { errorCode } from "../../lib/error-code.ts";
import { hostOf } from "../../lib/host-of.ts";
import { dial } from "../../lib/http-out/dial.ts";
import { exchange } from "../../lib/http-out/exchange.ts";
import type { Timer } from "../../lib/timer.ts";
import { TimeLimitExceeded, withTimeLimit } from "../../lib/with-time-limit.ts";

export const METRICS_LIMIT_MS = 2 * SECOND_MS;
/** A server with many duties and lanes has some 100 kB. */
const METRICS_BYTES_MAX = 4 * 1024 ** 2;

/** One line of the Prometheus text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export type ReadMetrics =
  | { readonly kind: "read"; readonly samples: readonly Sample[] }
  | { readonly kind: "late" }
  | { readonly kind: "failed"; readonly why: string };

export interface ScrapedServer {
  /** The URL that the server listens on. */
  readonly address: string;
  readonly token: string;
  /** The server's own certificate, the only one that is accepted: it need not have the name of the address. Null without TLS. */
  readonly certificate: string | null;
}

/** Scrapes a running server. Obeys no proxy and follows no redirect, so the token goes to this address only. */
export async function readMetrics({ address, token, certificate }: ScrapedServer, timer: Timer): Promise<ReadMetrics> {
  const url = new URL("/metrics", address);
  const stop = new AbortController().signal;
  try {
    const { status, body, ending } = await withTimeLimit(METRICS_LIMIT_MS, timer, stop, async (signal) => {
      const socket = await dial(
        { url, addresses: [hostOf(url)] },
        { ca: undefined, pinned: certificate, timer },
        signal,
      );
      const headers = { authorization: `Bearer ${token}` };
      const message = { method: "GET", url: url.href, headers, body: "" } as const;
      return await exchange(socket, message, { timer, bodyBytesMax: METRICS_BYTES_MAX }, signal);
    });
    if (status !== 200) return { kind: "failed", why: `answered ${status}` };
    if (ending !== "complete") return { kind: "failed", why: "sent an incomplete answer" };
    return { kind: "read", samples: samplesIn(body.toString("utf8")) };
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return { kind: "late" };
    return { kind: "failed", why: errorCode(error) ?? "could not be reached" };
  }
}

/** Parses the Prometheus text format as prom-client writes it. */
export function samplesIn(text: string): readonly Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = "", labels = "", value = ""]) => ({
    name,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", found = ""]) => [label, found]),
    ),
    value: Number(value),
  }));
}
