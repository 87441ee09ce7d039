import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { addressPolicy } from "../../src/webhooks/address-policy.ts";
import { checkCallbackUrl } from "../../src/webhooks/callback-url.ts";

const ADDRESS = "`callback_url` must not name a private, local or otherwise reserved address.";

const DEFAULT = addressPolicy([]);

function check(url: string, allow?: readonly string[]): string | null {
  return checkCallbackUrl(url, allow === undefined ? DEFAULT : addressPolicy(allow));
}

describe("a callback URL is accepted when it", () => {
  test.each([
    "https://studio.example/hooks",
    "https://studio.example",
    "HTTPS://Studio.Example:8443/hooks?token=a%20b#part",
    "https://1-2-3-4.studio.example/",
    "https://bücher.example/hook",
    "https://intranet/hook",
    "https://8.8.8.8/hook",
    "https://134744072/hook",
    "https://0x08.010.8.8/hook",
    "https://172.15.255.255/",
    "https://172.32.0.0/",
    "https://[2606:4700::1111]:8443/hook",
    "https://localhost.example/",
    "https://notlocalhost/",
  ])("is %s", (url) => {
    expect(check(url)).toBeNull();
  });
});

describe("a callback URL is refused when it", () => {
  test.each([
    ["is empty", ""],
    ["is not a URL", "studio"],
    ["is HTTP", "http://studio.example/hooks"],
    ["is of another scheme", "ftp://studio.example/"],
    ["is relative", "/hooks"],
    ["has no slashes", "https:studio.example"],
    ["has one slash", "https:/studio.example"],
    ["has three slashes", "https:///studio.example"],
    ["has no host", "https://"],
    ["has only a port", "https://:443/"],
    ["has an impossible port", "https://studio.example:65536/"],
    ["has port 0", "https://studio.example:0/"],
    ["has backslashes", "https:\\\\studio.example/"],
    ["has a space before it", " https://studio.example/"],
    ["has a tab in its host", "https://stu\tdio.example/"],
    ["has a line break after it", "https://studio.example/\n"],
    ["has a user name", "https://user@studio.example/"],
    ["has a password", "https://user:secret@studio.example/"],
    ["has an empty user name", "https://@studio.example/"],
    ["hides its host behind a user name", "https://studio.example@10.0.0.1/"],
    ["has a percent-encoded host", "https://%31%30.0.0.1/"],
    ["has a percent-encoded letter in its host", "https://%73tudio.example/"],
    ["has a trailing dot after its name", "https://studio.example./"],
    ["has a trailing dot after its address", "https://8.8.8.8./"],
    ["has a trailing dot and a port", "https://studio.example.:8443/"],
    ["has full-width digits", "https://１０.0.0.1/"],
    ["has full-width digits of a public address", "https://８.8.8.8/"],
    ["has circled digits", "https://①②⑦.0.0.1/"],
    ["has a full-width dot", "https://10．0.0.1/"],
    ["has an ideographic dot", "https://studio。example/"],
    ["has a soft hyphen", "https://local\u00adhost/"],
    ["has a zero-width space", "https://local\u200bhost/"],
    ["is localhost in other letters", "https://ｌocalhost/"],
    ["has a malformed IPv4 address", "https://1.2.3.4.5/"],
    ["has a zone", "https://[fe80::1%25eth0]/"],
  ])("%s", (_, url) => {
    expect(check(url)).toStartWith("`callback_url` ");
  });

  test.each(["https://localhost/", "https://LOCALHOST:8443/", "https://hooks.localhost/", "https://a.b.localhost/"])(
    "names this machine: %s",
    (url) => {
      expect(check(url)).toBe("`callback_url` must not name this machine.");
    },
  );

  test.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://0x7f.1/",
    "https://0/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://168.63.129.16/",
    "https://100.100.100.200/",
    "https://192.0.0.192/",
    "https://255.255.255.255/",
    "https://[::]/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::8.8.8.8]/",
    "https://[64:ff9b:1::1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:53aa:64c::1]/",
    "https://[2001:db8::1]/",
    "https://[3fff::1]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://[100::1]/",
  ])("is a refused address: %s", (url) => {
    expect(check(url)).toBe(ADDRESS);
  });

  test("has more than 2,048 characters, counted as code points after normalisation", () => {
    const urlOf = (length: number, filler: string): string => {
      const start = "https://studio.example/";
      return start + filler.repeat(length - start.length);
    };
    expect(check(urlOf(2_048, "a"))).toBeNull();
    expect(check(urlOf(2_048, "🎵"))).toBeNull();
    expect(check(urlOf(2_048, "e\u0301"))).toBeNull();
    expect(check(urlOf(2_049, "a"))).toBe("`callback_url` can be at most 2,048 characters.");
  });
});

