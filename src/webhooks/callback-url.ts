import { isIP } from "node:net";
import { hostOf } from "../lib/host-of.ts";
import type { AddressPolicy } from "./address-policy.ts";
import { isLongerThan, toNormalForm } from "../lib/to-normal-form.ts";

/** Code points after NFC normalisation, like every length in the API. */
const LENGTH_MAX = 2_048;

/** The URL parser drops or repairs these characters. Another parser may repair them differently and find another host. */
const SPACE_CONTROL_OR_BACKSLASH = /[\s\p{Cc}\\]/u;
/** Dots other than ".", and characters that are removed from a host name before the DNS query. */
const DISGUISE = /[\u3002\uff0e\uff61]|\p{Default_Ignorable_Code_Point}/u;

/**
 * The addresses of `localhost` (RFC 6761 section 6.3). A machine can have only one of them, so a submission needs one to be
 * allowed; an attempt checks the addresses that the name really has.
 */
const LOOPBACK = ["127.0.0.1", "::1"] as const;

/**
 * Returns what is wrong with a `callback_url`, as a sentence, or null. Checks the text only: scheme, length, spelling,
 * and the address if the host is one. The addresses of a host name are checked on every attempt.
 */
export function checkCallbackUrl(text: string, policy: AddressPolicy): string | null {
  if (isLongerThan(text, LENGTH_MAX)) return "`callback_url` can be at most 2,048 characters.";
  if (SPACE_CONTROL_OR_BACKSLASH.test(text)) {
    return "`callback_url` must not contain white space, control characters or backslashes.";
  }
  if (!/^https:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) {
    return "`callback_url` must be a complete HTTPS URL, like https://studio.example/hooks.";
  }
  return checkAuthority(text) ?? checkHost(new URL(text), policy);
}

/** Checks host and port as written: the URL parser would hide these mistakes. */
function checkAuthority(text: string): string | null {
  const [authority = ""] = text.slice("https://".length).split(/[/?#]/);
  if (authority.includes("@")) return "`callback_url` must not contain a user name or password.";
  if (authority.includes("%")) return "`callback_url` must not have a percent-encoded host.";
  const host = authority.replace(/:\d*$/, "");
  if (host.endsWith(".")) return "`callback_url` must not have a host that ends with a dot.";
  if (DISGUISE.test(host) || toNormalForm(host, "NFKC") !== toNormalForm(host, "NFC")) {
    return "`callback_url` must have a host in plain letters and digits, not in full-width or other look-alike forms.";
  }
  return null;
}

function checkHost(url: URL, policy: AddressPolicy): string | null {
  const host = hostOf(url);
  if (url.port === "0") return "`callback_url` must not name port 0.";
  if (isIP(host) !== 0) {
    return policy.allowsAddress(host)
      ? null
      : "`callback_url` must not name a private, local or otherwise reserved address.";
  }
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  if (!isLocal || policy.allowsName(host) || LOOPBACK.some((address) => policy.allowsAddress(address))) return null;
  return "`callback_url` must not name this machine.";
}
