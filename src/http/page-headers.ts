/** Defaults of every page: no sources, no framing, no form targets and no other base URL. */
const CLOSED = { "default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'" };

/** Returns the security headers of an HTML page that can load only from `sources`. */
export function pageHeaders(sources: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const policy = Object.entries({ ...CLOSED, ...sources }).map(([directive, value]) => `${directive} ${value}`);
  return {
    "content-security-policy": policy.join("; "),
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
  };
}
