import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { messageOf } from "../lib/assert.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { hostOf } from "../lib/host-of.ts";
import { dial } from "../lib/http-out/dial.ts";
import { exchange, type Message } from "../lib/http-out/exchange.ts";
import type { Timer } from "../lib/timer.ts";
import { untilAborted } from "../lib/with-time-limit.ts";
import type { AddressPolicy } from "./address-policy.ts";
import {
  type AttemptResult,
  connectionFailure,
  dnsFailure,
  refusedAddress,
  resultOfReply,
  timeoutFailure,
} from "./attempt-result.ts";
import { hostResolver, type Resolve } from "./resolve-host.ts";

/** Limit from the DNS query to the end of the response's head. */
const LIMIT_MS = 15 * SECOND_MS;
/** Limit for the body of the response, within `LIMIT_MS`. */
const BODY_WAIT_MS = SECOND_MS;
/** Of the body, only the beginning is read, for the delivery log. */
const BODY_BYTES_MAX = 16 * 1_024;

/** Posts a message once. Rejects only if `stop` is aborted, and for bugs; every other failure is a result. */
export type Post = (message: Message, stop: AbortSignal) => Promise<AttemptResult>;

export interface ConnectorOptions {
  readonly policy: AddressPolicy;
  /** PEM certificates to trust in addition to the built-in roots, or null. */
  readonly ca: string | null;
  readonly timer: Timer;
  readonly resolve?: Resolve;
  readonly limitMs?: number;
  readonly bodyWaitMs?: number;
}

/**
 * Builds the only function that connects to callbacks. The addresses of the host are checked, and the connection goes
 * to one of the checked addresses, without a second DNS query.
 */
export function connector(options: ConnectorOptions): Post {
  const { timer, limitMs = LIMIT_MS, resolve = hostResolver({ timer }) } = options;
  const ca = options.ca === null ? undefined : [...rootCertificates, options.ca];
  return async (message, stop) => {
    stop.throwIfAborted();
    const limit = new AbortController();
    const cancelTimer = timer.after(limitMs, () => limit.abort());
    try {
      // Not `withTimeLimit`: a status that arrives before the limit counts, even if the limit ends its body.
      return await postOnce({ ...options, resolve }, ca, message, AbortSignal.any([stop, limit.signal]));
    } catch (error) {
      stop.throwIfAborted();
      return limit.signal.aborted ? timeoutFailure(limitMs) : connectionFailure(error);
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
): Promise<AttemptResult> {
  const { policy, timer, bodyWaitMs = BODY_WAIT_MS } = options;
  const url = new URL(message.url);
  const host = hostOf(url);
  const found = await addressesOf(host, options.resolve, signal);
  if (typeof found === "string") return dnsFailure(host, found);
  const addresses = found.map(({ address }) => address);
  const refused = policy.refusedAddress(host, addresses);
  if (refused !== null) return refusedAddress(host, refused);
  const socket = await dial({ url, addresses }, { ca, timer }, signal);
  return resultOfReply(await exchange(socket, message, { timer, bodyWaitMs, bodyBytesMax: BODY_BYTES_MAX }, signal));
}

/** Returns the addresses of a host, or why there are none. */
async function addressesOf(
  host: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly Pick<LookupAddress, "address">[] | string> {
  if (isIP(host) !== 0) return [{ address: host }];
  try {
    const found = await untilAborted(signal, resolve(host, signal));
    return found.length === 0 ? "the answer is empty" : found;
  } catch (error) {
    signal.throwIfAborted();
    return messageOf(error);
  }
}
