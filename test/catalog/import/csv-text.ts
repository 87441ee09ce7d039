/** Writes objects with the same members as rows after a header, every cell quoted (RFC 4180). */
export function stringify(rows: readonly object[], delimiter: string): string {
  const headers = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => {
    const members = new Map<string, unknown>(Object.entries(row));
    return headers.map((header) => String(members.get(header)));
  });
  return tableText([headers, ...cells], delimiter);
}

/** Writes rows of cells, every cell quoted. */
export function tableText(rows: readonly (readonly string[])[], delimiter = ","): string {
  const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`));
  return quoted.map((row) => `${row.join(delimiter)}\r\n`).join("");
}
