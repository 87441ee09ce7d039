/** What every page forbids: all sources that it does not name, being framed, being sent elsewhere by a form or a base. */
const CLOSED = { "default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'" };

/** The security headers of an HTML page that may use `sources` and nothing else. */
export function pageHeaders(sources: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const policy = Object.entries({ ...CLOSED, ...sources }).map(([directive, value]) => `${directive} ${value}`);
  return {
    "content-security-policy": policy.join("; "),
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
  };
}
