import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { Timer } from "./timer.ts";

export interface JsonRequest {
  readonly url: string;
  readonly apiKey: string | null;
  readonly body: string;
  /** From the call to the end of the answer. */
  readonly limitMs: number;
  readonly answerBytesMax: number;
}

/** What a server answered, or why there is no answer; `why` names neither key nor body. */
export type JsonReply =
  | { readonly kind: "answered"; readonly status: number; readonly text: string }
  | { readonly kind: "away"; readonly why: string }
  | { readonly kind: "oversized"; readonly why: string };

/**
 * Posts JSON once to a server of the studio's own. Rejects only when `stop` is aborted. node:http and not fetch: fetch
 * obeys proxy variables, which would carry what a studio sends out of its network, and follows redirects.
 */
export async function postJson(asked: JsonRequest, timer: Timer, stop?: AbortSignal): Promise<JsonReply> {
  stop?.throwIfAborted();
  const limit = new AbortController();
  const cancelTimer = timer.after(asked.limitMs, () => limit.abort());
  const signal = stop === undefined ? limit.signal : AbortSignal.any([stop, limit.signal]);
  try {
    const response = await send(asked, signal);
    return await readReply(response, asked.answerBytesMax, signal);
  } catch (error) {
    stop?.throwIfAborted();
    if (limit.signal.aborted) return { kind: "away", why: `gave no answer within ${asked.limitMs / 1_000} seconds` };
    return { kind: "away", why: `could not be reached${codeOf(error)}` };
  } finally {
    cancelTimer();
  }
}

/** Only the system's word for it: a message would name addresses of the studio's network to whoever reads the asset. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : null;
  return typeof code === "string" && /^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : "";
}

function send({ url, apiKey, body }: JsonRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const target = new URL(url);
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: "POST",
    host: target.hostname.replace(/^\[|\]$/g, ""),
    port: target.port === "" ? (target.protocol === "https:" ? 443 : 80) : Number(target.port),
    path: target.pathname,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "content-length": bytes.byteLength,
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    agent: false,
    signal,
  };
  const outgoing =
    target.protocol === "https:"
      ? requestHttps({ ...options, rejectUnauthorized: true }, resolve)
      : requestHttp(options, resolve);
  // Stays for the life of the socket: an error after the answer has nobody else to go to.
  outgoing.on("error", reject);
  outgoing.end(bytes);
  return promise;
}

/** The whole body, or none: half an answer is no answer. */
async function readReply(response: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<JsonReply> {
  const { promise, resolve, reject } = Promise.withResolvers<JsonReply>();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const fail = (): void => reject(new Error("the answer broke off"));
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    sizeBytes += chunk.byteLength;
    if (sizeBytes > bytesMax) resolve({ kind: "oversized", why: `answered with more than ${bytesMax} bytes` });
  });
  response.on("end", () =>
    resolve({ kind: "answered", status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
  );
  for (const event of ["close", "error"]) response.on(event, fail);
  signal.addEventListener("abort", fail, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", fail);
    response.destroy();
  }
}
