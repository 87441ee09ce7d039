/**
 * Reads each spreadsheet of a folder as an import does, and prints a line of JSON for each: its name and the reason it
 * was refused (null if it was read to the end).
 *   read-bombs.ts FOLDER
 */
import { readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../../../../src/lib/assert.ts";
import { openXlsx } from "../../../../../src/catalog/import/sheets/read-xlsx.ts";

const [folder = ""] = process.argv.slice(2);

for (const name of readdirSync(folder).toSorted()) {
  const path = join(folder, name);
  const sizeBytes = statSync(path).size;
  const file = { path, name, folder, format: "xlsx", compression: null, sizeBytes, audio: [] } as const;
  let refusal: string | null = null;
  try {
    const { tables } = await openXlsx(file, { onBytes: () => undefined, signal: null });
    for (const table of tables) for await (const _ of table.rows());
  } catch (error) {
    refusal = messageOf(error);
  }
  writeSync(1, `${JSON.stringify([name, refusal])}\n`);
}
