const MEBIBYTE = 1024 * 1024;

/**
 * Limits of a spreadsheet. The sizes in a zip's headers can be false, so everything is counted while the file is read.
 */
export const XLSX_LIMITS = {
  /** Parts of the zip. */
  parts: 2_000,
  /** Unpacked bytes of one part. */
  partBytes: 768 * MEBIBYTE,
  /** Unpacked bytes of all parts that are read. */
  unpackedBytes: 1024 * MEBIBYTE,
  /** Unpacked bytes per packed byte, for parts larger than `ratioFreeBytes`. Real sheets have 10 to 50. */
  ratio: 200,
  ratioFreeBytes: 16 * MEBIBYTE,
  /** Bytes of one tag, text or comment, which the XML parser buffers. */
  tokenBytes: MEBIBYTE,
  /** Nested elements. A cell's text has a depth of eight. */
  depth: 64,
  tables: 1_000,
  sharedStrings: 2_000_000,
  /** Total characters of the shared strings, which are in memory while the table is read. */
  sharedCharacters: 128 * MEBIBYTE,
  /** Excel allows 65,490 cell formats, and 255 characters in a number format. */
  styles: 65_536,
  formatCharacters: 255,
  rows: 250_000,
  /** Merged cells that are filled. */
  merged: 250_000,
  columns: 1_000,
  /** Cells of a table, empty ones included. */
  cells: 16_000_000,
  /** Characters of one cell. Excel allows 32,767. */
  cellCharacters: 100_000,
  /** Total characters of the cells of a table: every row can repeat the same long shared string. */
  textCharacters: 256 * MEBIBYTE,
} as const;

/** XLSX_LIMITS with any numbers. Tests use small ones. */
export type XlsxLimits = Readonly<Record<keyof typeof XLSX_LIMITS, number>>;
