import type { VersionName } from "./parse-version.ts";

/** A file, or a row of a sheet, that can be a version of a song. */
export interface FamilyItem {
  /** Items of different folders never share a song, stems excepted. "" is the root. For a row, its album. */
  readonly folder: string;
  /** A file's name without its ending, or a title. */
  readonly name: string;
  /** The version that a sheet gives, null for none. If undefined, the version is parsed from the name. */
  readonly version?: VersionName | null;
}
