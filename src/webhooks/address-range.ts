import { isIP } from "node:net";

/** An address as a number, so that ranges are compared bit by bit and no spelling matters. */
export interface Address {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

export interface AddressRange {
  readonly base: Address;
  /** How many leading bits the members share with `base`. */
  readonly prefix: number;
}

/** Reads an address as DNS, the URL parser (without brackets) or an operator writes it; null for anything else. */
export function readAddress(text: string): Address | null {
  const [withoutZone = ""] = text.split("%");
  const family = isIP(withoutZone);
  if (family === 4) return { family, bits: foldBits(withoutZone.split(".").map(Number), 8n) };
  if (family === 6) return { family, bits: foldBits(groupsOf(withoutZone), 16n) };
  return null;
}

/** Reads "10.0.0.0/8", or one address as the range of itself. Null for anything else. */
export function readRange(text: string): AddressRange | null {
  const [address = "", prefix] = text.split("/");
  const base = readAddress(address);
  if (base === null) return null;
  return { base, prefix: prefix === undefined ? widthOf(base.family) : Number(prefix) };
}

/** Families are never mixed: an IPv4 address written as IPv6 is not in an IPv4 range. */
export function isInRange(address: Address, { base, prefix }: AddressRange): boolean {
  if (address.family !== base.family) return false;
  const free = BigInt(widthOf(base.family) - prefix);
  return address.bits >> free === base.bits >> free;
}

function widthOf(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}

/** The eight groups of an IPv6 address. The URL parser writes every spelling in one way. */
function groupsOf(address: string): readonly number[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const left = readGroups(head);
  const right = readGroups(tail ?? "");
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function readGroups(text: string): readonly number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}

function foldBits(parts: readonly number[], width: bigint): bigint {
  let bits = 0n;
  for (const part of parts) bits = (bits << width) | BigInt(part);
  return bits;
}