describe("an entry of CALLBACK_ALLOW", () => {
  test("that is an address or a range allows the literals in it, and no others", () => {
    const allow = ["10.1.0.0/16", "127.0.0.1", "fd00::/8"];
    const judge = (url: string): string | null => check(url, allow);
    expect(judge("https://10.1.255.1/")).toBeNull();
    expect(judge("https://127.1/")).toBeNull();
    expect(judge("https://[fd12:3456::1]/")).toBeNull();
    expect(judge("https://10.2.0.1/")).toBe(ADDRESS);
    expect(judge("https://127.0.0.2/")).toBe(ADDRESS);
    expect(judge("https://[::ffff:10.1.0.1]/")).toBe(ADDRESS);
  });

  test.each([["127.0.0.1"], ["127.0.0.0/8"], ["::1"], ["::/64"]])(
    "that covers an address of localhost allows the name, and the names below it: %s",
    (entry) => {
      expect(check("https://localhost:8443/music", [entry])).toBeNull();
      expect(check("https://hooks.localhost/", [entry])).toBeNull();
    },
  );

  test.each([["127.0.0.2"], ["10.0.0.0/8"], ["192.168.0.0/16"], ["fd00::/8"], ["hooks.example"]])(
    "that covers no address of localhost does not allow the name: %s",
    (entry) => {
      expect(check("https://localhost/", [entry])).toBe("`callback_url` must not name this machine.");
    },
  );

  test("that is a name allows that name, but not its address or subdomains", () => {
    expect(check("https://LocalHost/", ["localhost"])).toBeNull();
    expect(check("https://127.0.0.1/", ["localhost"])).toBe(ADDRESS);
    expect(check("https://hooks.localhost/", ["localhost"])).not.toBeNull();
    expect(check("https://localhost./", ["localhost"])).not.toBeNull();
  });
});

const octet = fc.nat(255);
const PRIVATE: readonly fc.Arbitrary<readonly number[]>[] = [
  fc.tuple(fc.constant(0), octet, octet, octet),
  fc.tuple(fc.constant(10), octet, octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  fc.tuple(fc.constant(127), octet, octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(198), fc.integer({ min: 18, max: 19 }), octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
];
const privateV4 = fc.oneof(...PRIVATE);
const anyV4 = fc.tuple(octet, octet, octet, octet);
/** The base of each part, and the number of parts: the last part can combine up to four octets. */
const spelling = fc.record({
  bases: fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
  parts: fc.integer({ min: 1, max: 4 }),
});

function spell(octets: readonly number[], { bases, parts }: { bases: readonly number[]; parts: number }): string {
  const kept = octets.slice(0, parts - 1);
  let last = 0;
  for (const one of octets.slice(parts - 1)) last = last * 256 + one;
  const prefixes: Record<number, string> = { 8: "0", 10: "", 16: "0x" };
  return [...kept, last]
    .map((part, index) => (prefixes[bases[index] ?? 10] ?? "") + part.toString(bases[index]))
    .join(".");
}

/** The refused IPv4 ranges as the contract names them; then the relay of 6to4, and Azure's metadata address. */
const CONTRACT_RANGES =
  "0/8 10/8 100.64/10 127/8 169.254/16 172.16/12 192.0.0/24 192.0.2/24 192.168/16 198.18/15 198.51.100/24 203.0.113/24 224/4 240/4 192.88.99/24 168.63.129.16/32";

function numberOf(octets: readonly number[]): number {
  return octets.reduce((sum, one, index) => sum + one * 256 ** (3 - index), 0);
}

/** Computed by arithmetic, independently of the code under test. */
function isInContractRange(octets: readonly number[]): boolean {
  return CONTRACT_RANGES.split(" ").some((range) => {
    const [base = "", prefix] = range.split("/");
    const distance = numberOf(octets) - numberOf(base.split(".").map(Number));
    return distance >= 0 && distance < 2 ** (32 - Number(prefix));
  });
}

describe("over all addresses", () => {
  test("a private IPv4 address is refused in every spelling", () => {
    fc.assert(
      fc.property(privateV4, spelling, (octets, how) => check(`https://${spell(octets, how)}/`) !== null),
      { numRuns: 2_000 },
    );
  });

  test("a private IPv4 address is refused in every IPv6 form that embeds one", () => {
    const carriers = [
      (v4: string) => `::ffff:${v4}`,
      (v4: string) => `::${v4}`,
      (v4: string) => `64:ff9b::${v4}`,
      (v4: string) => `64:ff9b:1::${v4}`,
      (v4: string) => `::ffff:0:${v4}`,
    ];
    fc.assert(
      fc.property(privateV4, fc.constantFrom(...carriers), (octets, carry) => {
        const hex = octets.map((one) => one.toString(16).padStart(2, "0")).join("");
        const sixToFour = `2002:${hex.slice(0, 4)}:${hex.slice(4)}::1`;
        return [carry(octets.join(".")), sixToFour].every((host) => check(`https://[${host}]/`) === ADDRESS);
      }),
    );
  });

  test("an IPv4 literal is accepted, in every spelling, exactly if it is outside the contract's ranges", () => {
    fc.assert(
      fc.property(fc.oneof(anyV4, privateV4), spelling, (octets, how) => {
        const isAccepted = check(`https://${spell(octets, how)}/`) === null;
        return isAccepted === !isInContractRange(octets);
      }),
      { numRuns: 5_000 },
    );
  });

  test("a global IPv6 literal is accepted, and one outside 2000::/3 refused", () => {
    const group = fc.nat(0xffff);
    const tail = fc.array(group, { minLength: 7, maxLength: 7 });
    const urlOf = (first: number, rest: readonly number[]): string =>
      `https://[${[first, ...rest].map((one) => one.toString(16)).join(":")}]/`;
    fc.assert(
      fc.property(fc.integer({ min: 0x2400, max: 0x2fff }), tail, (first, rest) => {
        return check(urlOf(first, rest)) === null;
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.nat(0x1fff), fc.integer({ min: 0x4000, max: 0xffff })), tail, (first, rest) => {
        return check(urlOf(first, rest)) === ADDRESS;
      }),
    );
  });

  test("no text makes it throw", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => typeof check(`https://${text}`) !== "number"));
    fc.assert(fc.property(fc.webUrl(), (url) => typeof check(url) !== "number"));
  });
});
