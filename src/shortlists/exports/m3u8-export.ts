import type { DescribedEntry } from "../described-entry.ts";
import type { ExportedShortlist } from "./exported-shortlist.ts";

const UNKNOWN_SECONDS = -1;

/** Returns a shortlist as an extended M3U playlist in UTF-8. A song without a playable file is a comment. */
export function m3u8Of({ shortlist, entries, linksOf }: ExportedShortlist): string {
  const lines = entries.flatMap((entry) => linesOf(entry, linksOf(entry.file).mp3));
  return ["#EXTM3U", `#PLAYLIST:${oneLine(shortlist.name)}`, ...lines, ""].join("\n");
}

function linesOf({ file, title, artists }: DescribedEntry, mp3: string | null): readonly string[] {
  const name = oneLine(artists === "" ? title : `${artists} - ${title}`);
  if (mp3 === null) return [`# Not available: ${name}`];
  const seconds = file?.duration ?? null;
  return [`#EXTINF:${seconds === null ? UNKNOWN_SECONDS : Math.round(seconds)},${name}`, mp3];
}

/** A line break in a title would begin another entry. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
