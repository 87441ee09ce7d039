const NEWLINE = 10;
const QUOTE = 34;

/** The bytes end before the row does. */
const MISSING = -1;
/** The bytes end within a quoted cell. */
export const UNCLOSED = -2;

/** Where a quoted cell that spans lines was followed to. Offsets count from the start of the text. */
interface Followed {
  /** The first and the last newline within quotes that were met. */
  readonly first: number;
  last: number;
  /** The newline that ended the row; null where the bytes ended before. */
  end: number | null;
}

/**
 * Finds where rows end (RFC 4180; a quote opens a quoted cell only as the cell's first character). From a newline within
 * quotes on, every row that comes by it ends at the same place, so it remembers what it met: a text in which every line
 * leaves a quote open is read in one pass, and not once for every line.
 */
export class RowEnds {
  readonly #delimiter: number;
  #followed: Followed | null = null;
  /** The last quote that was found, and up to where there is none behind it. Rows are asked for in their order. */
  #quote = -1;
  #quotelessTo = 0;

  constructor(delimiter: number) {
    this.#delimiter = delimiter;
  }

  /**
   * The index of the newline that ends the row at `from`; MISSING or UNCLOSED where the bytes end before. `offset` is
   * the place of the first byte in the text.
   */
  find(bytes: Buffer, from: number, offset: number): number {
    const newline = bytes.indexOf(NEWLINE, from);
    const quote = this.#nextQuote(bytes, from, offset);
    if (quote < 0 || (newline >= 0 && newline < quote)) return newline < 0 ? MISSING : newline;
    let isCellStart = true;
    let isQuoted = false;
    let met: Followed | null = null;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isQuoted && byte === NEWLINE) {
        met = this.#meet(met, offset + at);
        if (met.end !== null) return met.end - offset;
        at = met.last - offset;
      } else if (isQuoted && byte === QUOTE) {
        if (bytes[at + 1] === QUOTE) at++;
        else isQuoted = false;
      } else if (!isQuoted) {
        if (byte === NEWLINE) {
          if (met !== null) met.end = offset + at;
          return at;
        }
        if (byte === QUOTE && isCellStart) isQuoted = true;
        isCellStart = byte === this.#delimiter;
      }
    }
    return isQuoted ? UNCLOSED : MISSING;
  }

  /** The index of the first quote at or behind `from`, MISSING without one: looked for once, and not for every row before it. */
  #nextQuote(bytes: Buffer, from: number, offset: number): number {
    if (this.#quote >= offset + from) return this.#quote - offset;
    const at = bytes.indexOf(QUOTE, Math.max(from, this.#quotelessTo - offset));
    if (at < 0) this.#quotelessTo = offset + bytes.length;
    else this.#quote = offset + at;
    return at;
  }

  /** Notes a newline within quotes. Another row may have come by it: what followed then is known. */
  #meet(met: Followed | null, place: number): Followed {
    const followed = met ?? this.#knownFrom(place) ?? { first: place, last: place, end: null };
    followed.last = Math.max(followed.last, place);
    this.#followed = followed;
    return followed;
  }

  #knownFrom(place: number): Followed | null {
    const known = this.#followed;
    return known !== null && known.first <= place && place <= known.last ? known : null;
  }
}
