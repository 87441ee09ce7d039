import { BlockList, isIP } from "node:net";

/** A CIDR range. `address` has no zone. */
interface AddressRange {
  readonly family: "ipv4" | "ipv6";
  readonly address: string;
  readonly prefix: number;
}

/** A set of IPv4 and IPv6 ranges. */
export interface AddressRanges {
  /** Ignores an IPv6 zone (`%eth0`). False if `text` is not an IP address. */
  has(text: string): boolean;
}

/** Parses a CIDR range such as `10.0.0.0/8`, or one address as a range. Returns null for any other text. */
export function parseAddressRange(text: string): AddressRange | null {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return null;
  const bits = family === 4 ? 32 : 128;
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)) return null;
  return {
    family: family === 4 ? "ipv4" : "ipv6",
    address: withoutZone(address),
    prefix: prefix === undefined ? bits : Number(prefix),
  };
}

/** Builds a set from the entries that are ranges; other entries are ignored. */
export function addressRanges(entries: readonly string[]): AddressRanges {
  // One list per family: a BlockList of IPv4 ranges also matches an IPv4 address that is written as IPv6.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const range of entries.map(parseAddressRange)) {
    if (range !== null) lists[range.family].addSubnet(range.address, range.prefix, range.family);
  }
  return {
    has(text) {
      const address = withoutZone(text);
      const version = isIP(address);
      if (version === 0) return false;
      const family = version === 4 ? "ipv4" : "ipv6";
      return lists[family].check(address, family);
    },
  };
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/s, "");
}
