import { refusal } from "../../lib/refusal.ts";
import { jsonApiErrors } from "../json-api.ts";
import type { Layer } from "./layer.ts";

/**
 * RFC 9110 section 7.2 with RFC 3986 section 3.2.2: an IPv6 address in brackets or a name, and a port. A name with a comma
 * is refused, because Bun joins several Host headers with commas.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|(?:[a-z0-9\-._~!$&'()*+;=]|%[0-9a-f]{2})*)(?::\d*)?$/i;
const PORT = /:(\d*)$/;
const PORT_MAX = 65_535;
/** Bun accepts a repeated Content-Length when the values agree, and joins them. */
const CONTENT_LENGTH = /^\d+$/;

/**
 * Refuses (400) a request that a proxy can interpret differently: several or malformed `Host` headers (RFC 9112 section
 * 3.2), or several lengths (section 6.3). Bun itself refuses other ambiguous requests: see docs/api.md, "Refused by the HTTP
 * runtime".
 */
export function unambiguousRequest(): Layer {
  return (handler) => (request) => {
    const detail = ambiguityOf(request.headers);
    if (detail === null) return handler(request);
    return jsonApiErrors([refusal("ambiguous_request", { detail })], { connection: "close" });
  };
}

function ambiguityOf(headers: Headers): string | null {
  // HTTP/1.0 can omit it. Bun refuses HTTP/1.1 without it.
  const host = headers.get("host");
  if (host !== null && !isHost(host)) return "Send exactly one Host header, with a host name and an optional port.";
  const length = headers.get("content-length");
  if (length !== null && !CONTENT_LENGTH.test(length))
    return "Send exactly one Content-Length header, with a whole number.";
  return null;
}

function isHost(host: string): boolean {
  const port = host.endsWith("]") ? "" : (PORT.exec(host)?.[1] ?? "");
  return HOST.test(host) && Number(port) <= PORT_MAX;
}
