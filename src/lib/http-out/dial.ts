import { X509Certificate } from "node:crypto";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { assert } from "../assert.ts";
import { SECOND_MS } from "../clock.ts";
import { hostOf } from "../host-of.ts";
import type { Timer } from "../timer.ts";

/** Addresses to try. A host name can have any number of them. */
const ADDRESSES_MAX = 4;
/** Limit for one connection if there is another address to try. */
const CONNECT_LIMIT_MS = 3 * SECOND_MS;

export interface DialOptions {
  /** The trusted roots. The built-in ones if undefined. */
  readonly ca: readonly string[] | undefined;
  /** The only certificate to accept, as PEM, regardless of its authority, names and dates; null to check these. */
  readonly pinned?: string | null;
  readonly timer: Timer;
}

export interface Destination {
  /** http or https. */
  readonly url: URL;
  /** Addresses of the URL's host, or its name, which the system then resolves. */
  readonly addresses: readonly string[];
}

/**
 * Connects to the first address that accepts, and completes the TLS handshake for https. After a refused connection it
 * tries the next address; an invalid certificate ends the attempt. Rejects at the latest when `signal` is aborted.
 */
export async function dial(to: Destination, options: DialOptions, signal: AbortSignal): Promise<Socket> {
  const [address, ...others] = to.addresses.slice(0, ADDRESSES_MAX);
  assert(address !== undefined, "a destination has an address");
  try {
    return await dialOne(to.url, address, options, signal, others.length > 0 ? CONNECT_LIMIT_MS : null);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    if (signal.aborted || others.length === 0) throw error.cause;
    return dial({ url: to.url, addresses: others }, options, signal);
  }
}

/** An address did not accept a connection; `cause` is the reason. */
class Unreachable extends Error {}

function dialOne(
  url: URL,
  address: string,
  { ca, pinned = null, timer }: DialOptions,
  signal: AbortSignal,
  connectLimitMs: number | null,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const isTls = url.protocol === "https:";
  const port = Number(url.port === "" ? (isTls ? 443 : 80) : url.port);
  let isConnected = false;
  const tls = isTls ? openTls(hostOf(url), address, port, { ca, pinned }) : null;
  const socket = tls ?? connectTcp({ host: address, port });
  const fail = (error: unknown): void => {
    reject(isConnected ? error : new Unreachable("", { cause: error }));
    socket.destroy();
  };
  const abort = (): void => fail(signal.reason);
  const cancelTimer =
    connectLimitMs === null ? null : timer.after(connectLimitMs, () => fail(failure("ETIMEDOUT", "no connection")));
  socket.once("connect", () => {
    isConnected = true;
    cancelTimer?.();
    if (tls === null) resolve(socket);
  });
  tls?.once("secureConnect", () => {
    if (pinned === null ? tls.authorized : isCertificateOf(tls, pinned)) resolve(tls);
    else
      fail(failure("ERR_TLS_UNAUTHORIZED", pinned === null ? String(tls.authorizationError) : "another certificate"));
  });
  // Never removed: without a listener, an error after the response would be thrown.
  socket.on("error", fail);
  socket.once("close", () => fail(failure("ECONNRESET", "the connection was closed in the handshake")));
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return promise.finally(() => {
    signal.removeEventListener("abort", abort);
    cancelTimer?.();
  });
}

function isCertificateOf(socket: TLSSocket, pem: string): boolean {
  const presented = socket.getPeerX509Certificate();
  return presented !== undefined && presented.fingerprint256 === new X509Certificate(pem).fingerprint256;
}

function openTls(
  host: string,
  address: string,
  port: number,
  { ca, pinned }: Required<Pick<DialOptions, "ca" | "pinned">>,
): TLSSocket {
  return connectTls({
    host: address,
    port,
    // The certificate is checked against the server name, or against the address if the URL has one.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ["http/1.1"],
    // Explicit, because an environment variable could disable the check otherwise. A pinned certificate is compared after the handshake.
    rejectUnauthorized: pinned === null,
    ...(ca === undefined ? {} : { ca: [...ca] }),
  });
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
