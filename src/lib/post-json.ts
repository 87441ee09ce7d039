import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { Timer } from "./timer.ts";
import { errorCode } from "./error-code.ts";
import { Late, within } from "./within.ts";

export interface JsonRequest {
  readonly url: string;
  readonly apiKey: string | null;
  readonly body: string;
  /** Limit from the call to the end of the response. */
  readonly limitMs: number;
  readonly answerBytesMax: number;
}

/** The response of a server, or why there is none. `why` contains neither the key nor the body. */
export type JsonReply =
  | { readonly kind: "answered"; readonly status: number; readonly text: string }
  | { readonly kind: "unavailable"; readonly why: string }
  | { readonly kind: "oversized"; readonly why: string };

/**
 * Posts JSON once to a server in the studio's network. Rejects only if `stop` is aborted. Uses node:http, because fetch
 * follows redirects and obeys proxy variables, which could send the studio's data out of its network.
 */
export async function postJson(
  asked: JsonRequest,
  timer: Timer,
  stop: AbortSignal = new AbortController().signal,
): Promise<JsonReply> {
  try {
    // `within`, because after a 101 response Bun's node:http reports neither a response nor the abort.
    return await within(asked.limitMs, timer, stop, async (signal) =>
      readReply(await send(asked, signal), asked.answerBytesMax, signal),
    );
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof Late)
      return { kind: "unavailable", why: `did not respond within ${asked.limitMs / 1_000} seconds` };
    return { kind: "unavailable", why: `could not be reached${codeText(error)}` };
  }
}

/** Returns the system error code only: the message would show internal addresses to every reader of the asset. */
function codeText(error: unknown): string {
  const code = errorCode(error);
  return code !== null && /^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : "";
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
  // Never removed: without a listener, an error after the response would be thrown.
  outgoing.on("error", reject);
  outgoing.end(bytes);
  return promise;
}

/** Reads the whole body. Rejects if it is incomplete. */
async function readReply(response: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<JsonReply> {
  const { promise, resolve, reject } = Promise.withResolvers<JsonReply>();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const fail = (): void => reject(new Error("the response is incomplete"));
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
