const NEWLINE = 10;
const QUOTE = 34;

/** The row continues after the bytes. */
const MISSING = -1;
/** The bytes end inside a quoted cell. */
export const UNCLOSED = -2;

/** The scanned part of a row that spans lines. Offsets count from the start of the text. */
interface ScannedRow {
  /** The first and the last newline found inside quotes. */
  readonly first: number;
  last: number;
  /** The newline that ends the row, or null if it is not in the bytes yet. */
  end: number | null;
}

/**
 * Finds the ends of rows (RFC 4180; a quote opens a quoted cell only as the first character of the cell). All rows that
 * reach the same newline inside quotes end at the same newline. The scan is therefore remembered: text in which every
 * line leaves a quote open is scanned once, not once per line.
 */
export class RowEnds {
  readonly #delimiter: number;
  #scanned: ScannedRow | null = null;
  /** Offset of the last quote found, and the offset up to which no other quote follows. Calls of `find` must be in row order. */
  #quote = -1;
  #quotelessTo = 0;

  constructor(delimiter: number) {
    this.#delimiter = delimiter;
  }

  /**
   * Returns the index of the newline that ends the row at `from`, or MISSING or UNCLOSED. `offset` is the position of the
   * first byte in the text.
   */
  find(bytes: Buffer, from: number, offset: number): number {
    const newline = bytes.indexOf(NEWLINE, from);
    const quote = this.#nextQuote(bytes, from, offset);
    if (quote < 0 || (newline >= 0 && newline < quote)) return newline < 0 ? MISSING : newline;
    let isCellStart = true;
    let isQuoted = false;
    let row: ScannedRow | null = null;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isQuoted && byte === NEWLINE) {
        row = this.#addNewline(row, offset + at);
        if (row.end !== null) return row.end - offset;
        at = row.last - offset;
      } else if (isQuoted && byte === QUOTE) {
        if (bytes[at + 1] === QUOTE) at++;
        else isQuoted = false;
      } else if (!isQuoted) {
        if (byte === NEWLINE) {
          if (row !== null) row.end = offset + at;
          return at;
        }
        if (byte === QUOTE && isCellStart) isQuoted = true;
        isCellStart = byte === this.#delimiter;
      }
    }
    return isQuoted ? UNCLOSED : MISSING;
  }

  /** Returns the index of the first quote at or after `from`, or -1. Remembers it for the rows before it. */
  #nextQuote(bytes: Buffer, from: number, offset: number): number {
    if (this.#quote >= offset + from) return this.#quote - offset;
    const at = bytes.indexOf(QUOTE, Math.max(from, this.#quotelessTo - offset));
    if (at < 0) this.#quotelessTo = offset + bytes.length;
    else this.#quote = offset + at;
    return at;
  }

  /** Adds a newline inside quotes. If an earlier row reached the same newline, returns the scan of that row. */
  #addNewline(row: ScannedRow | null, newline: number): ScannedRow {
    const scanned = row ?? this.#scannedAt(newline) ?? { first: newline, last: newline, end: null };
    scanned.last = Math.max(scanned.last, newline);
    this.#scanned = scanned;
    return scanned;
  }

  #scannedAt(newline: number): ScannedRow | null {
    const row = this.#scanned;
    return row !== null && row.first <= newline && newline <= row.last ? row : null;
  }
}
