import { join } from "node:path";

const HASH = /^(?:[0-9a-f]{16}|[0-9a-f]{64})$/;

export interface BlocklistEntry {
  /** Lower case: 16 digits of a 64-bit hash, or 64 of a PDQ hash. */
  readonly hash: string;
  readonly note: string;
}

/** Returns a hash in lower case and without `0x`, as the list stores it. Null for text that is not a hash. */
export function normaliseHash(text: string): string | null {
  const hash = text.trim().toLowerCase().replace(/^0x/, "");
  return HASH.test(hash) ? hash : null;
}

/** Path of the list that `needledrop blocklist` edits. */
export function ownBlocklist(dataDir: string): string {
  return join(dataDir, "blocklist.txt");
}

/** Paths of that list and of the operator's own list, if one is configured. */
export function blocklistPaths(config: {
  readonly dataDir: string;
  readonly blocklist: string | null;
}): readonly string[] {
  return [ownBlocklist(config.dataDir), ...(config.blocklist === null ? [] : [config.blocklist])];
}

/** Reads a list: one hash per line, optionally followed by a note. Empty lines and lines that begin with `#` are ignored. */
export function readBlocklistText(text: string): {
  readonly entries: readonly BlocklistEntry[];
  readonly complaints: readonly string[];
} {
  const entries: BlocklistEntry[] = [];
  const complaints: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const [word = "", ...rest] = line.trim().split(/[\s,;]+/);
    if (word === "" || word.startsWith("#")) continue;
    const hash = normaliseHash(word);
    if (hash === null) complaints.push(`line ${index + 1}: expected 16 or 64 hexadecimal digits`);
    else entries.push({ hash, note: rest.join(" ").replace(/^#\s*/, "") });
  }
  return { entries, complaints };
}
