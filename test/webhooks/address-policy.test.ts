import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { isAllowedAddress, judgeAddresses, readCallbackAllow } from "../../src/webhooks/address-policy.ts";
import { isInRange, readAddress, readRange } from "../../src/webhooks/address-range.ts";

const NOTHING = readCallbackAllow([]);

describe("a refused range", () => {
  test.each([
    ["0.0.0.0", "0.255.255.255", "1.0.0.0"],
    ["10.0.0.0", "10.255.255.255", "11.0.0.0"],
    ["100.64.0.0", "100.127.255.255", "100.128.0.0"],
    ["127.0.0.0", "127.255.255.255", "128.0.0.0"],
    ["169.254.0.0", "169.254.255.255", "169.255.0.0"],
    ["172.16.0.0", "172.31.255.255", "172.32.0.0"],
    ["192.0.0.0", "192.0.0.255", "192.0.1.0"],
    ["192.0.2.0", "192.0.2.255", "192.0.3.0"],
    ["192.168.0.0", "192.168.255.255", "192.169.0.0"],
    ["198.18.0.0", "198.19.255.255", "198.20.0.0"],
    ["198.51.100.0", "198.51.100.255", "198.51.101.0"],
    ["203.0.113.0", "203.0.113.255", "203.0.114.0"],
    ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"],
    ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"],
    ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"],
    ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"],
  ])("reaches from %s to %s", (first, last, next) => {
    expect([first, last, next].map((address) => isAllowedAddress(address, NOTHING))).toEqual([false, false, true]);
  });

  test.each([
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::1",
    "fe80::1%eth0",
    "fc00::1",
    "::ffff:1.1.1.1",
  ])("holds %s", (address) => {
    expect(isAllowedAddress(address, NOTHING)).toBe(false);
  });
});

describe("the addresses of a name", () => {
  test("are allowed when all of them are public", () => {
    expect(judgeAddresses("studio.example", ["1.1.1.1", "2606:4700::1111"], NOTHING)).toEqual({ allowed: true });
  });

  test("are refused as soon as one of them is, whichever it is", () => {
    for (const addresses of [
      ["1.1.1.1", "10.0.0.5"],
      ["10.0.0.5", "1.1.1.1"],
    ]) {
      expect(judgeAddresses("studio.example", addresses, NOTHING)).toEqual({ allowed: false, address: "10.0.0.5" });
    }
  });

  test("are not looked at when CALLBACK_ALLOW has the name", () => {
    const allow = readCallbackAllow(["studio.lan"]);
    expect(judgeAddresses("studio.lan", ["10.0.0.5"], allow)).toEqual({ allowed: true });
    expect(judgeAddresses("other.lan", ["10.0.0.5"], allow)).toEqual({ allowed: false, address: "10.0.0.5" });
  });

  test("are allowed where CALLBACK_ALLOW has their range", () => {
    const allow = readCallbackAllow(["10.0.0.0/29", "fd00::5"]);
    expect(judgeAddresses("studio.lan", ["10.0.0.5", "fd00::5"], allow)).toEqual({ allowed: true });
    expect(judgeAddresses("studio.lan", ["10.0.0.5", "10.0.0.8"], allow)).toEqual({
      allowed: false,
      address: "10.0.0.8",
    });
  });

  test("are refused when they are no addresses", () => {
    expect(judgeAddresses("studio.example", ["", "nonsense"], NOTHING)).toEqual({ allowed: false, address: "" });
  });
});

describe("a range", () => {
  test("holds what shares its prefix, and nothing of the other family", () => {
    const inRange = (address: string, range: string): boolean => {
      const [read, readIn] = [readAddress(address), readRange(range)];
      return read !== null && readIn !== null && isInRange(read, readIn);
    };
    expect(inRange("1.2.3.4", "0.0.0.0/0")).toBe(true);
    expect(inRange("::1", "0.0.0.0/0")).toBe(false);
    expect(inRange("::ffff:1.2.3.4", "1.2.3.4/32")).toBe(false);
    expect(inRange("1.2.3.4", "1.2.3.5")).toBe(false);
    expect(readRange("studio.lan")).toBeNull();
  });

  test("reads an IPv6 address alike in every spelling", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 }), (groups) => {
        const plain = groups.map((group) => group.toString(16)).join(":");
        const padded = groups.map((group) => group.toString(16).padStart(4, "0").toUpperCase()).join(":");
        const canonical = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
        let bits = 0n;
        for (const group of groups) bits = (bits << 16n) | BigInt(group);
        return [plain, padded, canonical].every((text) => readAddress(text)?.bits === bits);
      }),
    );
  });
});
