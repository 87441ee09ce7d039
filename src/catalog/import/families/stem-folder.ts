import { parseVersion } from "./parse-version.ts";

/** Where the song of a stem is looked for: the folder that holds the stem folder, and the titles that it may have. */
export interface StemPlace {
  readonly home: string;
  readonly titles: readonly string[];
}

const STEM_FOLDER = /^(?:(.*?)[\s_\-([]+)?stems?[)\]]?$/i;

/**
 * Reads `STEMS/…`, `Title_Main_Stems/…` and `STEMS/Title/…`; null for a file that lies in no folder of stems. The
 * folder's own title comes first, then that of a folder within it, then that of the file's name.
 */
export function stemPlace(folder: string, name: string): StemPlace | null {
  const segments = folder === "" ? [] : folder.split("/");
  const at = segments.findIndex((segment) => STEM_FOLDER.test(segment));
  if (at < 0) return null;
  const own = STEM_FOLDER.exec(segments[at] ?? "")?.[1] ?? "";
  const within = segments[at + 1] ?? "";
  const version = parseVersion(name);
  const titles = [own, within].filter((title) => title !== "").map((title) => parseVersion(title)?.base ?? title);
  return { home: segments.slice(0, at).join("/"), titles: version === null ? titles : [...titles, version.base] };
}
