import { messageOf } from "../lib/assert.ts";
import { errorCode } from "../lib/error-code.ts";
import type { Reply } from "../lib/http-out/reply-reader.ts";

/** Every outcome of an attempt. docs/webhooks.md explains each to the operator. */
export const ATTEMPT_OUTCOMES = [
  "delivered",
  "http_status",
  "gone",
  "timeout",
  "refused_address",
  "dns",
  "connect",
  "tls",
  "reset",
  "not_http",
  "vanished",
] as const;

export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** The result of one attempt: `outcome` for programs, `detail` for people. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly statusCode: number | null;
  readonly detail: string;
  /** The receiver's Retry-After header, unparsed. */
  readonly retryAfter?: string;
}

const GONE = 410;
/** The statuses whose Retry-After is obeyed: RFC 6585, section 4, and RFC 9110, section 15.6.4. */
const WAIT_STATUSES: ReadonlySet<number> = new Set([429, 503]);
const EXCERPT_LENGTH_MAX = 200;

const CONNECT_CODES = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "ETIMEDOUT",
  "EADDRNOTAVAIL",
  "EACCES",
]);
const RESET_CODES = new Set(["ECONNRESET", "EPIPE", "ERR_SOCKET_CLOSED", "ERR_STREAM_PREMATURE_CLOSE"]);
const TLS_CODE = /TLS|SSL|CERT|^UNABLE_TO_|^EPROTO$|SIGNATURE|ISSUER|^HOSTNAME_MISMATCH$|^INVALID_(CA|PURPOSE)$/;

/** Classifies a response: only 2xx is success, and only 410 ends the delivery. */
export function resultOfReply({ status, headers, body }: Pick<Reply, "status" | "headers" | "body">): AttemptResult {
  if (status >= 200 && status <= 299) {
    return { outcome: "delivered", statusCode: status, detail: `answered ${status}` };
  }
  const excerpt = body
    .toString("utf8")
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, EXCERPT_LENGTH_MAX);
  const detail = `answered ${status}${excerpt === "" ? "" : `: ${excerpt}`}`;
  const outcome = status === GONE ? "gone" : "http_status";
  const retryAfter = headers.get("retry-after");
  if (retryAfter === undefined || !WAIT_STATUSES.has(status)) return { outcome, statusCode: status, detail };
  return { outcome, statusCode: status, detail, retryAfter };
}

/** Classifies an error of the connection. Throws an error without a code, because it is a bug. */
export function connectionFailure(error: unknown): AttemptResult {
  const code = errorCode(error);
  if (code === null) throw error;
  return failure(outcomeOfCode(code), `${code}: ${messageOf(error)}`);
}

export function timeoutFailure(limitMs: number): AttemptResult {
  return failure("timeout", `no answer within ${limitMs / 1_000} s`);
}

export function refusedAddress(host: string, address: string): AttemptResult {
  const subject = host === address ? host : `${host} resolves to ${address}, which`;
  return failure("refused_address", `${subject} is private or reserved; CALLBACK_ALLOW can allow it`);
}

export function dnsFailure(host: string, reason: string): AttemptResult {
  return failure("dns", `${host} has no address: ${reason}`);
}

/** The execution or its key was deleted, so there is nothing to send. */
export function searchDeleted(): AttemptResult {
  return failure("vanished", "its search no longer exists");
}

function failure(outcome: AttemptOutcome, detail: string): AttemptResult {
  return { outcome, statusCode: null, detail };
}

function outcomeOfCode(code: string): AttemptOutcome {
  if (CONNECT_CODES.has(code)) return "connect";
  if (RESET_CODES.has(code)) return "reset";
  if (code === "NOT_HTTP") return "not_http";
  return TLS_CODE.test(code) ? "tls" : "connect";
}
