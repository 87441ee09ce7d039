/** Where the path of a request's URL begins. Of a request without a usable Host, Bun gives the path alone. */
export function pathStart(url: string): number {
  return url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2);
}

/** The path without the query, percent-encoded as it came. */
export function pathOf(url: string): string {
  const start = pathStart(url);
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** The parameters of the query. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : url.slice(start + 1));
}
