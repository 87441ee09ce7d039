import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { rootCertificates } from "node:tls";
import type { Timer } from "../lib/timer.ts";
import { messageOf } from "../lib/assert.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { type CallbackAllow, judgeAddresses } from "./address-policy.ts";
import { hostOf } from "./callback-url.ts";
import { type Met, metDns, metError, metRefusedAddress, metStatus, metTimeout, type Reply } from "./outcome.ts";

/** From the name's resolution to the answer's status line. */
const LIMIT_MS = 15 * SECOND_MS;
/** The status is the answer; of the body only its beginning is read, for the log, and not for long. */
const BODY_BYTES_MAX = 16 * 1_024;
const BODY_WAIT_MS = SECOND_MS;

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts a message once. Rejects only when `stop` is aborted, and for bugs: all else is what was met. */
export type Post = (message: Message, stop: AbortSignal) => Promise<Met>;

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface ConnectorOptions {
  readonly allow: CallbackAllow;
  /** PEM text trusted besides the built-in roots, or null. */
  readonly ca: string | null;
  readonly timer: Timer;
  readonly resolve?: Resolve;
  readonly limitMs?: number;
  readonly bodyWaitMs?: number;
}

/** All addresses, as the system's resolver knows them (/etc/hosts included). */
const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/**
 * Makes the only way out of this program to a callback: the host's addresses are judged, and the connection goes
 * to one that was judged, never to a second resolution. node:https and not fetch: fetch obeys proxy variables,
 * which would resolve the name again elsewhere, follows redirects, and unpacks bodies.
 */
export function connector(options: ConnectorOptions): Post {
  const { timer, limitMs = LIMIT_MS } = options;
  const ca = options.ca === null ? undefined : [...rootCertificates, options.ca];
  return async (message, stop) => {
    stop.throwIfAborted();
    const limit = new AbortController();
    const cancelTimer = timer.after(limitMs, () => limit.abort());
    try {
      return await postOnce(options, ca, message, AbortSignal.any([stop, limit.signal]));
    } catch (error) {
      stop.throwIfAborted();
      return limit.signal.aborted ? metTimeout(limitMs) : metError(error);
    } finally {
      cancelTimer();
    }
  };
}

async function postOnce(
  options: ConnectorOptions,
  ca: readonly string[] | undefined,
  message: Message,
  signal: AbortSignal,
): Promise<Met> {
  const url = new URL(message.url);
  const host = hostOf(url);
  const found = await addressesOf(host, options.resolve ?? resolveBySystem, signal);
  if (typeof found === "string") return metDns(host, found);
  const judgement = judgeAddresses(
    host,
    found.map((one) => one.address),
    options.allow,
  );
  if (!judgement.allowed) return metRefusedAddress(host, judgement.address);
  const response = await send(url, found, ca, message, signal);
  return metStatus(await readReply(response, options));
}

/** The addresses of a host, or why there are none. Resolution cannot be aborted, only no longer waited for. */
async function addressesOf(
  host: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly LookupAddress[] | string> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    const found = await endingWith(signal, resolve(host));
    return found.length === 0 ? "the answer is empty" : found;
  } catch (error) {
    signal.throwIfAborted();
    return messageOf(error);
  }
}

function send(
  url: URL,
  addresses: readonly LookupAddress[],
  ca: readonly string[] | undefined,
  message: Message,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const body = Buffer.from(message.body);
  const outgoing = request(
    {
      method: "POST",
      // The name, so that server name, certificate check and Host header are the URL's.
      host: hostOf(url),
      port: url.port === "" ? 443 : Number(url.port),
      path: url.pathname + url.search,
      headers: { ...message.headers, "content-length": body.byteLength },
      lookup: lookupOf(addresses),
      agent: false,
      // Said, because an environment variable would otherwise turn the check off.
      rejectUnauthorized: true,
      signal,
      ...(ca === undefined ? {} : { ca: [...ca] }),
    },
    resolve,
  );
  // Stays for the life of the socket: an error after the answer has nobody else to go to.
  outgoing.on("error", reject);
  outgoing.end(body);
  return promise;
}

/** Answers a lookup with what was judged. */
function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  const [first] = addresses;
  return (_host, lookupOptions, answer) => {
    if (lookupOptions.all === true) answer(null, [...addresses]);
    else answer(null, first?.address ?? "", first?.family);
  };
}

/** Reads the beginning of the body until its end, the cap, the time limit or the connection's death, and hangs up. */
async function readReply(response: IncomingMessage, options: ConnectorOptions): Promise<Reply> {
  const { promise: enough, resolve: stop } = Promise.withResolvers<void>();
  const cancelTimer = options.timer.after(options.bodyWaitMs ?? BODY_WAIT_MS, stop);
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    sizeBytes += chunk.byteLength;
    if (sizeBytes >= BODY_BYTES_MAX) stop();
  });
  for (const event of ["end", "close", "error"]) response.on(event, () => stop());
  await enough;
  cancelTimer();
  response.destroy();
  return { status: response.statusCode ?? 0, excerpt: Buffer.concat(chunks).toString("utf8") };
}

function endingWith<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}
