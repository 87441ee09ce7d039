import { parseVersion } from "./parse-version.ts";

/** The folder of a stem: where its song can be, and the titles that the song can have. */
export interface StemFolder {
  /** The folder that holds the stem folder. */
  readonly parent: string;
  /** The likeliest first. */
  readonly titles: readonly string[];
}

const TITLE_FIRST = /^(?:(.*?)[\s_\-([]+)?stems?[)\]]?$/i;
const TITLE_LAST = /^stems?\s*[-_([]\s*(.+?)[)\]]?$/i;

/**
 * Reads `STEMS/…`, `Title_Main_Stems/…`, `Stems - Title/…` and `STEMS/Title/…`. Null for a file outside folders of
 * stems. The title in the folder's name comes first, then that of a folder within it, then that of the file's name.
 */
export function readStemFolder(folder: string, name: string): StemFolder | null {
  const segments = folder === "" ? [] : folder.split("/");
  const at = segments.findIndex((segment) => isStemFolder(segment));
  if (at < 0) return null;
  const segment = segments[at] ?? "";
  const inName = TITLE_FIRST.exec(segment)?.[1] ?? TITLE_LAST.exec(segment)?.[1] ?? "";
  const within = segments[at + 1] ?? "";
  const version = parseVersion(name);
  const titles = [inName, within].filter((title) => title !== "").map((title) => parseVersion(title)?.base ?? title);
  return { parent: segments.slice(0, at).join("/"), titles: version === null ? titles : [...titles, version.base] };
}

function isStemFolder(segment: string): boolean {
  return TITLE_FIRST.test(segment) || TITLE_LAST.test(segment);
}
