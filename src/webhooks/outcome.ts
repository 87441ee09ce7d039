import { messageOf } from "../lib/assert.ts";
import { errorCode } from "../lib/error-code.ts";

/** Everything a try can meet. docs/webhooks.md explains each to the operator. */
export const OUTCOMES = [
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

export type Outcome = (typeof OUTCOMES)[number];

/** What one try met, in a word for programs and a sentence for people. */
export interface Met {
  readonly outcome: Outcome;
  readonly statusCode: number | null;
  readonly detail: string;
  /** The receiver's Retry-After, as it wrote it. */
  readonly retryAfter?: string;
}

export interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  /** The beginning of the body, as text. */
  readonly excerpt: string;
}

/** The receiver sends something that is not an HTTP/1.x answer, or one whose head is too long. */
export class NotHttp extends Error {
  readonly code = "NOT_HTTP";
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

/** What an HTTP answer means: only 2xx is success, and only 410 says "never again". */
export function metStatus(reply: Reply): Met {
  const { status, retryAfter } = reply;
  if (status >= 200 && status <= 299) {
    return { outcome: "delivered", statusCode: status, detail: `answered ${status}` };
  }
  const said = reply.excerpt
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, EXCERPT_LENGTH_MAX);
  const detail = `answered ${status}${said === "" ? "" : `: ${said}`}`;
  const outcome = status === GONE ? "gone" : "http_status";
  if (retryAfter === null || !WAIT_STATUSES.has(status)) return { outcome, statusCode: status, detail };
  return { outcome, statusCode: status, detail, retryAfter };
}

/** What a failed connection means. Throws what is no failure of the world but a bug. */
export function metError(error: unknown): Met {
  const code = errorCode(error);
  if (code === null) throw error;
  return { outcome: outcomeOfCode(code), statusCode: null, detail: `${code}: ${messageOf(error)}` };
}

export function metTimeout(limitMs: number): Met {
  return { outcome: "timeout", statusCode: null, detail: `no answer within ${limitMs / 1_000} s` };
}

export function metRefusedAddress(host: string, address: string): Met {
  const leads = host === address ? host : `${host} leads to ${address}, which`;
  const detail = `${leads} is private or reserved; CALLBACK_ALLOW can allow it`;
  return { outcome: "refused_address", statusCode: null, detail };
}

export function metDns(host: string, reason: string): Met {
  return { outcome: "dns", statusCode: null, detail: `${host} has no address: ${reason}` };
}

/** The execution, or its key, is gone: there is nothing left to send. */
export function metVanished(): Met {
  return { outcome: "vanished", statusCode: null, detail: "its search no longer exists" };
}

function outcomeOfCode(code: string): Outcome {
  if (CONNECT_CODES.has(code)) return "connect";
  if (RESET_CODES.has(code)) return "reset";
  if (code === "NOT_HTTP") return "not_http";
  return TLS_CODE.test(code) ? "tls" : "connect";
}
