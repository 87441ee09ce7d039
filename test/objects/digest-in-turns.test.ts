import { expect, test } from "bun:test";
import { digestInTurns } from "../../src/objects/digest-in-turns.ts";
import { sha256 } from "../../src/objects/s3-connection.ts";

test("a digest of many bytes lets other work run after each mebibyte", async () => {
  const bytes = new Uint8Array(Buffer.alloc(5 * 1024 ** 2 + 1, "some bytes"));
  const hashers = [new Bun.CryptoHasher("sha256"), new Bun.CryptoHasher("sha256")];
  let [turns, isOver] = [0, false];
  const other = (): void => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  await digestInTurns(bytes, hashers, null);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(hashers.map((hasher) => hasher.digest("hex"))).toEqual([sha256(bytes), sha256(bytes)]);
});

test("a digest ends when its signal is aborted", async () => {
  const aborted = AbortSignal.abort(new Error("stopped"));
  const digest = digestInTurns(new Uint8Array(2 * 1024 ** 2), [], aborted);
  await expect(digest).rejects.toThrow("stopped");
});
