/** Returns the host of a URL in lower case. An IPv6 address has no brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}
