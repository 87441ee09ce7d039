import { type Dirent, statSync } from "node:fs";
import { endingOf, unreadEndingOf } from "../tags/audio-kinds.ts";

/** A file or folder in an imported folder that is not read. */
export interface UnreadFile {
  /** Relative to the imported folder. */
  readonly path: string;
  readonly reason: string;
  /** The extension of an unsupported type of audio; null for other files. */
  readonly ending: string | null;
}

/** Tables of other programs, and archives that can contain audio. */
const TABLE = /\.(?:xls|xlsm|xlsb|ods|numbers)$/i;
const ARCHIVE = /\.(?:zip|rar|7z|tar|tgz)$/i;
/** Dumps, sheets, and text files that can be sheets. */
const DUMP = /\.(?:jsonl|csv|tsv|txt|gz|zst|xlsx)$/i;
/** macOS stores further data of "a.wav" as "._a.wav", and those of an archive in this folder. */
const RESOURCE = /^\._/;
const RESOURCES = "__MACOSX";
const HIDDEN = /^\./;

/** Returns why an entry of a folder is not read, or null: then it is read, or it has nothing to do with music. */
export function unreadReason(path: string, entry: Dirent): Omit<UnreadFile, "path"> | null {
  const reason = (text: string): Omit<UnreadFile, "path"> => ({ reason: `not read: ${text}`, ending: null });
  const { name } = entry;
  if (entry.isDirectory()) {
    if (name === RESOURCES) return reason("a folder with data of macOS, not audio");
    return HIDDEN.test(name) ? reason("a hidden folder") : null;
  }
  if (entry.isSymbolicLink() && isFolder(path)) return reason("a link to a folder; import that folder itself");
  if (HIDDEN.test(name)) {
    if (endingOf(name) === null) return null;
    return reason(RESOURCE.test(name) ? "data of macOS, not audio" : "a hidden file");
  }
  if ((DUMP.test(name) || endingOf(name) !== null) && isSpecial(path, entry))
    return reason("a pipe, a device or a socket, not a file");
  const ending = unreadEndingOf(name);
  if (ending !== null) return { reason: `not read: .${ending} is not a supported type of audio`, ending };
  if (TABLE.test(name)) return reason("a table of an unsupported type; save it as .xlsx or CSV");
  return ARCHIVE.test(name) ? reason("an archive; unpack it first") : null;
}

/** Reading such a file can wait forever, or never end. Some file systems do not tell the type of an entry. */
function isSpecial(path: string, entry: Dirent): boolean {
  if (entry.isFile()) return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
