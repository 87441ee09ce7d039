import { describe, expect, test } from "bun:test";
import { buffer } from "node:stream/consumers";
import { openZip, type ZippedFile } from "../../../src/media/make/zip-files.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

const folder = new TestFolder();
const BYTES = Buffer.alloc(300_000, "some bytes ");

function objectWith(read: () => Promise<AsyncGenerator<Uint8Array>>, path: string | null = null): ZippedFile {
  return {
    name: "object.wav",
    object: { digest: "d", path, byteSize: BYTES.byteLength, changedAt: 0, linkTo: null, read },
  };
}

const unreadable = objectWith(() => Promise.reject(new Error("the store does not answer")));
const breaking = objectWith(async () =>
  (async function* some() {
    yield BYTES.subarray(0, 1_000);
    throw new Error("the store does not answer");
  })(),
);

async function failureOf(files: readonly ZippedFile[]): Promise<string> {
  const zip = openZip(
    files,
    files.map(() => BYTES.byteLength),
  );
  try {
    return await buffer(zip.output).then(
      () => "",
      (error: unknown) => String(error),
    );
  } finally {
    zip.close();
  }
}

describe("an archive", () => {
  test.each([
    ["an object cannot be opened", unreadable, "the store does not answer"],
    ["an object ends early", breaking, "the store does not answer"],
    ["a file is missing", { path: folder.to("missing.wav"), name: "missing.wav" }, "ENOENT"],
  ])(
    "fails if %s, whether it is the first entry or the second",
    async (_what, file, message) => {
      const whole = { path: await folder.file("whole.wav", BYTES), name: "whole.wav" };
      expect(await failureOf([file, whole])).toContain(message);
      expect(await failureOf([whole, file])).toContain(message);
    },
    2_000,
  );

  test("has the bytes of an object's local copy, and does not ask the store", async () => {
    const path = await folder.file("copy.wav", BYTES);
    const zip = openZip([objectWith(() => Promise.reject(new Error("the store was asked")), path)], [BYTES.byteLength]);
    expect((await buffer(zip.output)).includes(BYTES)).toBe(true);
    zip.close();
  });

  test("has the bytes of an object whose local copy was removed", async () => {
    const read = async () =>
      (async function* whole() {
        yield BYTES;
      })();
    const zip = openZip([objectWith(read, folder.to("removed.wav"))], [BYTES.byteLength]);
    expect((await buffer(zip.output)).includes(BYTES)).toBe(true);
    zip.close();
  });

  test("closes what it reads when it is closed early", async () => {
    let isClosed = false;
    const endless = objectWith(async () =>
      (async function* pieces() {
        try {
          for (;;) yield BYTES.subarray(0, 1_000);
        } finally {
          isClosed = true;
        }
      })(),
    );
    const zip = openZip([endless], [BYTES.byteLength]);
    const chunks = zip.output[Symbol.asyncIterator]();
    await chunks.next();
    zip.close();
    await chunks.next().catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect([zip.output.destroyed, isClosed]).toEqual([true, true]);
  });
});
