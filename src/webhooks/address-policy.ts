import { addressRanges, parseAddressRange } from "../lib/address-ranges.ts";

/** Everything outside these ranges is refused: only 2000::/3 of IPv6 is assigned to the public internet. */
const PUBLIC = ["0.0.0.0/0", "2000::/3"] as const;

/**
 * Ranges that are not public. IPv4: IANA's special-purpose registry, multicast, reserved and broadcast, and the public
 * address of Azure's metadata server, which gives secrets to virtual machines. IPv6: protocol assignments including
 * Teredo and ORCHID, documentation, and 6to4.
 */
const REFUSED = [
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
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
] as const;

/** Decides which hosts and addresses a callback can connect to. */
export interface AddressPolicy {
  /** Whether CALLBACK_ALLOW lists this host name. Such a name can have any address. */
  allowsName(host: string): boolean;
  /** False if `text` is not an IP address. */
  allowsAddress(text: string): boolean;
  /**
   * Returns the first refused address of a host, or null. Checks every address, not only the one to connect to: a name
   * with a public and a private address is a way around the check (DNS rebinding).
   */
  refusedAddress(host: string, addresses: readonly string[]): string | null;
}

/** Builds the policy from the entries of CALLBACK_ALLOW: lower-case host names, addresses and CIDR ranges. */
export function addressPolicy(entries: readonly string[]): AddressPolicy {
  const names = new Set(entries.filter((entry) => parseAddressRange(entry) === null));
  const allowed = addressRanges(entries);
  const publicRanges = addressRanges(PUBLIC);
  const refused = addressRanges(REFUSED);
  const allowsAddress = (text: string): boolean => allowed.has(text) || (publicRanges.has(text) && !refused.has(text));
  return {
    allowsName: (host) => names.has(host),
    allowsAddress,
    refusedAddress: (host, addresses) =>
      names.has(host) ? null : (addresses.find((address) => !allowsAddress(address)) ?? null),
  };
}
