import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import type { Timer } from "../lib/timer.ts";
import { assert } from "../lib/assert.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { hostOf } from "../lib/host-of.ts";

/** A name can have any number of addresses. */
const ADDRESSES_MAX = 4;
/** An address that takes no connection within this time is given up for the next one. */
const PATIENCE_MS = 3 * SECOND_MS;
const HTTPS_PORT = 443;

export interface DialOptions {
  /** The trusted roots; undefined: the built-in ones. */
  readonly ca: readonly string[] | undefined;
  readonly timer: Timer;
}

/** The addresses of a callback's host, all of them judged. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly LookupAddress[];
}

/**
 * Connects to the first address that accepts, and ends the handshake. An address that refuses is followed by the next
 * one; a certificate that is wrong is not. Rejects at the latest when `signal` is aborted.
 */
export async function dial(to: Destination, options: DialOptions, signal: AbortSignal): Promise<TLSSocket> {
  const [address, ...others] = to.addresses.slice(0, ADDRESSES_MAX);
  assert(address, "a callback is dialled without an address");
  try {
    return await dialOne(to.url, address.address, options, signal, others.length > 0 ? PATIENCE_MS : null);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    if (signal.aborted || others.length === 0) throw error.cause;
    return dial({ url: to.url, addresses: others }, options, signal);
  }
}

/** No connection to an address; `cause` says why. */
class Unreachable extends Error {}

function dialOne(
  url: URL,
  address: string,
  { ca, timer }: DialOptions,
  signal: AbortSignal,
  patienceMs: number | null,
): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const host = hostOf(url);
  const socket = connect({
    host: address,
    port: url.port === "" ? HTTPS_PORT : Number(url.port),
    // The certificate is checked against the server name, or against the address where the URL has one.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ["http/1.1"],
    // Said, because an environment variable would otherwise turn the check off.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca: [...ca] }),
  });
  let isConnected = false;
  const fail = (error: unknown): void => {
    reject(isConnected ? error : new Unreachable("", { cause: error }));
    socket.destroy();
  };
  const abort = (): void => fail(signal.reason);
  const cancelTimer =
    patienceMs === null ? null : timer.after(patienceMs, () => fail(failure("ETIMEDOUT", "no connection")));
  const settled = (): void => {
    signal.removeEventListener("abort", abort);
    cancelTimer?.();
  };
  socket.once("connect", () => {
    isConnected = true;
    cancelTimer?.();
  });
  socket.once("secureConnect", () => {
    if (socket.authorized) resolve(socket);
    else fail(failure("ERR_TLS_UNAUTHORIZED", String(socket.authorizationError)));
  });
  // Stays for the life of the socket: an error after the answer has no other listener.
  socket.on("error", fail);
  socket.once("close", () => fail(failure("ECONNRESET", "the connection was closed in the handshake")));
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return promise.finally(settled);
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
