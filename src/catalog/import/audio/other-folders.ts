import { createReadStream } from "node:fs";
import { basename, join } from "node:path";
import { type FileStamp, isSameStamp, stampOf } from "../../../lib/file-stamp.ts";
import { type FileElsewhere, filesElsewhere } from "./files-elsewhere.ts";
import type { SongFileOrigins, SongFiles } from "./song-files-store.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

const CHUNK_BYTES = 1024 ** 2;
/** File systems and archives store times in steps of up to two seconds. */
const TIME_STEP_MS = 2_000;

/** A song that is read from a folder of audio. */
export interface FolderSong {
  /** Absolute path of the imported folder. */
  readonly root: string;
  /** What its id is built from, if no other folder has that. */
  readonly key: string;
  /** The files that it will serve, relative to the folder. */
  readonly paths: readonly string[];
}

/** What the id of a song is built from. */
export interface FolderKey {
  readonly key: string;
  /** A file of another song with the place, if the key was built from the folder's path for it. */
  readonly separateFrom: { readonly path: string; readonly exists: boolean } | null;
  /** A former copy of the song's file, which is missing and had the content that this file no longer has. */
  readonly replaces: string | null;
  /** Files of other folders with the same places and contents. The song is theirs, too. */
  readonly copies: readonly FileCopy[];
}

interface FileCopy {
  /** Relative to the imported folder. */
  readonly path: string;
  /** Absolute path of the file with the same content. */
  readonly of: string;
}

type Comparison =
  | { readonly kind: "separate"; readonly path: string; readonly exists: boolean }
  | { readonly kind: "same"; readonly replaces: string | null; readonly copies: readonly FileCopy[] };

/** The files of a song that is read. */
interface OwnFile {
  /** Relative to the imported folder. */
  readonly path: string;
  readonly absolute: string;
  /** Null for a missing file. */
  readonly stamp: FileStamp | null;
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
    const served = (await catalog?.of(idOf(key))) ?? [];
    const hasOwnSong = (other: string): boolean => catalog?.hasSong(idOf(`${key}\0${other}`)) === true;
    const elsewhere = filesElsewhere(root, idOf(key), served, hasOwnSong);
    const inImport = before === undefined || before.root === root ? [] : filesOf(before);
    const found = await this.#compare(song, served, [...inImport, ...elsewhere]);
    if (found.kind === "separate") {
      return { key: ownKey, separateFrom: { path: found.path, exists: found.exists }, replaces: null, copies: [] };
    }
    // An earlier import gave this song its own id.
    if (hasOwnSong(root)) return { key: ownKey, separateFrom: null, replaces: null, copies: [] };
    if (before === undefined && (this.#names.get(basename(root)) ?? 0) > 1) this.#used.set(key, song);
    return { key, separateFrom: null, replaces: found.replaces, copies: found.copies };
  }

  /**
   * Compares a song with the files elsewhere that have its id. It is the same song if it is a copy of them: each has a file
   * of the song with its place and content. A missing file was moved here if a file of the song has its content, another one
   * for each. Equal content alone decides nothing, because the stems of many songs are silent.
   */
  async #compare(
    { root, paths }: FolderSong,
    served: readonly SongFileOrigins[],
    elsewhere: readonly FileElsewhere[],
  ): Promise<Comparison> {
    if (elsewhere.length === 0) return { kind: "same", replaces: null, copies: [] };
    const own: OwnFile[] = [];
    for (const path of paths) own.push({ path, absolute: join(root, path), stamp: await stampAt(join(root, path)) });
    const digests = new Digests(own, served, this.#parts.signal);
    const copies: FileCopy[] = [];
    const unmoved = new Set(own);
    let replaces: string | null = null;
    for (const file of elsewhere) {
      const present = await stampAt(file.path);
      if (present === null) {
        const moved = await movedHere(unmoved, file, digests);
        if (moved !== null) {
          unmoved.delete(moved);
          continue;
        }
        if (!file.isFromHere) return { kind: "separate", path: file.path, exists: false };
        replaces ??= file.path;
        continue;
      }
      const places = new Set(file.places.map((place) => toNormalForm(place, "NFC")));
      const counterpart = own.find(({ path }) => places.has(toNormalForm(path, "NFC")));
      if (counterpart === undefined || !(await isCopy(counterpart, { file, present }, digests))) {
        return { kind: "separate", path: file.path, exists: true };
      }
      copies.push({ path: counterpart.path, of: file.path });
    }
    return { kind: "same", replaces, copies };
  }
}

function filesOf({ root, paths }: FolderSong): FileElsewhere[] {
  return paths.map((path) => ({
    path: join(root, path),
    stamp: null,
    digest: null,
    isStored: false,
    places: [path],
    isFromHere: false,
  }));
}

async function isCopy(
  own: OwnFile,
  { file, present }: { readonly file: FileElsewhere; readonly present: FileStamp },
  digests: Digests,
): Promise<boolean> {
  const size = file.isStored ? file.stamp?.byteSize : present.byteSize;
  if (own.stamp === null || own.stamp.byteSize !== size) return false;
  const digest = file.isStored ? file.digest : await digests.of(file.path);
  return digest !== null && digest === (await digests.of(own.absolute));
}

/**
 * Returns the file that has the content of a missing one, or null. Without a digest, size and time must be equal: moving
 * keeps them. The size alone is that of many recordings.
 */
async function movedHere(own: Iterable<OwnFile>, file: FileElsewhere, digests: Digests): Promise<OwnFile | null> {
  for (const one of own) {
    if (one.stamp === null || file.stamp === null || one.stamp.byteSize !== file.stamp.byteSize) continue;
    const isEqual =
      file.digest === null
        ? Math.abs(one.stamp.modifiedAt - file.stamp.modifiedAt) <= TIME_STEP_MS
        : (await digests.of(one.absolute)) === file.digest;
    if (isEqual) return one;
  }
  return null;
}

/** SHA-256 of files, read once. Those that have not changed since their import are known. */
class Digests {
  readonly #known = new Map<string, string | null>();
  readonly #signal: AbortSignal | null;

  constructor(own: readonly OwnFile[], served: readonly SongFileOrigins[], signal: AbortSignal | null) {
    this.#signal = signal;
    const stamps = new Map(own.map(({ absolute, stamp }) => [absolute, stamp]));
    for (const { path, stamp, digest } of served.flatMap(({ inPlace, origins }) => [...inPlace, ...origins])) {
      const now = stamps.get(path) ?? null;
      if (digest !== null && stamp !== null && now !== null && isSameStamp(now, stamp)) this.#known.set(path, digest);
    }
  }

  /** In hexadecimal; null for a file that cannot be read. Throws the signal's reason. */
  async of(path: string): Promise<string | null> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const digest = await this.#read(path);
    this.#known.set(path, digest);
    return digest;
  }

  async #read(path: string): Promise<string | null> {
    const hasher = new Bun.CryptoHasher("sha256");
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
        this.#signal?.throwIfAborted();
        hasher.update(chunk);
      }
    } catch {
      this.#signal?.throwIfAborted();
      return null;
    }
    return hasher.digest("hex");
  }
}

/** Null for a missing file. */
async function stampAt(path: string): Promise<FileStamp | null> {
  return await stampOf(path).catch(() => null);
}
