import type { DescribedEntry } from "../described-entry.ts";
import type { ShortlistRow } from "../shortlist.ts";
import type { LinksOf } from "./file-links.ts";

/** What the exports are made of. */
export interface ExportedShortlist {
  readonly shortlist: ShortlistRow;
  readonly entries: readonly DescribedEntry[];
  readonly linksOf: LinksOf;
  /** Milliseconds. */
  readonly now: number;
}

/** Returns the key of a song, such as `A minor`; empty if it is unknown. */
export function keyText({ song }: DescribedEntry): string {
  return song === null ? "" : [song.keyName, song.keyMode].filter((part) => part !== "").join(" ");
}
