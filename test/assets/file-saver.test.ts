import { describe, expect, test } from "bun:test";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type SavedFile, type SaveRules, saveFile } from "../../src/assets/file-saver.ts";
import { FREE_BYTES_MIN, FREE_CHECK_EVERY_BYTES } from "../../src/assets/limits.ts";
import type { SniffedType } from "../../src/assets/media-type.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(96, 1)]);

const folder = temporaryFolder();

/** Saves chunks to a file of `path`, and records the types that the rules were given. */
async function save(
  chunks: Iterable<Uint8Array>,
  { path = join(folder, "file"), ...rules }: Partial<SaveRules> & { readonly path?: string } = {},
): Promise<{ readonly saved: SavedFile; readonly judged: readonly (SniffedType | null)[] }> {
  const judged: (SniffedType | null)[] = [];
  const file = await open(path, "w");
  try {
    const saved = await saveFile(Readable.from(chunks), file, {
      judge: (sniffed) => {
        judged.push(sniffed);
        return { bytesMax: 10 ** 9 };
      },
      tooLarge: () => new Error("too large"),
      freeBytes: () => FREE_BYTES_MIN,
      noRoom: (cause) => new Error("no room", { cause }),
      ...rules,
    });
    return { saved, judged };
  } finally {
    await file.close();
  }
}

function* singleBytes(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at++) yield bytes.subarray(at, at + 1);
}

describe("an upload in chunks of one byte", () => {
  test("is stored, digested, and judged once, by its first bytes together", async () => {
    const { saved, judged } = await save(singleBytes(JPEG));
    expect(judged).toMatchObject([{ type: "image/jpeg" }]);
    const sha256 = new Bun.CryptoHasher("sha256").update(JPEG).digest("hex");
    expect(saved).toMatchObject({ byteSize: JPEG.length, sha256, sniffed: { type: "image/jpeg" } });
    expect(await readFile(join(folder, "file"))).toEqual(JPEG);
  });

  test("is judged at its end if it is shorter than the bytes that identify a type", async () => {
    const { judged } = await save(singleBytes(JPEG.subarray(0, 4)));
    expect(judged).toMatchObject([{ type: "image/jpeg" }]);
  });
});

test("an upload fails at the first byte above its maximum size", async () => {
  const judge = (): { readonly bytesMax: number } => ({ bytesMax: JPEG.length - 1 });
  await expect(save([JPEG.subarray(0, 99), JPEG.subarray(99)], { judge })).rejects.toThrow("too large");
});

describe("an upload finds no room", () => {
  test("if other files fill the disk while it arrives", async () => {
    const chunk = Buffer.alloc(1024 ** 2);
    const chunks = Array.from({ length: FREE_CHECK_EVERY_BYTES / chunk.length }, () => chunk);
    const freeBytes = (): number => FREE_BYTES_MIN - 1;
    await expect(save([JPEG, ...chunks.slice(1)], { freeBytes })).resolves.toBeDefined();
    await expect(save([JPEG, ...chunks], { freeBytes })).rejects.toThrow("no room");
  });

  test.skipIf(process.platform !== "linux")("if the disk refuses a write", async () => {
    await expect(save([JPEG], { path: "/dev/full" })).rejects.toMatchObject({ cause: { code: "ENOSPC" } });
  });
});
