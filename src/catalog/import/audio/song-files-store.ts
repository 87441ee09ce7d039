import type { Database } from "bun:sqlite";
import { digestInRef, parseMediaRef } from "../../../../schema/media-ref.ts";
import { openReadonly } from "../../../db/open.ts";
import type { Reading } from "../../../db/service-db.ts";
import type { FileStamp } from "../../../lib/file-stamp.ts";

/** A file that a song of the catalog was imported from. */
export interface ImportedFile {
  /** Absolute. */
  readonly path: string;
  /** Size and time, and SHA-256 that it had at its import. Null if they are unknown; the digest of a file in place is. */
  readonly stamp: FileStamp | null;
  readonly digest: string | null;
}

const REFS = `SELECT f.wav_path AS wav, f.mp3_path AS mp3 FROM songs s JOIN audio_files f USING (ordinal) WHERE s.id = ?`;
const STAMP = "byte_size AS byteSize, modified_at AS modifiedAt";
const ORIGINS = `SELECT path, ${STAMP} FROM media_origins WHERE ref = ?`;
const SOURCE = `SELECT ${STAMP} FROM media_sources WHERE ref = ?`;

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
  of(id: string): ImportedFile[] {
    const rows = this.#catalog.query<{ wav: string | null; mp3: string | null }, [string]>(REFS).all(id);
    return rows.flatMap(({ wav, mp3 }) => [wav, mp3].flatMap((ref) => (ref === null ? [] : this.#filesOf(ref))));
  }

  close(): void {
    this.#catalog.close();
  }

  #filesOf(ref: string): ImportedFile[] {
    const parsed = parseMediaRef(ref);
    if (parsed?.kind === "in place") {
      const stamp = this.#service.sqlite.query<FileStamp, [string]>(SOURCE).get(ref);
      return [{ path: parsed.path, stamp, digest: null }];
    }
    const digest = digestInRef(ref);
    if (digest === null) return [];
    const origins = this.#service.sqlite.query<FileStamp & { path: string }, [string]>(ORIGINS).all(ref);
    return origins.map(({ path, ...stamp }) => ({ path, stamp, digest }));
  }
}
