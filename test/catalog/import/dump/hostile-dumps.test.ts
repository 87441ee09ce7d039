import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { findDumpFiles } from "../../../../src/catalog/import/dump/find-dump-files.ts";
import { readDump } from "../../../../src/catalog/import/dump/read-dump.ts";
import { runChild } from "../../../../src/native/run-child.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

const MEBIBYTE = 1024 * 1024;
const CHILD_TIMEOUT_MS = 100_000;
const COUNTER = Bun.fileURLToPath(import.meta.resolve("./count-lines.ts"));

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

/** A beginning and many frames of the same 64 MiB: a few kilobytes that unpack to gigabytes. */
function bomb(pack: (bytes: Uint8Array) => Uint8Array, begin: string, unit: string): Uint8Array {
  const frame = pack(Buffer.alloc(64 * MEBIBYTE, unit));
  return Buffer.concat([pack(Buffer.from(begin)), ...Array.from({ length: 32 }, () => frame)]);
}

describe("a compressed dump that unpacks to 2 GiB is read within half a gibibyte of memory", () => {
  test.each([
    ["a line that never ends", "endless.jsonl.gz", () => bomb(gzipSync, '{"id":"1"}\n', "a"), { value: 1, fault: 1 }],
    [
      "a line that never ends",
      "endless.jsonl.zst",
      () => bomb(zstdCompressSync, '{"id":"1"}\n', "a"),
      { value: 1, fault: 1 },
    ],
    [
      "a quoted cell that never ends",
      "quoted.csv.gz",
      () => bomb(gzipSync, 'id,title\n1,"', "a"),
      { value: 0, fault: 1 },
    ],
    [
      "a cell that never ends",
      "cell.tsv.zst",
      () => bomb(zstdCompressSync, "id\ttitle\n1\t", "a"),
      { value: 0, fault: 1 },
    ],
  ] as const)(
    "%s rejects only its own line: %s",
    async (_, name, make, counts) => {
      const path = await catalog.write(name, make());
      const limits = {
        timeoutMs: CHILD_TIMEOUT_MS,
        memoryBytesMax: 512 * MEBIBYTE,
        countsDataOnly: true,
        outputBytesMax: 1_000,
      } as const;
      const { stdout, ...end } = await runChild([process.execPath, COUNTER, path], { limits, priority: "request" });
      expect(end).toMatchObject({ end: "exited", exitCode: 0 });
      expect(JSON.parse(Buffer.from(stdout).toString())).toMatchObject(counts);
    },
    CHILD_TIMEOUT_MS + 20_000,
  );
});

describe("reading a dump", () => {
  test.each(["endless.jsonl.gz", "endless.csv.gz"])(
    "of one endless line stops when it is aborted: %s",
    async (name) => {
      const [file] = await findDumpFiles([await catalog.write(name, bomb(gzipSync, "", "a"))]);
      if (file === undefined) throw new Error("there is one file");
      const stopping = new AbortController();
      const stop = (): void => void setImmediate(() => stopping.abort(new Error("Ctrl-C")));
      const reading = {
        map: new Map(),
        families: true,
        otherFolders: null,
        signal: stopping.signal,
        onBytes: stop,
        onHeader: () => undefined,
      };
      const read = async (): Promise<void> => {
        for await (const _ of readDump(file, reading));
      };
      await expect(read()).rejects.toThrow("Ctrl-C");
    },
  );
});

describe("the content of a dump", () => {
  test("is shortened in messages", async () => {
    const fields = Array.from({ length: 30 }, (_, n) => ({
      id: `S${n}`,
      title: "T",
      [`f${n}${"x".repeat(MEBIBYTE)}`]: 1,
    }));
    const outcome = await catalog.importLines([...fields, { id: "1", title: "T", isrc: "9".repeat(MEBIBYTE) }]);
    expect(outcome).toMatchObject({ added: 30, rejected: 1 });
    for (const { message } of outcome.warnings) expect(message.length).toBeLessThanOrEqual(300);
    const [entry] = await catalog.report();
    expect(entry?.reason).toStartWith('expected 12 letters and digits, got "9999');
    expect(entry?.reason.length).toBeLessThanOrEqual(4_000);
  });

  test("can be nested as deeply as the length of a line allows", async () => {
    const deep = `{"id":"1","title":"T","tags":${"[".repeat(2 * MEBIBYTE)}`;
    const outcome = await catalog.importLines([
      deep,
      `${deep}${"]".repeat(2 * MEBIBYTE - 100)}}`,
      // Shallow enough to be parsed, and too deep to be quoted.
      `{"id":"3","title":"T","bpm":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      { id: "2", title: "T" },
    ]);
    expect(outcome).toMatchObject({ added: 1, rejected: 3 });
  });

  test("is not read as a table if the header has thousands of columns", async () => {
    const header = `id,title${",x".repeat(1_000)}`;
    await expect(catalog.importCsv(`${header}\n1,One\n`)).rejects.toThrow(
      /dump\.csv has 1002 columns; expected at most 1000/,
    );
    const other = await catalog.write("other.jsonl", '{"id":"5","title":"Five"}\n');
    const wide = await catalog.write("wide.csv", `${header}\n1,One\n`);
    expect(await catalog.importPaths([wide, other])).toMatchObject({ added: 1, rejected: 1 });
  });
});
