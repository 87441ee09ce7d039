import { describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { PerceptualHashes } from "../../src/analysis/pool/protocol.ts";
import { blockedHashes, Blocklist } from "../../src/assets/blocklist.ts";
import { addToBlocklist, readBlocklist, removeFromBlocklist } from "../../src/assets/blocklist-file.ts";
import { readBlocklistText } from "../../src/assets/blocklist-text.ts";
import { silentLog } from "../../src/lib/log.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

const NONE = "f0f0f0f0f0f0f0f0";
const hashes = (more: Partial<PerceptualHashes>): PerceptualHashes => ({
  dct: NONE,
  dctWithoutMean: NONE,
  difference: NONE,
  average: NONE,
  pdq: "f0".repeat(32),
  pdqQuality: 100,
  ...more,
});
/** A hash of `digits` hexadecimal digits with `count` bits set. */
const bits = (count: number, digits: number): string => ((1n << BigInt(count)) - 1n).toString(16).padStart(digits, "0");

describe("a picture is blocked", () => {
  test.each([
    ["dct", 10],
    ["dctWithoutMean", 10],
    ["difference", 5],
    ["average", 5],
  ] as const)("by a hash of 16 digits if its %s hash differs in at most %d bits", (kind, distance) => {
    const list = blockedHashes(["0".repeat(16)]);
    expect(list.blocks([hashes({ [kind]: bits(distance, 16) })])).toBe(true);
    expect(list.blocks([hashes({ [kind]: bits(distance + 1, 16) })])).toBe(false);
  });

  test("by a hash of 64 digits if its PDQ hash differs in at most 31 bits; without detail, only by an equal hash", () => {
    const list = blockedHashes(["0".repeat(64)]);
    expect(list.blocks([hashes({ pdq: bits(31, 64) })])).toBe(true);
    expect(list.blocks([hashes({ pdq: bits(32, 64) })])).toBe(false);
    expect(list.blocks([hashes({ pdq: bits(1, 64), pdqQuality: 20 })])).toBe(false);
    expect(list.blocks([hashes({ pdq: bits(0, 64), pdqQuality: 20 })])).toBe(true);
  });

  test("by a hash of any frame, and never by an empty list", () => {
    const frames = [hashes({}), hashes({ dct: "0".repeat(16) })];
    expect(blockedHashes(["0".repeat(16)]).blocks(frames)).toBe(true);
    expect(blockedHashes([]).blocks(frames)).toBe(false);
    expect(blockedHashes([]).isEmpty).toBe(true);
  });
});

describe("the list's text", () => {
  test("has one hash per line, with notes, comments, capitals and empty lines", () => {
    const text = `# ours\n\n  ABCDEF0123456789  # a logo\r\n0xabcdef0123456780\n${"a".repeat(64)},7\n`;
    const { entries, complaints } = readBlocklistText(text);
    expect(entries).toEqual([
      { hash: "abcdef0123456789", note: "a logo" },
      { hash: "abcdef0123456780", note: "" },
      { hash: "a".repeat(64), note: "7" },
    ]);
    expect(complaints).toEqual([]);
  });

  test.each(["abc", "g".repeat(16), "a".repeat(17), "a".repeat(63)])(
    "reports a line without a valid hash: %s",
    (line) => {
      expect(readBlocklistText(`${"b".repeat(16)}\n${line}\n`).complaints).toEqual([
        "line 2: expected 16 or 64 hexadecimal digits",
      ]);
    },
  );
});

describe("the list's file", () => {
  const path = join(folder, "list.txt");

  test("is created, gets each hash once, and loses removed hashes", async () => {
    expect(await readBlocklist(path)).toEqual([]);
    expect(await addToBlocklist(path, ["a".repeat(16), "b".repeat(64)], "x\ny")).toHaveLength(2);
    expect(await addToBlocklist(path, ["a".repeat(16)], "")).toEqual([]);
    expect(await readBlocklist(path)).toEqual([
      { hash: "a".repeat(16), note: "x y" },
      { hash: "b".repeat(64), note: "x y" },
    ]);
    expect(await removeFromBlocklist(path, "a".repeat(16))).toBe(true);
    expect(await removeFromBlocklist(path, "a".repeat(16))).toBe(false);
    expect((await readBlocklist(path)).map((entry) => entry.hash)).toEqual(["b".repeat(64)]);
  });

  test("is read again after a change, also if it was missing", async () => {
    const other = join(folder, "other.txt");
    const list = new Blocklist([other, path], silentLog);
    const picture = hashes({ dct: "0".repeat(16) });
    expect((await list.current()).blocks([picture])).toBe(false);
    await Bun.write(other, "0".repeat(16));
    expect((await list.current()).blocks([picture])).toBe(true);
    await rm(other);
    expect((await list.current()).blocks([picture])).toBe(false);
  });
});
