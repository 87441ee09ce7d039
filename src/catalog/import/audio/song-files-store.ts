import type { Database } from "bun:sqlite";
import { digestInRef, parseMediaRef } from "../../../../schema/media-ref.ts";
import type { MediaSource } from "../../../audio/source-store.ts";
import { openReadonly } from "../../../db/open.ts";
import type { Reading, ServiceDb } from "../../../db/service-db.ts";
import { textsOf } from "../../../db/engine-sql.ts";
import { rows, type SqlText, type Work } from "../../../db/work.ts";
import type { FileStamp } from "../../../lib/file-stamp.ts";
import { MEDIA_QUERIES } from "../../../media/store/source-store.ts";

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
/** Exported for the test of its plan: the table grows with the media. CROSS JOIN makes SQLite look up each ref of the list. */
export const ORIGINS_OF_REFS = textsOf(
  ({ texts, lookUp }) => `SELECT o.ref, o.path, o.byte_size AS "byteSize", o.modified_at AS "modifiedAt"
  FROM ${texts("?")} ${lookUp} media_origins o ON o.ref = w.value`,
);

interface OriginRow extends FileStamp {
  readonly ref: string;
  readonly path: string;
}

/** Reads where the files of a song came from. */
export class SongFiles {
  readonly #catalog: Database;
  readonly #service: ServiceDb;

  constructor(catalogDatabase: string, service: ServiceDb) {
    this.#catalog = openReadonly(catalogDatabase);
    this.#service = service;
  }

  hasSong(id: string): boolean {
    return this.#catalog.query<object, [string]>("SELECT 1 FROM songs WHERE id = ?").get(id) !== null;
  }

  /** Returns the files of a song; none for an unknown id. */
  async of(id: string): Promise<readonly SongFileOrigins[]> {
    const files = this.#catalog
      .query<FileRow, [string]>(FILES)
      .all(id)
      .map((row) => ({ id: row.id, refs: [row.wav, row.mp3].filter((ref) => ref !== null) }));
    return files.length === 0 ? [] : await this.#service.read(filesFrom(this.#service, files));
  }

  close(): void {
    this.#catalog.close();
  }
}

function* filesFrom(
  service: Reading,
  files: readonly { readonly id: string; readonly refs: readonly string[] }[],
): Work<readonly SongFileOrigins[]> {
  const refs = files.flatMap((file) => file.refs);
  const places = refs.filter((ref) => parseMediaRef(ref)?.kind === "in place");
  const stored = refs.filter((ref) => digestInRef(ref) !== null);
  const sources = yield* rowsByRef<MediaSource>(service, MEDIA_QUERIES.sources, places);
  const origins = yield* rowsByRef<OriginRow>(service, ORIGINS_OF_REFS, stored);
  return files.map((file) => ({
    id: file.id,
    inPlace: file.refs.flatMap((ref) => inPlace(ref, sources.get(ref)?.[0] ?? null)),
    origins: file.refs.flatMap((ref) => importedFrom(ref, origins.get(ref) ?? [])),
  }));
}

function* rowsByRef<Row extends { readonly ref: string }>(
  service: Reading,
  text: SqlText,
  refs: readonly string[],
): Work<ReadonlyMap<string, readonly Row[]>> {
  if (refs.length === 0) return new Map();
  return Map.groupBy(yield* rows<Row>(service, text, JSON.stringify([...new Set(refs)])), ({ ref }) => ref);
}

function inPlace(ref: string, source: MediaSource | null): ImportedFile[] {
  const parsed = parseMediaRef(ref);
  if (parsed?.kind !== "in place") return [];
  const stamp = source === null ? null : { byteSize: source.byteSize, modifiedAt: source.modifiedAt };
  return [{ path: parsed.path, stamp, digest: source?.digest ?? null, isStored: false }];
}

function importedFrom(ref: string, origins: readonly OriginRow[]): ImportedFile[] {
  const digest = digestInRef(ref);
  return origins.map(({ path, byteSize, modifiedAt }) => {
    return { path, stamp: { byteSize, modifiedAt }, digest, isStored: true };
  });
}
