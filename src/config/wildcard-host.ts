import { isIP } from "node:net";

/** As the URL parser writes them: all of IPv4, all of IPv6, and all of IPv4 as IPv6. */
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "[::]", "[::ffff:0:0]"]);

/** Whether a server that listens on `host` listens on every address of its machine, however that is spelt ("0", "::0"). */
export function isWildcardHost(host: string): boolean {
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}/`;
  return URL.canParse(url) && WILDCARDS.has(new URL(url).hostname);
}
