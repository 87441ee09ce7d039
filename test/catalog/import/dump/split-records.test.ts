import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type RecordSplit, splitRecords, type TextRecord } from "../../../../src/catalog/import/dump/split-records.ts";

const LINES: RecordSplit = { cellDelimiter: null };
const ROWS: RecordSplit = { cellDelimiter: ",".charCodeAt(0) };

async function split(chunks: readonly Uint8Array[], how: RecordSplit): Promise<TextRecord[]> {
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }
  const records: TextRecord[] = [];
  for await (const some of splitRecords(stream(), how)) records.push(...some);
  return records;
}

const splitText = (text: string, how: RecordSplit): Promise<TextRecord[]> => split([Buffer.from(text)], how);

/** Cuts bytes at the given positions. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
}

interface Fault {
  readonly fault: string;
}

const BOM_IN_PIECES = [new Uint8Array([0xef]), new Uint8Array([0xbb]), Buffer.from("\ufeffa\nb").subarray(2)];

describe("splitting lines", () => {
  test.each<[string, readonly (string | Uint8Array)[], RecordSplit, readonly (string | Fault)[]]>([
    ["counts from one, accepts both line endings, and a last line without one", ["a\r\n\nb"], LINES, ["a", "", "b"]],
    ["removes a byte order mark, also if it is split between chunks", BOM_IN_PIECES, LINES, ["a", "b"]],
    [
      "rejects only the line with invalid UTF-8",
      ["ä\n", new Uint8Array([0x61, 0xff, 0x0a]), "ö\n"],
      LINES,
      ["ä", { fault: "not valid UTF-8" }, "ö"],
    ],
    [
      "rejects only the line that is too long, without holding it in memory",
      ["ab\n0123", "4567", "89ab", "cdef\nlast\n", "123456789\nend"],
      { ...LINES, recordBytesMax: 8 },
      ["ab", { fault: "the line is longer than 8 bytes" }, "last", { fault: "the line is longer than 8 bytes" }, "end"],
    ],
  ])("%s", async (_, chunks, how, expected) => {
    expect(
      await split(
        chunks.map((chunk) => Buffer.from(chunk)),
        how,
      ),
    ).toEqual(
      expected.map((one, at) =>
        typeof one === "string"
          ? { kind: "text", line: at + 1, text: one }
          : { kind: "fault", line: at + 1, reason: one.fault },
      ),
    );
  });

  test("returns every line for any chunk boundaries", async () => {
    const line = fc.string({ unit: "grapheme" }).filter((text) => !/[\n\r\ufeff]/.test(text));
    const property = fc.asyncProperty(fc.array(line), fc.array(fc.nat()), async (lines, places) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
      const records = await split(cut(bytes, places), LINES);
      expect(records).toEqual(lines.map((text, at) => ({ kind: "text", line: at + 1, text })));
    });
    await fc.assert(property);
  });
});

/** Splits rows character by character: slow and simple. */
function rowsByHand(text: string, bytesMax: number): { line: number; text: string | null }[] {
  const rows: { line: number; text: string | null }[] = [];
  let line = 1;
  for (let from = 0; from < text.length;) {
    const end = endByHand(text, from);
    const isWhole = end !== null && end - from <= bytesMax;
    const newline = text.indexOf("\n", from);
    const to = isWhole ? end : newline < 0 ? text.length : newline;
    rows.push({ line, text: isWhole ? text.slice(from, to) : null });
    line += text.slice(from, to + 1).split("\n").length - 1;
    from = to + 1;
  }
  return rows;
}

function endByHand(text: string, from: number): number | null {
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    if (isQuoted && text.startsWith('""', at)) at++;
    else if (isQuoted && text[at] === '"') isQuoted = false;
    else if (!isQuoted && text[at] === "\n") return at;
    else if (!isQuoted && text[at] === '"') isQuoted = at === from || text[at - 1] === ",";
  }
  return isQuoted ? null : text.length;
}

describe("splitting rows", () => {
  test("finds the same ends as the simple splitter for any quotes and chunk boundaries", async () => {
    const text = fc.string({ unit: fc.constantFrom('"', '"', ",", "\n", "x"), maxLength: 60 });
    const property = fc.asyncProperty(text, fc.array(fc.nat()), fc.integer({ min: 1, max: 30 }), async (...given) => {
      const [content, places, recordBytesMax] = given;
      const records = await split(cut(Buffer.from(content), places), { ...ROWS, recordBytesMax });
      const found = records.map((record) => ({ line: record.line, text: record.kind === "text" ? record.text : null }));
      expect(found).toEqual(rowsByHand(content, recordBytesMax));
    });
    await fc.assert(property, { numRuns: 2_000 });
  });

  // A previous version searched for a quote to the end of the buffer for each line.
  test("reads millions of lines after an unclosed quote in linear time", async () => {
    const lines = 400_000;
    const records = await splitText(`"${"abcdefg\n".repeat(lines)}`, { ...ROWS, recordBytesMax: 3_000_000 });
    expect(records).toHaveLength(lines);
  });

  // A previous version scanned up to the record limit for each line, which took hours for a file of this size.
  test("reads a text with an unclosed quote in every line in linear time", async () => {
    const lines = 400_000;
    const records = await splitText('x","\n'.repeat(lines), ROWS);
    expect(records).toHaveLength(lines);
    expect(records[0]).toEqual({ kind: "fault", line: 1, reason: "a quoted cell has no closing quote" });
  });

  test("preserves newlines inside quotes, and numbers a row by its first line", async () => {
    expect(await splitText('id,title\n1,"a\n""b"""\n2,c\n', ROWS)).toEqual([
      { kind: "text", line: 1, text: "id,title" },
      { kind: "text", line: 2, text: '1,"a\n""b"""' },
      { kind: "text", line: 4, text: "2,c" },
    ]);
  });

  test("treats a quote inside a cell as a character", async () => {
    expect(await splitText('1,12" mix\n2,b\n', ROWS)).toEqual([
      { kind: "text", line: 1, text: '1,12" mix' },
      { kind: "text", line: 2, text: "2,b" },
    ]);
  });

  test("rejects only the line with the unclosed quote", async () => {
    expect(await splitText('1,"a\n2,b\n3,c', ROWS)).toEqual([
      { kind: "fault", line: 1, reason: "a quoted cell has no closing quote" },
      { kind: "text", line: 2, text: "2,b" },
      { kind: "text", line: 3, text: "3,c" },
    ]);
    const long = `1,"a\n${"2,b\n".repeat(20)}`;
    const records = await splitText(long, { ...ROWS, recordBytesMax: 16 });
    expect(records.map((record) => record.kind)).toEqual([
      "fault",
      ...Array.from({ length: 20 }, () => "text" as const),
    ]);
  });
});
