import { isUtf8 } from "node:buffer";
import { RowEnds, UNCLOSED } from "./row-end.ts";

/**
 * The text of a record, or the reason why it cannot be read. `line` is the first line of the record, counted from 1. In a
 * damaged text, U+FFFD replaces bytes that are not UTF-8.
 */
export type TextRecord =
  | { readonly kind: "text"; readonly line: number; readonly text: string; readonly isDamaged?: true }
  | { readonly kind: "fault"; readonly line: number; readonly reason: string };

/** A longer record is rejected and never held in memory completely. */
const RECORD_BYTES_MAX = 4 * 1024 * 1024;

const NEWLINE = 10;
const RETURN = 13;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export interface RecordSplit {
  /** The byte between the cells of a row: a newline inside a quoted cell then does not end the record. Null if every newline does. */
  readonly cellDelimiter: number | null;
  readonly recordBytesMax?: number;
}

/**
 * Splits a byte stream into records, one array per chunk. If a quote is not closed within the limit, only its line is
 * rejected and splitting continues with the next line. A line with invalid UTF-8 is rejected; a row of cells is damaged.
 * Line endings and a byte order mark at the start are removed.
 */
export async function* splitRecords(
  chunks: AsyncIterable<Uint8Array>,
  split: RecordSplit,
): AsyncGenerator<readonly TextRecord[]> {
  const splitter = new Splitter(split.cellDelimiter, split.recordBytesMax ?? RECORD_BYTES_MAX);
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}

class Splitter {
  /** Null if every newline ends a record. */
  readonly #rowEnds: RowEnds | null;
  readonly #bytesMax: number;
  /** Bytes after the last complete record, and their position in the text. */
  #rest: Buffer = Buffer.alloc(0);
  #restAt = 0;
  #line = 1;
  #atStart = true;
  /** Whether the rest of a line that is too long is being skipped. */
  #isSkipping = false;

  constructor(cellDelimiter: number | null, bytesMax: number) {
    this.#rowEnds = cellDelimiter === null ? null : new RowEnds(cellDelimiter);
    this.#bytesMax = bytesMax;
  }

  push(chunk: Uint8Array): TextRecord[] {
    const added = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    return this.#take(this.#rest.byteLength === 0 ? added : Buffer.concat([this.#rest, added]), false);
  }

  end(): TextRecord[] {
    return this.#take(this.#rest, true);
  }

  #take(bytes: Buffer, isLast: boolean): TextRecord[] {
    const records: TextRecord[] = [];
    let from = this.#skipBom(bytes, isLast);
    if (from === null) {
      this.#rest = bytes;
      return records;
    }
    if (this.#isSkipping) {
      const end = bytes.indexOf(NEWLINE, from);
      if (end < 0) {
        this.#rest = Buffer.alloc(0);
        this.#restAt += bytes.length;
        return records;
      }
      this.#isSkipping = false;
      this.#line++;
      from = end + 1;
    }
    const isClean = isUtf8(bytes.subarray(from, isLast ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1));
    while (from < bytes.length) {
      const end = this.#endOf(bytes, from, isLast);
      if (end !== null && end - from <= this.#bytesMax) {
        records.push(this.#recordOf(bytes, from, end, isClean));
        this.#line += this.#rowEnds === null ? 1 : 1 + countNewlines(bytes, from, end);
        from = end + 1;
      } else if (end === null && !isLast && bytes.length - from <= this.#bytesMax) {
        break;
      } else {
        from = this.#reject(bytes, from, records);
      }
    }
    this.#rest = Buffer.from(bytes.subarray(from));
    this.#restAt += Math.min(from, bytes.length);
    return records;
  }

  /** Returns the index after a byte order mark, or null while the first bytes can be part of one. */
  #skipBom(bytes: Buffer, isLast: boolean): number | null {
    if (!this.#atStart) return 0;
    if (bytes.length < BOM.length && !isLast) return null;
    this.#atStart = false;
    return bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  }

  /** Returns the index of the newline (or the end of the last bytes) that ends the record, or null if it is not in the bytes. */
  #endOf(bytes: Buffer, from: number, isLast: boolean): number | null {
    const end = this.#rowEnds?.find(bytes, from, this.#restAt) ?? bytes.indexOf(NEWLINE, from);
    if (end === UNCLOSED) return null;
    return end >= 0 ? end : isLast ? bytes.length : null;
  }

  #recordOf(bytes: Buffer, from: number, end: number, isClean: boolean): TextRecord {
    const line = this.#line;
    const last = end > from && bytes[end - 1] === RETURN ? end - 1 : end;
    if (isClean || isUtf8(bytes.subarray(from, last)))
      return { kind: "text", line, text: bytes.toString("utf8", from, last) };
    if (this.#rowEnds === null) return { kind: "fault", line, reason: "not valid UTF-8" };
    return { kind: "text", line, text: bytes.toString("utf8", from, last), isDamaged: true };
  }

  /** Rejects the line at `from` and returns the index of the next line. */
  #reject(bytes: Buffer, from: number, records: TextRecord[]): number {
    const newline = bytes.indexOf(NEWLINE, from);
    const lineEnd = newline < 0 ? bytes.length : newline;
    const reason =
      lineEnd - from > this.#bytesMax
        ? `the line is longer than ${this.#bytesMax} bytes`
        : "a quoted cell has no closing quote";
    records.push({ kind: "fault", line: this.#line, reason });
    if (newline < 0) this.#isSkipping = true;
    else this.#line++;
    return lineEnd + 1;
  }
}

function countNewlines(bytes: Buffer, from: number, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE, from); at >= 0 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
