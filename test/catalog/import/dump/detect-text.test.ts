import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeText } from "../../../../src/catalog/import/dump/decode-text.ts";
import { detectDelimiter } from "../../../../src/catalog/import/dump/detect-delimiter.ts";
import { detectEncoding } from "../../../../src/catalog/import/dump/detect-encoding.ts";

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function textOf(bytes: Buffer, size: number): Promise<{ readonly encoding: string; readonly text: string }> {
  const encoding = await detectEncoding(inChunks(bytes, size));
  const chunks = await Array.fromAsync(decodeText(inChunks(bytes, size), encoding));
  return { encoding, text: Buffer.concat(chunks).toString("utf8") };
}

describe("the encoding of a text", () => {
  test("is UTF-8 wherever its chunks end", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "€", "夜", "😀", "\n", ";"), minLength: 1 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 5, max: 9 }), async (given, size) => {
        expect(await textOf(Buffer.from(given), size)).toEqual({ encoding: "utf-8", text: given });
      }),
    );
  });

  test.each([
    ["latin-1", Buffer.from("id,title\n1,Grüße\n", "latin1"), "id,title\n1,Grüße\n"],
    ["windows-1252", Buffer.from("id,title\n1,\x96\xfc\n", "latin1"), "id,title\n1,–ü\n"],
    ["utf-16le", Buffer.from("\uFEFFid;title", "utf16le"), "id;title"],
    ["utf-16le", Buffer.from("id;title\n1;夜", "utf16le"), "id;title\n1;夜"],
    ["utf-16be", Buffer.from("\uFEFFid;title", "utf16le").swap16(), "id;title"],
    ["utf-8", Buffer.concat([Buffer.from("é ü "), Buffer.from([0xe9])]), "é ü \uFFFD"],
    ["utf-8", Buffer.alloc(0), ""],
  ])("is %s", async (encoding, bytes, text) => {
    expect(await textOf(bytes, 64)).toEqual({ encoding, text });
  });
});

describe("the character between cells", () => {
  test.each([
    ["id,title,genre\n1,One,Rock;Pop", ",", false],
    ["id;title;genre\n1;One, two, three;Rock", ";", false],
    ["id\ttitle", "\t", false],
    ["id|title|genre\n1|One|Rock;Pop", "|", false],
    ["Exported; on Monday\nid,title", ",", false],
    ['"sep=|"\nid|title', "|", true],
    ["sep=\t\r\nid\ttitle", "\t", true],
    ["Code;Titel\n1;Eins, zwei", ";", false],
    ["title", ",", false],
    ["", ",", false],
  ])("of %p is %p", (text, delimiter, isNamed) => {
    expect(detectDelimiter(text, new Map())).toEqual({ delimiter, isNamed });
  });
});
