import { describe, expect, test } from "bun:test";
import { normalise } from "../../src/text/tokens.ts";

describe("a normalised text", () => {
  test.each([
    ["piano != guitar", "piano not guitar"],
    ["piano!=guitar", "piano not guitar"],
    ["piano   !=   guitar", "piano not guitar"],
  ])("has words for operators: %j", (text, normal) => {
    expect(normalise(text)).toBe(normal);
  });

  test("is made in linear time of a text with many spaces", () => {
    const spaces = " ".repeat(200_000);
    const start = process.cpuUsage().user;
    expect(normalise(`a${spaces}b`)).toBe(`a${spaces}b`);
    expect((process.cpuUsage().user - start) / 1_000).toBeLessThan(1_000);
  });
});
