import { isIP } from "node:net";
import { isAllowedAddress, readCallbackAllow } from "./address-policy.ts";

/** Code points after NFC, as every length of the interface. */
const LENGTH_MAX = 2_048;

/** The URL parser drops or repairs these; two parsers that repair differently see two hosts. */
const SPACE_CONTROL_OR_BACKSLASH = /[\s\p{Cc}\\]/u;
/** Dots that are not ".", and characters that a host name loses on its way to DNS. */
const DISGUISE = /[\u3002\uff0e\uff61]|\p{Default_Ignorable_Code_Point}/u;

/**
 * What is wrong with a `callback_url`, in a sentence, or null. Judges what the text itself tells: scheme, length,
 * spelling, and the address where the host is one. Where a name leads is judged when it is called, each time.
 *
 * @param allow the entries of CALLBACK_ALLOW
 */
export function checkCallbackUrl(text: string, allow: readonly string[]): string | null {
  if (Array.from(text.normalize("NFC")).length > LENGTH_MAX) return "`callback_url` may have 2,048 characters at most.";
  if (SPACE_CONTROL_OR_BACKSLASH.test(text)) {
    return "`callback_url` must not contain white space, control characters or backslashes.";
  }
  if (!/^https:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) {
    return "`callback_url` must be a complete HTTPS URL, like https://studio.example/hooks.";
  }
  return checkAuthority(text) ?? checkHost(new URL(text), allow);
}

/** The host of a callback as the policy knows it: lower case, an IPv6 address without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Judges host and port as they were written, before the parser makes them look harmless. */
function checkAuthority(text: string): string | null {
  const [authority = ""] = text.slice("https://".length).split(/[/?#]/);
  if (authority.includes("@")) return "`callback_url` must not contain a user name or password.";
  if (authority.includes("%")) return "`callback_url` must not have a percent-encoded host.";
  const host = authority.replace(/:\d*$/, "");
  if (host.endsWith(".")) return "`callback_url` must not have a host that ends with a dot.";
  if (DISGUISE.test(host) || host.normalize("NFKC") !== host.normalize("NFC")) {
    return "`callback_url` must have a host in plain letters and digits, not in full-width or other look-alike forms.";
  }
  return null;
}

function checkHost(url: URL, entries: readonly string[]): string | null {
  const allow = readCallbackAllow(entries);
  const host = hostOf(url);
  if (url.port === "0") return "`callback_url` must not name port 0.";
  if (isIP(host) !== 0) {
    return isAllowedAddress(host, allow)
      ? null
      : "`callback_url` must not name a private, local or otherwise reserved address.";
  }
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  if (isLocal && !allow.names.has(host)) return "`callback_url` must not name this machine.";
  return null;
}
