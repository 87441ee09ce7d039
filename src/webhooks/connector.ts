import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import type { Timer } from "../lib/timer.ts";
import { messageOf } from "../lib/assert.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { AddressPolicy } from "./address-policy.ts";
import { hostOf } from "../lib/host-of.ts";
import { dial } from "./dial.ts";
import { endingWith } from "../lib/within.ts";
import { exchange, type Message } from "./exchange.ts";
import { type Met, metDns, metError, metRefusedAddress, metStatus, metTimeout } from "./outcome.ts";
import { hostResolver, type Resolve } from "./resolve-host.ts";

/** From the name's resolution to the end of the answer's head. */
const LIMIT_MS = 15 * SECOND_MS;
/** How long the answer's body may take, within the limit. */
const BODY_WAIT_MS = SECOND_MS;

/** Posts a message once. Rejects only when `stop` is aborted, and for bugs: all else is what was met. */
export type Post = (message: Message, stop: AbortSignal) => Promise<Met>;

export interface ConnectorOptions {
  readonly policy: AddressPolicy;
  /** PEM text trusted besides the built-in roots, or null. */
  readonly ca: string | null;
  readonly timer: Timer;
  readonly resolve?: Resolve;
  readonly limitMs?: number;
  readonly bodyWaitMs?: number;
}

/**
 * Makes the only way out of this program to a callback: the host's addresses are judged, and the connection goes to one
 * of them, never to a second resolution. node:tls with our own reader, because neither HTTP client of Bun 1.4.5 can be
 * bounded: after 101 node:https reports nothing and cannot be aborted, it reads endless interim answers and chunk sizes,
 * and fetch obeys proxy variables, follows redirects and unpacks bodies.
 */
export function connector(options: ConnectorOptions): Post {
  const { timer, limitMs = LIMIT_MS, resolve = hostResolver({ timer }) } = options;
  const ca = options.ca === null ? undefined : [...rootCertificates, options.ca];
  return async (message, stop) => {
    stop.throwIfAborted();
    const limit = new AbortController();
    const cancelTimer = timer.after(limitMs, () => limit.abort());
    try {
      // Not `within`: a status that came before the limit counts, though the limit cuts its body off.
      return await postOnce({ ...options, resolve }, ca, message, AbortSignal.any([stop, limit.signal]));
    } catch (error) {
      stop.throwIfAborted();
      return limit.signal.aborted ? metTimeout(limitMs) : metError(error);
    } finally {
      cancelTimer();
    }
  };
}

/** Each wait in it ends when `signal` is aborted. */
async function postOnce(
  options: ConnectorOptions & { readonly resolve: Resolve },
  ca: readonly string[] | undefined,
  message: Message,
  signal: AbortSignal,
): Promise<Met> {
  const { timer, bodyWaitMs = BODY_WAIT_MS } = options;
  const url = new URL(message.url);
  const host = hostOf(url);
  const found = await addressesOf(host, options.resolve, signal);
  if (typeof found === "string") return metDns(host, found);
  const addresses = found.map((one) => one.address);
  const refused = options.policy.refusedAddress(host, addresses);
  if (refused !== null) return metRefusedAddress(host, refused);
  const socket = await dial({ url, addresses: found }, { ca, timer }, signal);
  return metStatus(await exchange(socket, message, { timer, bodyWaitMs }, signal));
}

/** The addresses of a host, or why there are none. */
async function addressesOf(
  host: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly LookupAddress[] | string> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    const found = await endingWith(signal, resolve(host, signal));
    return found.length === 0 ? "the answer is empty" : found;
  } catch (error) {
    signal.throwIfAborted();
    return messageOf(error);
  }
}
