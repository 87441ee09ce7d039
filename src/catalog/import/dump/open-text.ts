import type { DumpLine } from "../dump-line.ts";
import { byNormalHeader, type ColumnMap } from "./column-map.ts";
import { decodeText } from "./decode-text.ts";
import { detectDelimiter } from "./detect-delimiter.ts";
import { detectEncoding, ENCODING_NAMES } from "./detect-encoding.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { type ByteReading, readBytes } from "./read-bytes.ts";
import { readCells } from "./read-cells.ts";
import type { OpenTables } from "./table.ts";

/** Bytes of UTF-8 in which the delimiter is searched. */
const SAMPLE_BYTES = 64 * 1024;

/** Detects how a delimited text is written. `isTabbed`: its file name says that tabs separate the cells. */
export async function openText(
  file: DumpFile,
  { isTabbed, map, ...reading }: ByteReading & { readonly isTabbed: boolean; readonly map: ColumnMap },
): Promise<OpenTables> {
  const uncounted = { ...reading, onBytes: () => undefined };
  const encoding = await detectEncoding(readBytes(file, uncounted));
  const text = await sampleOf(decodeText(readBytes(file, uncounted), encoding));
  const found = detectDelimiter(text, byNormalHeader(map));
  const delimiter = isTabbed && !found.isNamed ? "\t" : found.delimiter;
  const counted = new CountedOnce(reading.onBytes, file.sizeBytes);
  const rows = (): ReturnType<typeof readCells> => {
    const onBytes = counted.next();
    return readCells(decodeText(readBytes(file, { ...reading, onBytes }), encoding), {
      delimiter,
      skipsFirst: found.isNamed,
    });
  };
  return { tables: [{ name: null, notes: encodingNotes(encoding), rows }], close: () => undefined };
}

/** Counts the bytes of a file once, although its rows can be read several times. */
class CountedOnce {
  readonly #onBytes: ByteReading["onBytes"];
  #left: number;

  constructor(onBytes: ByteReading["onBytes"], sizeBytes: number) {
    this.#onBytes = onBytes;
    this.#left = sizeBytes;
  }

  /** Returns the callback for the next reading. */
  next(): ByteReading["onBytes"] {
    return (count) => {
      const more = Math.min(count, this.#left);
      this.#left -= more;
      this.#onBytes(more);
    };
  }
}

async function sampleOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) {
    text += decoder.decode(chunk.subarray(0, SAMPLE_BYTES), { stream: true });
    if (text.length >= SAMPLE_BYTES) break;
  }
  return text;
}

function encodingNotes(encoding: keyof typeof ENCODING_NAMES): DumpLine[] {
  if (encoding === "utf-8") return [];
  const reason = `read as ${ENCODING_NAMES[encoding]}, because it is not UTF-8`;
  return [{ kind: "note", line: 1, field: "", reason, effect: { as: "remark" } }];
}
