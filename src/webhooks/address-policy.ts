import { type Address, type AddressRange, isInRange, readAddress, readRange } from "./address-range.ts";

/**
 * IPv4 that a callback must not reach: IANA's special-purpose registry, multicast, reserved and broadcast; and
 * the one public address where a cloud (Azure) answers its machines with their secrets.
 */
const REFUSED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "168.63.129.16/32",
] as const;

/**
 * All of IPv6 that is in use for the public internet. What lies outside is refused: unspecified, loopback,
 * mapped (::ffff:0:0/96), compatible (::/96), NAT64 (64:ff9b::/96, 64:ff9b:1::/48), unique-local, link-local,
 * site-local, multicast, discard, and what nobody has assigned yet.
 */
const PUBLIC_V6 = "2000::/3";

/** Inside it: protocol assignments with Teredo and ORCHID, documentation (both), and 6to4. */
const REFUSED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"] as const;

/** What the operator allows although it is private: see CALLBACK_ALLOW. */
export interface CallbackAllow {
  /** Lower case. Such a name may have any address. */
  readonly names: ReadonlySet<string>;
  readonly ranges: readonly AddressRange[];
}

/** Reads the entries of CALLBACK_ALLOW: lower-case host names, addresses and CIDR ranges. */
export function readCallbackAllow(entries: readonly string[]): CallbackAllow {
  const ranges = entries.map(readRange);
  return {
    names: new Set(entries.filter((_, index) => ranges[index] === null)),
    ranges: ranges.filter((range) => range !== null),
  };
}

/** True when a callback may connect to this address. What is no address at all may not. */
export function isAllowedAddress(text: string, allow: CallbackAllow): boolean {
  const address = readAddress(text);
  if (address === null) return false;
  return allow.ranges.some((range) => isInRange(address, range)) || isPublic(address);
}

export type Judgement = { readonly allowed: true } | { readonly allowed: false; readonly address: string };

/**
 * Judges where a host leads: every address must be allowed, not only the one that would be used, because a name
 * with a public and a private address is how a check is led past (DNS rebinding).
 */
export function judgeAddresses(host: string, addresses: readonly string[], allow: CallbackAllow): Judgement {
  if (allow.names.has(host)) return { allowed: true };
  const refused = addresses.find((address) => !isAllowedAddress(address, allow));
  return refused === undefined ? { allowed: true } : { allowed: false, address: refused };
}

function isPublic(address: Address): boolean {
  const isIn = (range: string): boolean => {
    const read = readRange(range);
    return read !== null && isInRange(address, read);
  };
  if (address.family === 4) return !REFUSED_V4.some(isIn);
  return isIn(PUBLIC_V6) && !REFUSED_V6.some(isIn);
}
