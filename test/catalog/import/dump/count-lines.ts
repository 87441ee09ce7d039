/**
 * Reads a dump like an import, and prints the number of lines of each kind as JSON.
 *   count-lines.ts FILE
 */
import { writeSync } from "node:fs";
import { findDumpFiles } from "../../../../src/catalog/import/dump/find-dump-files.ts";
import { readDump } from "../../../../src/catalog/import/dump/read-dump.ts";

const counts = { value: 0, fault: 0, note: 0 };
const ignore = (): void => undefined;
for (const file of await findDumpFiles(process.argv.slice(2))) {
  const reading = {
    map: new Map(),
    families: true,
    otherFolders: null,
    signal: null,
    onBytes: ignore,
    onHeader: ignore,
  };
  for await (const lines of readDump(file, reading)) for (const { kind } of lines) counts[kind]++;
}
writeSync(1, JSON.stringify(counts));
