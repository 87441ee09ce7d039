import { expect, test } from "bun:test";
import { filled } from "../../src/console/app/lib/fill-text.ts";

test("a text gets its values, and numbers as they are written in the language", () => {
  expect(
    filled("{title} is on “{list}”, {count} songs. {other}", { title: "Rain", list: "A", count: 1234 }, "de"),
  ).toBe("Rain is on “A”, 1.234 songs. {other}");
});

test.each(["أغنية 2", "שיר", "\u202etxet"])("%p keeps its direction to itself", (title) => {
  expect(filled("{title} (5)", { title }, "en")).toBe(`\u2068${title}\u2069 (5)`);
});
