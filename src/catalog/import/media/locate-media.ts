import { lstat, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { unreachable } from "../../../lib/assert.ts";
import type {
  CheckedArtist,
  CheckedAudioFile,
  CheckedRecord,
  CheckedSong,
  MediaPath,
  RenderedMedium,
} from "../check/checked-record.ts";
import { isWithin } from "./media-path.ts";
import { hasErrorCode } from "../../../lib/error-code.ts";

/** Files checked concurrently. A network share answers slowly, and its server has other clients. */
const CONCURRENT_FILES = 32;
/** Folders whose real path is cached. */
const FOLDERS_MAX = 10_000;

/** The result for a path. `refused` rejects the record. If the file is missing, the record is imported without it. */
export type MediaFinding =
  | { readonly kind: "present" }
  | { readonly kind: "missing"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string };

/** Locates the media files of checked records. A symbolic link must not point outside the dump's folder. */
export class MediaLocator {
  readonly #realFolders = new Map<string, string | null>();

  /** Returns the finding for each path object. */
  async locate(paths: readonly MediaPath[]): Promise<Map<MediaPath, MediaFinding>> {
    const findings = new Map<MediaPath, MediaFinding>();
    for (let at = 0; at < paths.length; at += CONCURRENT_FILES) {
      const some = paths.slice(at, at + CONCURRENT_FILES);
      const found = await Promise.all(some.map((path) => this.#find(path)));
      for (const [n, path] of some.entries()) findings.set(path, found[n] ?? missing(path, "it was not checked"));
    }
    return findings;
  }

  async #find(path: MediaPath): Promise<MediaFinding> {
    const folder = await this.#realFolder(path.folder);
    const parent = await this.#realFolder(dirname(path.absolute));
    if (folder === null || parent === null) return missing(path, "there is no such file");
    if (parent !== folder && !isWithin(folder, parent)) return escapes(path);
    try {
      const entry = await lstat(path.absolute);
      if (!entry.isSymbolicLink()) return entry.isFile() ? { kind: "present" } : missing(path, "it is not a file");
      if (!isWithin(folder, await realpath(path.absolute))) return escapes(path);
      return (await stat(path.absolute)).isFile() ? { kind: "present" } : missing(path, "it is not a file");
    } catch (error) {
      return missing(path, hasErrorCode(error, "ENOENT", "ENOTDIR") ? "there is no such file" : "it cannot be read");
    }
  }

  /** Null for a missing folder. */
  async #realFolder(folder: string): Promise<string | null> {
    const known = this.#realFolders.get(folder);
    if (known !== undefined) return known;
    const real = await realpath(folder).catch(() => null);
    if (this.#realFolders.size >= FOLDERS_MAX) this.#realFolders.clear();
    this.#realFolders.set(folder, real);
    return real;
  }
}

/** Returns all paths to media files in a record. */
export function mediaPathsOf(record: CheckedRecord): MediaPath[] {
  switch (record.kind) {
    case "song":
      return songPaths(record.song);
    case "artist":
      return artistPaths(record.artist);
    case "playlist":
      return [];
    default:
      return unreachable(record);
  }
}

/** Three calls for each of a million songs, most of which have no media: a loop takes a tenth of the time of `flatMap`. */
function songPaths({ audioFiles, stems, artists }: CheckedSong): MediaPath[] {
  const paths: MediaPath[] = [];
  for (const { wav, mp3 } of audioFiles) {
    if (isFile(wav)) paths.push(wav);
    if (mp3 !== null) paths.push(mp3);
  }
  if (stems !== null) paths.push(stems);
  for (const { image } of artists) if (image !== null) paths.push(image);
  return paths;
}

function isFile(medium: MediaPath | RenderedMedium | null): medium is MediaPath {
  return medium !== null && "absolute" in medium;
}

function artistPaths(artist: CheckedArtist): MediaPath[] {
  return artist.image === null ? [] : [artist.image];
}

/** Returns the record with the refs of its media. `refOf` returns null for missing media, which are removed from the record. */
export function withRefs(record: CheckedRecord, refOf: (path: MediaPath) => string | null): CheckedRecord {
  const found = (path: MediaPath | null): MediaPath | null => {
    const ref = path === null ? null : refOf(path);
    return path === null || ref === null ? null : { ...path, ref };
  };
  const audioFile = (file: CheckedAudioFile): CheckedAudioFile => ({
    ...file,
    wav: isFile(file.wav) ? found(file.wav) : file.wav,
    mp3: found(file.mp3),
  });
  const artist = (one: CheckedArtist): CheckedArtist => ({ ...one, image: found(one.image) });
  switch (record.kind) {
    case "song":
      return {
        kind: "song",
        song: {
          ...record.song,
          stems: found(record.song.stems),
          artists: record.song.artists.map(artist),
          audioFiles: record.song.audioFiles.map(audioFile),
        },
      };
    case "artist":
      return { kind: "artist", artist: artist(record.artist) };
    case "playlist":
      return record;
    default:
      return unreachable(record);
  }
}

/** The finding for a missing file, as the report shows it. */
export function missing(
  path: Pick<MediaPath, "given">,
  why: string,
): { readonly kind: "missing"; readonly reason: string } {
  return { kind: "missing", reason: `${path.given} is missing (${why}); the record was imported without it` };
}

function escapes(path: MediaPath): MediaFinding {
  return {
    kind: "refused",
    reason: `the path ${JSON.stringify(path.given)} leads out of the dump's folder through a link`,
  };
}
