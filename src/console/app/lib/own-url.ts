/**
 * Returns the path of a link in an answer. Links have the service's base URL, but the page may only load from its own
 * address, which can be another name of the same server.
 */
export function ownUrl(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}
