import { appendFile, readFile, rename, writeFile } from "node:fs/promises";
import { type BlocklistEntry, normalHash, readBlocklistText } from "./blocklist-text.ts";
import { hasErrorCode } from "../lib/error-code.ts";

/** The entries of a list's file; none where there is no file. */
export async function readBlocklist(path: string): Promise<readonly BlocklistEntry[]> {
  return readBlocklistText(await textOf(path)).entries;
}

/** Adds hashes that are not on the list yet, with a note beside each, and returns those that were added. */
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

/** Takes every line of a hash away; false when there is none. A reader sees the former file or the new one. */
export async function removeFromBlocklist(path: string, hash: string): Promise<boolean> {
  const lines = (await textOf(path)).split("\n");
  const kept = lines.filter((line) => normalHash(line.trim().split(/[\s,;]+/)[0] ?? "") !== hash);
  if (kept.length === lines.length) return false;
  const temporary = `${path}.${process.pid}.partial`;
  await writeFile(temporary, kept.join("\n"), { mode: 0o600 });
  await rename(temporary, path);
  return true;
}

async function textOf(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return "";
    throw error;
  });
}
