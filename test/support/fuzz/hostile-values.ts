import * as fc from "fast-check";
import { NASTY_TEXTS } from "../nasty-texts.ts";

/** A JSON text that is written unchanged: numbers and nesting that no JavaScript value has. */
export interface RawJson {
  readonly rawJson: string;
}

const DEEP = 50_000;

const PROTOTYPE_NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "length"];

const TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\uD800",
  "a\uDC00\uD800b",
  "\uFEFF",
  "\uFFFE\uFFFF",
  "e\u0301".repeat(300),
  "a" + "\u0301".repeat(2_000),
  "\u202Etxt.exe",
  "ﷺ".repeat(500),
  "ẞİıſΐ",
  "𝕘𝕝𝕒𝕤𝕤 😀👩‍👩‍👧‍👦",
  "x".repeat(3_000),
  "😀".repeat(2_000),
  "null",
  "NaN",
  "-1",
  "1e309",
  "9".repeat(400),
  "0x1F",
  "٣٤٥",
  "1,2",
  "true",
  "[object Object]",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "/proc/self/environ",
  "file:///etc/passwd",
  "' OR '1'='1' --",
  '"; DROP TABLE api_keys; --',
  "%' ESCAPE '%' UNION SELECT sql FROM sqlite_master --",
  'NEAR("a" "b", 10000000000) AND *',
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "{{7*7}}${7*7}<%= 7*7 %>",
  "=cmd|'/c calc'!A1",
  "%s%n%x%d",
  "a\r\nset-cookie: a=b\r\n\r\n<p>",
  "(a+)+$".repeat(100),
  "((((((((((not not not no without except unless",
  "http://169.254.169.254/latest/meta-data",
  "https://[::ffff:127.0.0.1]/",
  "https://0x7f.1/",
  "https://user:password@studio.example/",
  "javascript:alert(1)",
  "data:text/html,<p>",
  "2026-13-45T25:61:61Z",
  "-000000-01-01",
  "+275760-09-13T00:00:00.001Z",
  "00000000-0000-0000-0000-000000000000",
  "2869fe18-e8a7-4868-8e46-59b3987a4562",
  ...PROTOTYPE_NAMES,
  ...Object.values(NASTY_TEXTS),
];

const RAW_JSON: readonly string[] = [
  "1e999",
  "-1e999",
  "-0",
  "1e-400",
  "9007199254740993",
  "18446744073709551616",
  "9".repeat(1_000),
  `0.${"3".repeat(1_000)}`,
  "[".repeat(DEEP) + "]".repeat(DEEP),
  '{"a":'.repeat(DEEP) + "1" + "}".repeat(DEEP),
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":2}',
  '"\\ud800"',
  '"\\u0000"',
];

const codeUnits = fc.array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 40 });

/** Texts, also ones that are not well-formed Unicode. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
  { weight: 1, arbitrary: codeUnits.map((units) => String.fromCharCode(...units)) },
);

export const hostileName: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...PROTOTYPE_NAMES), hostileText);

export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -1, 1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 2 ** 63, 1e21, 1e308, 5e-324, 8.64e15 + 1),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** JSON values, with raw texts among them. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [{}]) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW_JSON).map((rawJson): RawJson => ({ rawJson })) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 150 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Serialises a value. A member named `__proto__` and raw texts are written as they are. */
export function jsonTextOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (isRawJson(value)) return value.rawJson;
  if (Array.isArray(value)) return `[${value.map(jsonTextOf).join(",")}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${jsonTextOf(member)}`);
  return `{${members.join(",")}}`;
}

function isRawJson(value: object): value is RawJson {
  return "rawJson" in value && typeof value.rawJson === "string";
}
