import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { queryOf } from "../../src/http/url.ts";
import { findNul, withoutNul } from "../../src/lib/find-nul.ts";

describe("U+0000", () => {
  test("is found in every text of a JSON value, and nowhere else", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: fc.constantFrom("a", "\0", "\\", "u", "0") }), (value) => {
        // The names of members are not texts of a client.
        const texts = JSON.stringify(value, (_name, member: unknown) =>
          typeof member === "object" && member !== null ? Object.values(member) : member,
        );
        expect(findNul(value) !== null).toBe(/(?<!\\)(\\\\)*\\u0000/.test(texts));
      }),
    );
  });

  test.each([
    ["a\0", ""],
    [{ a: ["", "\0"] }, "/a/1"],
    [{ "a/b~": { c: "\0" } }, "/a~1b~0/c"],
  ])("is found in %j at %s", (value, pointer) => {
    expect(findNul(value)).toBe(pointer);
  });

  test("is replaced in texts of other programs", () => {
    expect(withoutNul("a\0b\0")).toBe("a\u{fffd}b\u{fffd}");
  });

  test("is refused in a query", () => {
    expect(() => queryOf("http://localhost/v1/songs?filter[q]=a%00b")).toThrow("U+0000");
    expect(queryOf("http://localhost/v1/songs%00?filter[q]=a").get("filter[q]")).toBe("a");
  });
});
