import { basename } from "node:path";
import { basename as nameOf } from "node:path/posix";
import { isWithin } from "../media/media-path.ts";
import { withoutEnding } from "../tags/audio-kinds.ts";
import { foldersOf } from "./pair-files.ts";
import { isFileIdOf } from "./song-of-files.ts";
import type { ImportedFile, SongFileOrigins } from "./song-files-store.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** A place in a folder with the name of the imported folder. A path can have several such folders. */
interface Place {
  /** Absolute path of the folder. */
  readonly root: string;
  /** Relative to it. */
  readonly path: string;
}

/** A file outside the imported folder that a song of the catalog was imported from. */
export interface FileElsewhere extends ImportedFile {
  /** Its possible paths in a folder with the name of the imported one. */
  readonly places: readonly string[];
  /** Whether an import of this folder wrote the audio file too: it had the content of this file then. */
  readonly isFromHere: boolean;
}

/**
 * Returns the files in other folders with the name of `root` that a song was imported from. A folder with a song of its
 * own (`hasOwnSong`) does not count: its files have equal content by chance.
 */
export function filesElsewhere(
  root: string,
  songId: string,
  served: readonly SongFileOrigins[],
  hasOwnSong: (root: string) => boolean,
): FileElsewhere[] {
  return served.flatMap((file) => {
    const own = [...file.inPlace, ...originsOf(file, songId, basename(root))];
    const isFromHere = own.some(({ path }) => isWithin(root, path));
    return own.flatMap((one) => {
      if (isWithin(root, one.path)) return [];
      const places = placesOf(one.path, basename(root)).filter((place) => !hasOwnSong(place.root));
      return places.length === 0 ? [] : [{ ...one, places: places.map(({ path }) => path), isFromHere }];
    });
  });
}

/** Returns the origins with the name of the audio file. Files of other songs can have equal content. */
function originsOf({ id, origins }: SongFileOrigins, songId: string, name: string): readonly ImportedFile[] {
  const placed = origins.map((origin) => ({ origin, places: placesOf(origin.path, name) }));
  const named = placed.flatMap(({ places }) => places.filter(({ path }) => isNamedBy(id, songId, path)));
  if (named.length === 0) return origins;
  // The id is that of the lossless file. The name of its MP3 can be written differently.
  const keys = new Set(named.map(pairKey));
  return placed.filter(({ places }) => places.some((place) => keys.has(pairKey(place)))).map(({ origin }) => origin);
}

function isNamedBy(id: string, songId: string, path: string): boolean {
  const name = withoutEnding(nameOf(path));
  return foldersOf(path).some((folder) => isFileIdOf(id, songId, { folder, name }));
}

function pairKey({ root, path }: Place): string {
  const [folder] = foldersOf(path);
  return `${root}\0${toNormalForm(`${folder}/${withoutEnding(nameOf(path))}`, "NFC").toLowerCase()}`;
}

function placesOf(path: string, name: string): Place[] {
  const places: Place[] = [];
  const part = `/${name}/`;
  for (let at = path.indexOf(part); at >= 0; at = path.indexOf(part, at + 1)) {
    places.push({ root: path.slice(0, at + part.length - 1), path: path.slice(at + part.length) });
  }
  return places;
}
