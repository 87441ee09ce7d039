const SAVE_AS_CSV = "save the table as CSV and import that";
/** Advice for a damaged file. */
export const SAVE_AGAIN = "save the spreadsheet again, or as CSV";

/** A spreadsheet cannot be read. The message says what was expected, what was found, and what to do. */
export class XlsxFault extends Error {
  constructor(expected: string, got: string, advice = SAVE_AS_CSV) {
    super(`expected ${expected}, got ${got}; ${advice}`);
    this.name = "XlsxFault";
  }
}

/** Returns a limit in words: "at most 250,000 rows". */
export function atMost(limit: number, what: string): string {
  return `at most ${limit.toLocaleString("en-US")} ${what}`;
}
