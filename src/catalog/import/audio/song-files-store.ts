import type { Database } from "bun:sqlite";
import { digestInRef, parseMediaRef } from "../../../../schema/media-ref.ts";
import { openReadonly } from "../../../db/open.ts";
import type { Reading } from "../../../db/service-db.ts";
import type { FileStamp } from "../../../lib/file-stamp.ts";

/** A file that an audio file of the catalog was imported from. */
export interface ImportedFile {
  /** Absolute. */
  readonly path: string;
  /** Size and time, and SHA-256 that it had at its import. Null if they are unknown. */
  readonly stamp: FileStamp | null;
  readonly digest: string | null;
  /** Whether the store has the content of the import. A file in place is served as it is now. */
  readonly isStored: boolean;
}

/** An audio file of the catalog. */
export interface SongFileOrigins {
  readonly id: string;
  /** In place: the files that are served. */
  readonly inPlace: readonly ImportedFile[];
  /** All files whose content was copied into the store: also equal ones of other songs. */
  readonly origins: readonly ImportedFile[];
}

interface FileRow {
  readonly id: string;
  readonly wav: string | null;
  readonly mp3: string | null;
}

const FILES = `SELECT f.id, f.wav_path AS wav, f.mp3_path AS mp3
  FROM songs s JOIN audio_files f USING (ordinal) WHERE s.id = ? ORDER BY f.position`;
const STAMP = "byte_size AS byteSize, modified_at AS modifiedAt";
const ORIGINS = `SELECT path, ${STAMP} FROM media_origins WHERE ref = ?`;
const SOURCE = `SELECT ${STAMP}, digest FROM media_sources WHERE ref = ?`;

/** Reads where the files of a song came from. */
export class SongFiles {
  readonly #catalog: Database;
  readonly #service: Reading;

  constructor(catalogDatabase: string, service: Reading) {
    this.#catalog = openReadonly(catalogDatabase);
    this.#service = service;
  }

  hasSong(id: string): boolean {
    return this.#catalog.query<object, [string]>("SELECT 1 FROM songs WHERE id = ?").get(id) !== null;
  }

  /** Returns the files of a song; none for an unknown id. */
  of(id: string): SongFileOrigins[] {
    const rows = this.#catalog.query<FileRow, [string]>(FILES).all(id);
    return rows.map((row) => {
      const refs = [row.wav, row.mp3].filter((ref) => ref !== null);
      return {
        id: row.id,
        inPlace: refs.flatMap((ref) => this.#inPlace(ref)),
        origins: refs.flatMap((ref) => this.#origins(ref)),
      };
    });
  }

  close(): void {
    this.#catalog.close();
  }

  #inPlace(ref: string): ImportedFile[] {
    const parsed = parseMediaRef(ref);
    if (parsed?.kind !== "in place") return [];
    const source = this.#service.sqlite.query<FileStamp & { digest: string | null }, [string]>(SOURCE).get(ref);
    return [{ path: parsed.path, stamp: source, digest: source?.digest ?? null, isStored: false }];
  }

  #origins(ref: string): ImportedFile[] {
    const digest = digestInRef(ref);
    if (digest === null) return [];
    const origins = this.#service.sqlite.query<FileStamp & { path: string }, [string]>(ORIGINS).all(ref);
    return origins.map(({ path, ...stamp }) => ({ path, stamp, digest, isStored: true }));
  }
}
