import { describe, expect, test } from "bun:test";
import { addressPolicy } from "../../src/webhooks/address-policy.ts";

const DEFAULT = addressPolicy([]);

describe("a refused range", () => {
  // The last address before the range, its first, its last, and the first one after it; null if that one is refused too.
  test.each([
    [null, "0.0.0.0", "0.255.255.255", "1.0.0.0"],
    ["9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"],
    ["100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"],
    ["126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"],
    ["169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"],
    ["172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"],
    ["191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"],
    ["192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"],
    ["192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"],
    ["192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"],
    ["198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"],
    ["198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"],
    ["203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"],
    ["223.255.255.255", "224.0.0.0", "239.255.255.255", null],
    [null, "240.0.0.0", "255.255.255.255", null],
    ["168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17"],
    [null, "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"],
    ["2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"],
    ["2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"],
    ["2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"],
    ["3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"],
    ["3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null],
  ])("ends after %s: %s to %s is refused, %s is not", (before, first, last, next) => {
    for (const address of [before, next]) if (address !== null) expect(DEFAULT.allowsAddress(address)).toBe(true);
    for (const address of [first, last]) expect(DEFAULT.allowsAddress(address)).toBe(false);
  });

  test.each([
    ["loopback", "::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["unique-local", "fc00::1"],
    ["a public IPv4 address mapped into IPv6", "::ffff:1.1.1.1"],
    ["a public IPv4 address mapped into IPv6, in full", "0:0:0:0:0:FFFF:0101:0101"],
    ["an IPv4-compatible address", "::1.1.1.1"],
    ["NAT64", "64:ff9b::1.1.1.1"],
    ["an empty text", ""],
    ["a text that is not an address", "nonsense"],
    ["an IPv4 address with a leading zero", "01.1.1.1"],
  ])("includes %s: %s", (_, address) => expect(DEFAULT.allowsAddress(address)).toBe(false));
});

describe("CALLBACK_ALLOW", () => {
  test.each([
    ["10.0.0.0/8", ["10.0.0.0", "10.255.255.255", "8.8.8.8"], ["11.0.0.0/8", "127.0.0.1", "::ffff:10.0.0.1"]],
    ["10.0.0.5", ["10.0.0.5"], ["10.0.0.4", "10.0.0.6"]],
    ["10.0.0.5/32", ["10.0.0.5"], ["10.0.0.4", "10.0.0.6"]],
    ["0.0.0.0/0", ["10.0.0.1", "127.0.0.1"], ["::1", "::ffff:10.0.0.1", "fe80::1"]],
    ["::/0", ["::1", "fe80::1%eth0", "::ffff:10.0.0.1"], ["10.0.0.1"]],
    ["fd00::5/128", ["fd00::5", "fd00:0:0:0:0:0:0:5"], ["fd00::4", "fd00::6"]],
    ["fe80::1%eth0", ["fe80::1", "fe80::1%eth1"], ["fe80::2"]],
    ["::ffff:10.0.0.0/104", ["::ffff:10.0.0.1"], ["10.0.0.1", "::ffff:127.0.0.1"]],
    ["studio.lan", ["8.8.8.8"], ["10.0.0.1", "studio.lan"]],
  ])("with %s allows %j and refuses %j", (entry, allowed, refused) => {
    const policy = addressPolicy([entry]);
    expect(allowed.filter((address) => !policy.allowsAddress(address))).toEqual([]);
    expect(refused.filter((address) => policy.allowsAddress(address))).toEqual([]);
  });
});

describe("the addresses of a host name", () => {
  test("are allowed if all of them are public", () => {
    expect(DEFAULT.refusedAddress("studio.example", ["1.1.1.1", "2606:4700::1111"])).toBeNull();
  });

  test("are refused if one of them is, in any position", () => {
    expect(DEFAULT.refusedAddress("studio.example", ["1.1.1.1", "10.0.0.5"])).toBe("10.0.0.5");
    expect(DEFAULT.refusedAddress("studio.example", ["10.0.0.5", "1.1.1.1"])).toBe("10.0.0.5");
  });

  test("are not checked if CALLBACK_ALLOW has the name", () => {
    const policy = addressPolicy(["studio.lan"]);
    expect(policy.refusedAddress("studio.lan", ["10.0.0.5"])).toBeNull();
    expect(policy.refusedAddress("other.lan", ["10.0.0.5"])).toBe("10.0.0.5");
  });

  test("are allowed if CALLBACK_ALLOW has their range", () => {
    const policy = addressPolicy(["10.0.0.0/29", "fd00::5"]);
    expect(policy.refusedAddress("studio.lan", ["10.0.0.5", "fd00::5"])).toBeNull();
    expect(policy.refusedAddress("studio.lan", ["10.0.0.5", "10.0.0.8"])).toBe("10.0.0.8");
  });

  test("are refused if they are not addresses", () => {
    expect(DEFAULT.refusedAddress("studio.example", ["", "nonsense"])).toBe("");
  });
});
