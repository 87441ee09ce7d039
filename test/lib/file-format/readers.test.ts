import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sniffUpload } from "../../../src/assets/media-type.ts";
import { AudioUnreadable } from "../../../src/audio/audio-unreadable.ts";
import { demuxerOf } from "../../../src/audio/audio-demuxer.ts";
import { sniffAudio } from "../../../src/catalog/import/tags/audio-kinds.ts";
import { pictureType } from "../../../src/media/picture-type.ts";
import { storeExtension } from "../../../src/media/store/store-extension.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { headRows } from "./head-rows.ts";

// Everything that is derived from the first bytes of a file, for each row of heads.txt and for files cut off after a few bytes.

const LENGTHS = [...Array.from({ length: 25 }, (_, length) => length), 28, 31, 32, 36, 40, 48, 64];

const folder = temporaryFolder();

type Reader = (file: { readonly path: string; readonly head: Uint8Array }) => Promise<string | null> | string | null;

const READERS: Readonly<Record<string, Reader>> = {
  upload: ({ head }) => {
    const sniffed = sniffUpload(head, true);
    return sniffed === null || sniffed === "more" ? sniffed : sniffed.type;
  },
  picture: ({ path }) => pictureType(path),
  stored: ({ head }) => otherThan("bin", storeExtension(head.subarray(0, 16), "file")),
  "stored as .flac": ({ head }) => otherThan("flac", storeExtension(head.subarray(0, 16), "file.flac")),
  demuxer: ({ path }) =>
    demuxerOf(path).catch((error: unknown) => {
      if (error instanceof AudioUnreadable) return null;
      throw error;
    }),
  container: ({ path }) => sniffAudio(path),
};

function otherThan(usual: string, found: string): string | null {
  return found === usual ? null : found;
}

/** The results for the first 0, 1, 2… bytes, as heads.txt writes them: "3 jpg, 8 -" changes at three bytes and at eight. */
async function changesOf(reader: Reader, bytes: Uint8Array): Promise<string> {
  const changes: string[] = [];
  let last: string | null = null;
  for (const length of new Set([...LENGTHS, bytes.length])) {
    const head = bytes.subarray(0, length);
    const path = join(folder, "file");
    await writeFile(path, head);
    const found = await reader({ path, head });
    if (found !== last) changes.push(`${length} ${found ?? "-"}`);
    last = found;
  }
  return changes.join(", ");
}

describe("the first bytes of", () => {
  test.each(headRows())("$name give each reader its result", async ({ bytes, expected }) => {
    const found: Record<string, string> = {};
    for (const [name, reader] of Object.entries(READERS)) {
      const changes = await changesOf(reader, bytes);
      if (changes !== "") found[name] = changes;
    }
    expect(found).toEqual(expected);
  });
});
