const SAVE_AS_CSV = "save the table as CSV and import that";

/** Why a spreadsheet cannot be read: what was expected, what came, and what to do. */
export class XlsxFault extends Error {
  constructor(expected: string, got: string, advice = SAVE_AS_CSV) {
    super(`expected ${expected}, got ${got}; ${advice}`);
    this.name = "XlsxFault";
  }
}

/** "at most 250,000 rows". */
export function atMost(limit: number, what: string): string {
  return `at most ${limit.toLocaleString("en-US")} ${what}`;
}
