import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { addressRanges, parseAddressRange } from "../../src/lib/address-ranges.ts";

describe("a set of address ranges", () => {
  test.each([
    ["10.1.2.3/9", ["10.0.0.0", "10.127.255.255"], ["9.255.255.255", "10.128.0.0"]],
    ["10.1.2.3/32", ["10.1.2.3"], ["10.1.2.2", "10.1.2.4"]],
    ["10.1.2.3", ["10.1.2.3"], ["10.1.2.2", "10.1.2.4"]],
    ["10.0.0.0/08", ["10.0.0.0"], ["11.0.0.0"]],
    ["10.0.0.0/31", ["10.0.0.0", "10.0.0.1"], ["9.255.255.255", "10.0.0.2"]],
    ["1.2.3.4/0", ["0.0.0.0", "255.255.255.255"], ["::", "::1.2.3.4", "::ffff:1.2.3.4"]],
    ["1.2.3.4/1", ["0.0.0.0", "127.255.255.255"], ["128.0.0.0"]],
    ["2001:db8::ff/33", ["2001:db8::", "2001:db8:7fff:ffff::"], ["2001:db7:ffff::", "2001:db8:8000::"]],
    ["fd00::5/128", ["fd00::5", "FD00:0:0:0:0:0:0:5", "fd00::0005%eth0"], ["fd00::4", "fd00::6"]],
    ["::5/0", ["::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "::ffff:1.2.3.4"], ["0.0.0.0", "1.2.3.4"]],
    ["fe80::1%eth0/64", ["fe80::", "fe80::1%eth1", "fe80::ffff:ffff:ffff:ffff"], ["fe80:0:0:1::"]],
    ["::ffff:10.0.0.0/104", ["::ffff:10.0.0.1", "::ffff:a00:1"], ["10.0.0.1", "::ffff:11.0.0.0", "::10.0.0.1"]],
    ["::10.0.0.0/104", ["::10.0.0.1"], ["10.0.0.1", "::ffff:10.0.0.1"]],
    ["::/96", ["::", "::255.255.255.255"], ["::1:0:0", "::ffff:0:0"]],
  ] as const)("with %s has %j but not %j", (range, inside, outside) => {
    const ranges = addressRanges([range]);
    expect(inside.filter((address) => !ranges.has(address))).toEqual([]);
    expect(outside.filter((address) => ranges.has(address))).toEqual([]);
  });

  test.each(["", "nonsense", "%", "%eth0", "1.2.3", "01.2.3.4", "256.1.1.1", " 1.1.1.1", "[::1]", "::1::", "0x7f.1"])(
    "does not have %j, which is not an address",
    (text) => expect(addressRanges(["0.0.0.0/0", "::/0"]).has(text)).toBe(false),
  );

  test("has every member of its ranges in every IPv6 spelling, and no other address", () => {
    const group = fc.oneof(fc.constant(0), fc.constant(0xffff), fc.nat(0xffff));
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    const numberOf = (all: readonly number[]): bigint => BigInt(`0x${all.map((one) => hex(one)).join("")}`);
    const hex = (one: number): string => one.toString(16).padStart(4, "0");
    fc.assert(
      fc.property(groups, groups, fc.nat(128), fc.nat(128), (base, random, prefix, shared) => {
        // An address that shares its first `shared` bits with the base.
        const free = BigInt(128 - shared);
        const value = ((numberOf(base) >> free) << free) | (numberOf(random) & ((1n << free) - 1n));
        const padded = (value.toString(16).padStart(32, "0").match(/.{4}/g) ?? []).join(":");
        const canonical = new URL(`http://[${padded}]/`).hostname.slice(1, -1);
        const ranges = addressRanges([`${base.map(hex).join(":")}/${prefix}`]);
        const isInside = value >> BigInt(128 - prefix) === numberOf(base) >> BigInt(128 - prefix);
        return [padded, padded.toUpperCase(), canonical].every((text) => ranges.has(text) === isInside);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  "studio.lan",
  "",
  "10.0.0.0/33",
  "::/129",
  "10.0.0.0/",
  "10.0.0.0/8/8",
  "10.0.0.0/-1",
  "10.0.0/8",
  "1.2.3.4%x",
])("%j is not an address range", (text) => expect(parseAddressRange(text)).toBeNull());
