const NEEDS_QUOTES = /[",\r\n]/;
/** Cells that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Renders rows as CSV (RFC 4180). */
export function renderCsv(
  header: readonly string[],
  rows: readonly (readonly (string | number | boolean)[])[],
): string {
  return [header, ...rows].map(csvLine).join("");
}

/** Renders a row with its end of line. */
export function csvLine(row: readonly (string | number | boolean)[]): string {
  return `${row.map(cellOf).join(",")}\r\n`;
}

function cellOf(value: string | number | boolean): string {
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
