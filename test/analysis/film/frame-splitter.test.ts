import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { frameSplitter } from "../../../src/analysis/film/frame-splitter.ts";

/** Returns the frames that come of the chunks. */
function split(
  chunks: readonly Uint8Array[],
  bytes: { readonly first: number; readonly others: number },
): Uint8Array[] {
  const frames: Uint8Array[] = [];
  const take = frameSplitter(bytes, (frame) => frames.push(frame.slice()));
  for (const chunk of chunks) take(chunk);
  return frames;
}

describe("a stream of frames", () => {
  test("can begin with a frame of another size, larger or smaller", () => {
    const stream = Uint8Array.from([1, 2, 3, 4, 5, 6, 7]);
    expect(split([stream], { first: 3, others: 2 }).map((frame) => [...frame])).toEqual([
      [1, 2, 3],
      [4, 5],
      [6, 7],
    ]);
    expect(split([stream], { first: 1, others: 3 }).map((frame) => [...frame])).toEqual([[1], [2, 3, 4], [5, 6, 7]]);
  });

  test("is split in the same way whatever the chunks, without an incomplete last frame", () => {
    const size = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 30 })), size, size, (chunks, first, others) => {
        const stream = new Uint8Array(Buffer.concat(chunks));
        const frames = split(chunks, { first, others });
        const count = stream.length < first ? 0 : 1 + Math.floor((stream.length - first) / others);
        expect(frames.map(({ length }) => length)).toEqual(
          Array.from({ length: count }, (_, at) => (at === 0 ? first : others)),
        );
        expect(Buffer.concat(frames)).toEqual(
          Buffer.from(stream.subarray(0, count === 0 ? 0 : first + (count - 1) * others)),
        );
      }),
    );
  });
});
