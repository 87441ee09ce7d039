import { createReadStream } from "node:fs";
import { basename, join } from "node:path";
import { type FileStamp, isSameStamp, stampOf } from "../../../lib/file-stamp.ts";
import { isWithin } from "../media/media-path.ts";
import type { ImportedFile, SongFiles } from "./song-files-store.ts";

const CHUNK_BYTES = 1024 ** 2;

/** A song that is read from a folder of audio. */
export interface FolderSong {
  /** Absolute path of the imported folder. */
  readonly root: string;
  /** What its id is built from, if no other folder has that. */
  readonly key: string;
  /** Its files, relative to the folder. */
  readonly paths: readonly string[];
}

/** What the id of a song is built from. */
export interface FolderKey {
  readonly key: string;
  /** A file of another song with the place, if the key was built from the folder's path for it. */
  readonly separateFrom: string | null;
  /** A former file of another recording, which does not exist any more and whose song this one replaces. */
  readonly replaces: string | null;
}

/** The files of a song that is read. */
interface OwnFiles {
  /** By absolute path; null for a missing file. */
  readonly stamps: Map<string, FileStamp | null>;
  /** Of files that have not changed since their import. */
  readonly digests: Set<string>;
}

interface OtherFile {
  readonly path: string;
  readonly exists: boolean;
}

export interface OtherFoldersParts {
  /** The files of the current catalog; null without a catalog. */
  readonly catalog: Pick<SongFiles, "hasSong" | "of"> | null;
  readonly idOf: (key: string) => string;
  /** Absolute paths of all folders of audio of this import. */
  readonly roots: readonly string[];
  readonly signal: AbortSignal | null;
}

/**
 * Detects songs of different folders that would get one id: ids are built from the folder's name, so that a folder can be
 * moved, and two folders can have one name. Otherwise the second of two imports would replace songs of the first.
 */
export class OtherFolders {
  readonly #parts: OtherFoldersParts;
  readonly #names: ReadonlyMap<string, number>;
  /** The folders of keys that are in use, if several folders of this import have the name. */
  readonly #used = new Map<string, FolderSong>();

  constructor(parts: OtherFoldersParts) {
    this.#parts = parts;
    const names = new Map<string, number>();
    for (const root of new Set(parts.roots)) names.set(basename(root), (names.get(basename(root)) ?? 0) + 1);
    this.#names = names;
  }

  async keyOf(song: FolderSong): Promise<FolderKey> {
    const { catalog, idOf } = this.#parts;
    const { key, root } = song;
    const ownKey = `${key}\0${root}`;
    const before = this.#used.get(key);
    const inImport = before === undefined || before.root === root ? [] : filesOf(before);
    const other = await this.#otherRecording(song, [...inImport, ...(catalog?.of(idOf(key)) ?? [])]);
    if (other?.exists === true) return { key: ownKey, separateFrom: other.path, replaces: null };
    // An earlier import gave this song its own id.
    if (catalog?.hasSong(idOf(ownKey)) === true) return { key: ownKey, separateFrom: null, replaces: null };
    if (before === undefined && (this.#names.get(basename(root)) ?? 0) > 1) this.#used.set(key, song);
    return { key, separateFrom: null, replaces: other?.path ?? null };
  }

  /**
   * Returns a file of another recording in a folder of this name: one that exists and whose content no file of the song has,
   * or one that does not exist any more if no content is common. Null for the song itself, and after a copy or a move.
   */
  async #otherRecording({ root, paths }: FolderSong, files: readonly ImportedFile[]): Promise<OtherFile | null> {
    const own: OwnFiles = { stamps: new Map(), digests: new Set() };
    for (const path of paths) own.stamps.set(join(root, path), await stampAt(join(root, path)));
    for (const { path, stamp, digest } of files) {
      if (digest !== null && isUnchanged(own.stamps.get(path), stamp)) own.digests.add(digest);
    }
    const named = `/${basename(root)}/`;
    let former: string | null = null;
    let hasCommon = false;
    for (const file of files) {
      if (isWithin(root, file.path) || !file.path.includes(named)) continue;
      const present = await stampAt(file.path);
      const isCommon = await this.#isAmong(own, file, present);
      if (present !== null && !isCommon) return { path: file.path, exists: true };
      hasCommon ||= isCommon;
      former ??= file.path;
    }
    return hasCommon || former === null ? null : { path: former, exists: false };
  }

  /**
   * Whether one of the song's files has the content of `file` at its import. The content of a file in place is read now, and
   * if it is missing, the sizes are compared.
   */
  async #isAmong(own: OwnFiles, file: ImportedFile, present: FileStamp | null): Promise<boolean> {
    if (file.digest !== null && own.digests.has(file.digest)) return true;
    const size = (file.digest === null && present !== null ? present : file.stamp)?.byteSize;
    const candidates = [...own.stamps].filter(([, stamp]) => stamp !== null && stamp.byteSize === size);
    if (candidates.length === 0) return false;
    const digest = file.digest ?? (present === null ? null : await this.#digestOf(file.path));
    if (digest === null) return present === null;
    for (const [path] of candidates) if ((await this.#digestOf(path)) === digest) return true;
    return false;
  }

  /** SHA-256 in hexadecimal; null for a file that cannot be read. Throws the signal's reason. */
  async #digestOf(path: string): Promise<string | null> {
    const hasher = new Bun.CryptoHasher("sha256");
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
        this.#parts.signal?.throwIfAborted();
        hasher.update(chunk);
      }
    } catch {
      this.#parts.signal?.throwIfAborted();
      return null;
    }
    return hasher.digest("hex");
  }
}

function filesOf({ root, paths }: FolderSong): ImportedFile[] {
  return paths.map((path) => ({ path: join(root, path), stamp: null, digest: null }));
}

/** Null for a missing file. */
async function stampAt(path: string): Promise<FileStamp | null> {
  return await stampOf(path).catch(() => null);
}

function isUnchanged(now: FileStamp | null | undefined, before: FileStamp | null): boolean {
  return now !== null && now !== undefined && before !== null && isSameStamp(now, before);
}
