const MEBIBYTE = 1024 * 1024;

/**
 * What a spreadsheet may cost. The sizes that a zip declares are the sender's to choose, so each of these is counted
 * while the file is read.
 */
export const XLSX_LIMITS = {
  /** Parts of the zip. */
  parts: 2_000,
  /** Bytes that one part, and all parts that are read, may unpack to. */
  partBytes: 768 * MEBIBYTE,
  unpackedBytes: 1024 * MEBIBYTE,
  /** Unpacked bytes for each packed one, once a part has more than `ratioFreeBytes`. Sheets reach 10 to 50. */
  ratio: 200,
  ratioFreeBytes: 16 * MEBIBYTE,
  /** Bytes of one tag, text or comment, which the XML parser holds in memory. */
  tokenBytes: MEBIBYTE,
  /** Elements within each other. A cell's text is eight deep. */
  depth: 64,
  tables: 1_000,
  sharedStrings: 2_000_000,
  /** Characters of all shared strings, which are held while the table is read. */
  sharedCharacters: 128 * MEBIBYTE,
  /** Excel itself has 65,490 cell formats, and 255 characters in a number format. */
  styles: 65_536,
  formatCharacters: 255,
  rows: 250_000,
  columns: 1_000,
  /** Cells that a table lists, the empty ones too. */
  cells: 16_000_000,
  /** Characters of one cell; Excel has 32,767. */
  cellCharacters: 100_000,
  /** Characters of all cells of a table: one shared string may stand in every row. */
  textCharacters: 256 * MEBIBYTE,
} as const;

/** The names of the limits, with any numbers: tests pass small ones. */
export type XlsxLimits = Readonly<Record<keyof typeof XLSX_LIMITS, number>>;
