/** The baseline of scripts/bench/import.ts: only parses lines and inserts rows, many per statement. */
import { Database, type SQLQueryBindings } from "bun:sqlite";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { createReadStream } from "node:fs";
import { migrations } from "../../schema/migrations/catalog/list.ts";

const ROWS_PER_STATEMENT = 50;

interface Line {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly lyrics?: string;
  readonly bpm?: number;
  readonly released_at?: number;
  readonly tags?: object;
  readonly artists?: readonly { readonly id: string; readonly name: string }[];
  readonly audio_files?: readonly { readonly id: string; readonly description?: string; readonly duration?: number }[];
}

/** Inserts the songs, artists and files of a dump without duplicates, and returns the number of songs. */
export async function plainImport(dump: string, database: string): Promise<number> {
  const sqlite = new Database(database, { create: true, readwrite: true });
  for (const { sql } of migrations) {
    for (const statement of sql.split("--> statement-breakpoint")) sqlite.run(statement);
  }
  sqlite.run("PRAGMA journal_mode = OFF");
  sqlite.run("PRAGMA synchronous = OFF");
  sqlite.run("PRAGMA foreign_keys = OFF");
  sqlite.run("BEGIN");
  const songs = rowsOf(sqlite, "songs", 16);
  const artists = rowsOf(sqlite, "artists", 4);
  const songArtists = rowsOf(sqlite, "song_artists", 3);
  const files = rowsOf(sqlite, "audio_files", 9);
  const digest = new Uint8Array(32);
  let ordinal = 0;
  const source = createReadStream(dump);
  const text: Readable = dump.endsWith(".gz") ? source.pipe(createGunzip()) : source;
  for await (const json of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line: Line = JSON.parse(json);
    const { id, title, description = "", lyrics = "", bpm = null, released_at: releasedAt = null } = line;
    const tags = JSON.stringify(line.tags ?? {});
    songs.add([
      ordinal,
      id,
      digest,
      title,
      description,
      null,
      "medium",
      null,
      null,
      releasedAt,
      bpm,
      "",
      "",
      tags,
      null,
      lyrics,
    ]);
    for (const [position, artist] of (line.artists ?? []).entries()) {
      artists.add([artist.id, artist.name, null, null]);
      songArtists.add([ordinal, position, artist.id]);
    }
    for (const [position, file] of (line.audio_files ?? []).entries()) {
      files.add([file.id, ordinal, position, file.description ?? "", null, file.duration ?? null, 0, null, null]);
    }
    ordinal++;
  }
  for (const rows of [songs, artists, songArtists, files]) rows.flush();
  sqlite.run("COMMIT");
  sqlite.close();
  return ordinal;
}

interface Rows {
  add(row: readonly SQLQueryBindings[]): void;
  flush(): void;
}

function rowsOf(sqlite: Database, table: string, columns: number): Rows {
  const row = `(${Array.from({ length: columns }, () => "?").join(", ")})`;
  const insert = `INSERT OR IGNORE INTO ${table} VALUES`;
  const many = sqlite.prepare(`${insert} ${Array.from({ length: ROWS_PER_STATEMENT }, () => row).join(", ")}`);
  const one = sqlite.prepare(`${insert} ${row}`);
  let waiting: SQLQueryBindings[] = [];
  return {
    add: (values) => {
      waiting.push(...values);
      if (waiting.length < ROWS_PER_STATEMENT * columns) return;
      many.run(...waiting);
      waiting = [];
    },
    flush: () => {
      for (let at = 0; at < waiting.length; at += columns) one.run(...waiting.slice(at, at + columns));
      waiting = [];
    },
  };
}
