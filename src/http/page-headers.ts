/** Defaults of every page: no sources, no framing, no form targets and no other base URL. */
const CLOSED = { "default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'" };

/** For data, which a browser should neither run nor show in a frame, nor let another site read. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/** Returns the security headers of an HTML page that can load only from `sources`. */
export function pageHeaders(sources: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const policy = Object.entries({ ...CLOSED, ...sources }).map(([directive, value]) => `${directive} ${value}`);
  return {
    "content-security-policy": policy.join("; "),
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  };
}
