import { expect, test } from "bun:test";
import { adviseHugePages } from "../../src/native/huge-pages.ts";

test("small memory is left as it is", () => {
  expect(adviseHugePages(new Uint8Array(1_000))).toBe(false);
});

test("large memory can be written and read after the advice, also from an odd address on", () => {
  const bytes = new Uint8Array(new ArrayBuffer(40 * 1024 ** 2), 3);
  expect(typeof adviseHugePages(bytes)).toBe("boolean");
  bytes[0] = 7;
  bytes[bytes.length - 1] = 9;
  expect([bytes[0], bytes.at(-1), bytes[1_000_000]]).toEqual([7, 9, 0]);
});
