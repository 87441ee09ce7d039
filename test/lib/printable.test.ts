import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { escaped, printable } from "../../src/lib/printable.ts";
import { NASTY_TEXTS, unsafeIn } from "../support/nasty-texts.ts";

describe("text for a terminal", () => {
  test.each(Object.entries(NASTY_TEXTS))("shows %s as escapes", (_, text) => {
    expect(unsafeIn(escaped(text))).toEqual([]);
    expect(unsafeIn(printable(text))).toEqual([]);
    expect(printable(text)).not.toContain("\n");
    // The text remains readable, and its value in JSON is the same.
    expect(JSON.parse(escaped(JSON.stringify(text)))).toBe(text);
  });

  test("has the code points of what was escaped", () => {
    expect(escaped("a\u001B[31m\u009B2J\u202Eb\u{E0041}")).toBe("a\\u001b[31m\\u009b2J\\u202eb\\udb40\\udc41");
    expect(printable("a\u001B[31m\u009B2J\u202Eb\ud800")).toBe("a [31m 2J\\u202eb\\ud800");
  });

  test("has spaces instead of controls if it must be one line, and otherwise keeps line feeds and tabs", () => {
    expect(printable("  a\r\nb\tc\u2028d\u0085e  f")).toBe("  a b c d e  f");
    expect(escaped("a\r\nb\tc\n")).toBe("a\r\nb\tc\n");
    expect(escaped("a\rb")).toBe("a\\u000db");
  });

  test.each([
    ["accents and other scripts", "Zoë Grüße Ünïcödé 東京 שלום عربي Ελλάδα"],
    ["combining marks", "e\u0301 n\u0303"],
    ["a family of emoji", "👩\u200D👩\u200D👧\u200D👦"],
    ["an emoji with a colour and a sign", "👩🏽\u200D🚀 ❤\uFE0F\u200D🔥"],
    ["the flag of England", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"],
    ["flags of countries", "🇩🇪🇫🇷"],
    ["joiners in Persian", "می\u200Cخواهم"],
    ["joiners in Hindi and Sinhala", "क्\u200Dष ශ්\u200Dරී"],
  ])("leaves %s alone", (_, text) => {
    expect(printable(text)).toBe(text);
    expect(escaped(text)).toBe(text);
  });

  test("is safe and keeps its value in JSON, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const json = escaped(JSON.stringify({ [text]: text }));
        expect(JSON.parse(json)).toEqual({ [text]: text });
        expect(escaped(escaped(text))).toBe(escaped(text));
      }),
    );
  });
});
