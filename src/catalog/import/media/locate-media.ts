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

/** Files looked for at the same time. A network share answers slowly, and its server has other work. */
const PARALLEL_MAX = 32;
/** Folders whose real place is remembered. */
const FOLDERS_MAX = 10_000;

/** What was found at a path. `refused` rejects the record; a song whose file is missing lands without it. */
export type MediaFinding =
  | { readonly kind: "present" }
  | { readonly kind: "missing"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string };

/** Looks for the media of checked records. Symbolic links may not lead out of the dump's folder. */
export class MediaLocator {
  readonly #realFolders = new Map<string, string | null>();

  /** What lies at each path, by the path's object. */
  async locate(paths: readonly MediaPath[]): Promise<Map<MediaPath, MediaFinding>> {
    const findings = new Map<MediaPath, MediaFinding>();
    for (let at = 0; at < paths.length; at += PARALLEL_MAX) {
      const some = paths.slice(at, at + PARALLEL_MAX);
      const found = await Promise.all(some.map((path) => this.#find(path)));
      for (const [n, path] of some.entries()) findings.set(path, found[n] ?? missing(path, "not looked for"));
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

  /** Null for a folder that is not there. */
  async #realFolder(folder: string): Promise<string | null> {
    const known = this.#realFolders.get(folder);
    if (known !== undefined) return known;
    const real = await realpath(folder).catch(() => null);
    if (this.#realFolders.size >= FOLDERS_MAX) this.#realFolders.clear();
    this.#realFolders.set(folder, real);
    return real;
  }
}

/** Every path to a media file in a record. */
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

function songPaths(song: CheckedSong): MediaPath[] {
  const paths = song.audioFiles.flatMap((file) => [file.wav, file.mp3]);
  return [...paths, song.stems, ...song.artists.flatMap(artistPaths)].filter(isFile);
}

function isFile(medium: MediaPath | RenderedMedium | null): medium is MediaPath {
  return medium !== null && "absolute" in medium;
}

function artistPaths(artist: CheckedArtist): MediaPath[] {
  return artist.image === null ? [] : [artist.image];
}

/** The record with the refs of its media; `refOf` is null for those that are missing, and the record does without. */
export function withRefs(record: CheckedRecord, refOf: (path: MediaPath) => string | null): CheckedRecord {
  const kept = (path: MediaPath | null): MediaPath | null => {
    const ref = path === null ? null : refOf(path);
    return path === null || ref === null ? null : { ...path, ref };
  };
  const audioFile = (file: CheckedAudioFile): CheckedAudioFile => ({
    ...file,
    wav: isFile(file.wav) ? kept(file.wav) : file.wav,
    mp3: kept(file.mp3),
  });
  const artist = (one: CheckedArtist): CheckedArtist => ({ ...one, image: kept(one.image) });
  switch (record.kind) {
    case "song":
      return {
        kind: "song",
        song: {
          ...record.song,
          stems: kept(record.song.stems),
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

/** What the report says of a path that leads nowhere. */
export function missing(
  path: Pick<MediaPath, "given">,
  why: string,
): { readonly kind: "missing"; readonly reason: string } {
  return { kind: "missing", reason: `${path.given} is missing (${why}); the record landed without it` };
}

function escapes(path: MediaPath): MediaFinding {
  return { kind: "refused", reason: `the path ${JSON.stringify(path.given)} leads out of the dump's folder by a link` };
}
