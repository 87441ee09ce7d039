import { describe, expect, test } from "bun:test";
import { array, assert, asyncProperty, constantFrom, integer, string } from "fast-check";
import { LINE_LENGTH_MAX, linesOf } from "../../src/lib/lines.ts";

function streamOf(...chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function linesIn(text: string, chunkBytes = 1_000_000): Promise<readonly string[]> {
  const bytes = new TextEncoder().encode(text);
  const count = Math.ceil(bytes.length / chunkBytes);
  const chunks = Array.from({ length: count }, (_, index) => bytes.slice(index * chunkBytes, (index + 1) * chunkBytes));
  const lines = await Array.fromAsync(linesOf(streamOf(...chunks)));
  expect(lines.map((line) => line.number)).toEqual(lines.map((_, index) => index + 1));
  return lines.map((line) => line.text);
}

describe("lines", () => {
  test.each([
    ["", []],
    ["one", ["one"]],
    ["one\n", ["one"]],
    ["one\r\ntwo\r\n", ["one", "two"]],
    ["\n\nthree", ["", "", "three"]],
    ["\uFEFFone\n", ["one"]],
  ])("of %j", async (text, expected) => {
    expect(await linesIn(text)).toEqual(expected);
  });

  test("are the same for any chunks, even if a character is split", async () => {
    const line = string({ unit: constantFrom("a", "é", "語", "🎵", " ") });
    await assert(
      asyncProperty(array(line, { minLength: 1 }), integer({ min: 1, max: 7 }), async (lines, chunkBytes) => {
        expect(await linesIn(`${lines.join("\n")}\n`, chunkBytes)).toEqual(lines);
      }),
    );
  });

  test("end with an error if a line is too long", async () => {
    const chunk = new TextEncoder().encode("x".repeat(LINE_LENGTH_MAX / 2));
    const reading = Array.fromAsync(linesOf(streamOf(chunk, chunk, chunk)));
    expect(reading).rejects.toThrow("line 1 is longer than");
  });
});
