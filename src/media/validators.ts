/** Validators of a file for conditional requests. */
export interface Validators {
  /** Strong, quoted. */
  readonly etag: string;
  readonly lastModified: Date;
}

/** Derives the ETag from size and modification time, so that a replaced file gets another one. */
export function etagOf(sizeBytes: number, mtimeMs: number): string {
  return `"${sizeBytes.toString(16)}-${Math.round(mtimeMs * 1_000).toString(16)}"`;
}

/** Whether the client has the current state of the file (RFC 9110 sections 13.1.2 and 13.1.3: If-None-Match takes precedence). */
export function isNotModified(headers: Headers, { etag, lastModified }: Validators): boolean {
  const noneMatch = headers.get("if-none-match");
  if (noneMatch !== null) return noneMatch.trim() === "*" || tagsOf(noneMatch).includes(etag);
  const since = httpDate(headers.get("if-modified-since") ?? "");
  return !Number.isNaN(since) && wholeSeconds(lastModified) <= since;
}

/** Whether a range can be served: without If-Range, or if it matches the current validators (section 13.1.5). */
export function canServeRange(headers: Headers, { etag, lastModified }: Validators): boolean {
  const ifRange = headers.get("if-range")?.trim();
  if (ifRange === undefined) return true;
  return ifRange.startsWith('"') ? ifRange === etag : httpDate(ifRange) === wholeSeconds(lastModified);
}

/** If-None-Match compares weakly, so W/ is ignored. */
function tagsOf(header: string): readonly string[] {
  return header.match(/"[^"]*"/g) ?? [];
}

/** Parses an HTTP-date in its preferred format (section 5.6.7); NaN for other text, which is ignored. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text.trim())
    ? Date.parse(text)
    : Number.NaN;
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000) * 1_000;
}
