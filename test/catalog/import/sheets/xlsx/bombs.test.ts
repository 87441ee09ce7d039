import { beforeAll, describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runChild } from "../../../../../src/native/run-child.ts";
import { XLSX_BOMBS } from "../../../../support/xlsx-bombs.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

const MEMORY_BYTES_MAX = 1024 ** 3;
const TIMEOUT_MS = 120_000;
const READER = Bun.fileURLToPath(import.meta.resolve("./read-bombs.ts"));

/** Why each spreadsheet is refused; null for one that is read. */
const REFUSALS: Readonly<Record<string, string | null>> = {
  "rows without numbers, 240 MiB of them": "expected at most 250,000 rows",
  "millions of cells in a row": "expected at most 1,000 columns",
  "a million rows of several columns": "expected at most 250,000 rows",
  "elements that say nothing, 240 MiB of them": "expected a part to unpack to at most 200 times its size",
  "white space between two rows": "expected at most 1,048,576 bytes in one tag or text",
  "one text in one cell": "expected at most 1,048,576 bytes in one tag or text",
  "a comment without an end": "expected at most 1,048,576 bytes in one tag or text",
  "a tag with hundreds of thousands of attributes": "expected at most 1,048,576 bytes in one tag or text",
  "millions of elements in each other": "expected at most 64 nested elements",
  "a cell in the last column of the last row": "expected at most 250,000 rows",
  "a text of 30,000 characters in 200,000 rows": "expected at most 268,435,456 characters in all cells",
  "tens of millions of shared strings": "expected at most 2,000,000 different texts",
  "entities that grow tenfold nine times": "expected parts without a DTD",
  "millions of styles": "expected at most 65,536 cell formats",
  "a number format of megabytes": null,
  "a workbook of millions of tables": "expected at most 1,000 tables",
  "a table that says it unpacks to terabytes": "expected a complete part xl/worksheets/sheet1.xml",
  "a table that unpacks to more than it says": "expected a complete part xl/worksheets/sheet1.xml",
  "twenty parts that are the same bytes": "expected parts that do not overlap",
  "tens of thousands of parts": "expected at most 2,000 parts",
  "parts that are encrypted": "expected a plain file, got an encrypted one",
  "a part packed in a way that is not known": "expected a complete part xl/worksheets/sheet1.xml",
};

let folder: string;
let ends: ReadonlyMap<string, string | null>;

beforeAll(async () => {
  folder = temporaryFolder();
  for (const [name, make] of Object.entries(XLSX_BOMBS)) await writeFile(join(folder, name), make());
  const limits = {
    timeoutMs: TIMEOUT_MS,
    memoryBytesMax: MEMORY_BYTES_MAX,
    countsDataOnly: true,
    outputBytesMax: 100_000,
  } as const;
  const { stdout, ...end } = await runChild([process.execPath, READER, folder], {
    limits,
    priority: "request",
  });
  expect(end).toMatchObject({ end: "exited", exitCode: 0, stderr: "" });
  const lines = Buffer.from(stdout).toString().trim().split("\n");
  ends = new Map(lines.map((line): [string, string | null] => JSON.parse(line)));
  // The time includes writing the bombs.
}, TIMEOUT_MS + 60_000);

describe("a spreadsheet built to exhaust memory is refused within a gibibyte", () => {
  test.each(Object.keys(XLSX_BOMBS))("%s", (name) => {
    const expected = REFUSALS[name];
    expect(expected).toBeDefined();
    if (expected === null) expect(ends.get(name)).toBeNull();
    else expect(ends.get(name)).toContain(expected);
  });
});
