import { appendFile, readFile, rename, writeFile } from "node:fs/promises";
import { type BlocklistEntry, normaliseHash, readBlocklistText } from "./blocklist-text.ts";
import { hasErrorCode } from "../lib/error-code.ts";

/** Reads the entries of a blocklist file; a missing file has none. */
export async function readBlocklist(path: string): Promise<readonly BlocklistEntry[]> {
  return readBlocklistText(await textOf(path)).entries;
}

/** Adds hashes that are not in the list yet, each with the note. Returns the added hashes. */
export async function addToBlocklist(
  path: string,
  hashes: readonly string[],
  note: string,
): Promise<readonly string[]> {
  const text = await textOf(path);
  const known = new Set(readBlocklistText(text).entries.map((entry) => entry.hash));
  const added = [...new Set(hashes)].filter((hash) => !known.has(hash));
  const start = text === "" || text.endsWith("\n") ? "" : "\n";
  const plainNote = note.replaceAll(/\p{Cc}+/gu, " ").trim();
  const lines = added.map((hash) => (plainNote === "" ? `${hash}\n` : `${hash} # ${plainNote}\n`));
  if (added.length > 0) await appendFile(path, start + lines.join(""), { mode: 0o600 });
  return added;
}

/** Removes all lines with a hash. Returns false if there are none. Readers see either the old file or the new one. */
export async function removeFromBlocklist(path: string, hash: string): Promise<boolean> {
  const lines = (await textOf(path)).split("\n");
  const remaining = lines.filter((line) => normaliseHash(line.trim().split(/[\s,;]+/)[0] ?? "") !== hash);
  if (remaining.length === lines.length) return false;
  const temporary = `${path}.${process.pid}.partial`;
  await writeFile(temporary, remaining.join("\n"), { mode: 0o600 });
  await rename(temporary, path);
  return true;
}

async function textOf(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return "";
    throw error;
  });
}
