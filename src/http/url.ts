import { refuse } from "../lib/refusal.ts";

/** Returns where the path begins in a request's URL. Without a usable Host, Bun gives the path alone. */
export function pathStart(url: string): number {
  return url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2);
}

/** Returns the path without the query, percent-encoded as received. */
export function pathOf(url: string): string {
  const start = pathStart(url);
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** Returns the parameters of the query. Throws Refused (400) for one with U+0000. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  if (start !== -1 && url.includes("%00", start)) {
    throw refuse("bad_parameter", { detail: "A query parameter contains the character U+0000. Remove it." });
  }
  return new URLSearchParams(start === -1 ? "" : url.slice(start + 1));
}
