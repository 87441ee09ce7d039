import { refusal } from "../../lib/refusal.ts";
import { jsonApiErrors } from "../json-api.ts";
import type { Layer } from "./layer.ts";

/**
 * RFC 9110 section 7.2 with RFC 3986 section 3.2.2: an IPv6 address in brackets or a name, and a port. Without the comma that
 * a name could have: Bun joins several Host headers with one.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|(?:[a-z0-9\-._~!$&'()*+;=]|%[0-9a-f]{2})*)(?::\d*)?$/i;
const PORT = /:(\d*)$/;
const PORT_MAX = 65_535;
/** Bun accepts a repeated Content-Length when the values agree, and joins them. */
const CONTENT_LENGTH = /^\d+$/;

/**
 * Refuses (400) a request that another server on its way may read in another way: several or malformed `Host` headers
 * (RFC 9112 section 3.2), several lengths (section 6.3). Bun itself refuses the rest: see docs/api.md, "What never reaches
 * us".
 */
export function unambiguousRequest(): Layer {
  return (answer) => (request) => {
    const detail = ambiguityOf(request.headers);
    if (detail === null) return answer(request);
    return jsonApiErrors([refusal("bad_request", { detail })], { connection: "close" });
  };
}

function ambiguityOf(headers: Headers): string | null {
  // HTTP/1.0 has none; without one Bun refuses HTTP/1.1.
  const host = headers.get("host");
  if (host !== null && !isHost(host)) return "Send exactly one Host header, with a host name and perhaps a port.";
  const length = headers.get("content-length");
  if (length !== null && !CONTENT_LENGTH.test(length)) return "Send one Content-Length header, a whole number.";
  return null;
}

function isHost(host: string): boolean {
  const port = host.endsWith("]") ? "" : (PORT.exec(host)?.[1] ?? "");
  return HOST.test(host) && Number(port) <= PORT_MAX;
}
