import { errorCode } from "../error-code.ts";
import { hostOf } from "../host-of.ts";
import type { Timer } from "../timer.ts";
import { Late, within } from "../within.ts";
import { dial } from "./dial.ts";
import { exchange } from "./exchange.ts";
import type { Reply } from "./reply-reader.ts";

/** Bytes to read per byte of the longest body. A chunk of one byte takes six, and the last chunk and trailers follow. */
const FRAMING_FACTOR = 8;

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

/** Posts JSON once to a server in the studio's network. Redirects are not followed. Rejects only if `stop` is aborted. */
export async function postJson(
  request: JsonRequest,
  timer: Timer,
  stop: AbortSignal = new AbortController().signal,
): Promise<JsonReply> {
  const { limitMs, answerBytesMax } = request;
  try {
    const reply = await within(limitMs, timer, stop, (signal) => send(request, timer, signal));
    if (reply.ending === "too long") {
      return { kind: "oversized", why: `answered with more than ${answerBytesMax} bytes` };
    }
    if (reply.ending === "incomplete") return { kind: "unavailable", why: "could not be reached" };
    return { kind: "answered", status: reply.status, text: reply.body.toString("utf8") };
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof Late) return { kind: "unavailable", why: `did not respond within ${limitMs / 1_000} seconds` };
    return { kind: "unavailable", why: `could not be reached${codeText(error)}` };
  }
}

async function send(
  { url, apiKey, body, answerBytesMax }: JsonRequest,
  timer: Timer,
  signal: AbortSignal,
): Promise<Reply> {
  const target = new URL(url);
  const socket = await dial({ url: target, addresses: [hostOf(target)] }, { ca: undefined, timer }, signal);
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const limits = { bodyBytesMax: FRAMING_FACTOR * answerBytesMax, contentBytesMax: answerBytesMax };
  return exchange(socket, { url, headers, body }, { timer, ...limits }, signal);
}

/** Returns the system error code only: the message would show internal addresses to every reader of the asset. */
function codeText(error: unknown): string {
  const code = errorCode(error);
  return code !== null && /^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : "";
}
