import { presentSongs, type PresentedSongs, type Resource, type SongPresenting } from "../catalog/present-song.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { ApiKey } from "../keys/key.ts";
import type { Clock } from "../lib/clock.ts";
import { grantFor } from "../media/signed-url.ts";
import { songUri } from "./song-uri.ts";

const SHORT = [
  "title",
  "description",
  "energy",
  "explicit",
  "bpm",
  "key",
  "tags",
  "has_vocal_version",
  "has_instrumental_version",
] as const;
const FULL = ["lyrics", "isrc", "released_at", "playlist_ids", "stems", "rights"] as const;

/** Presents songs for a key, with links that are signed now. */
export type PresentSongs = (key: ApiKey, records: readonly SongRecord[]) => Promise<PresentedSongs>;

export function songPresenter(
  { signer, knownMedia }: SongPresenting,
  { db, clock }: { readonly db: Pick<ServiceDb, "read">; readonly clock: Clock },
): PresentSongs {
  return async (key, records) => {
    const known = await db.read(knownMedia(records));
    return presentSongs(records, known, { signer, key, grant: grantFor(key.id, null, clock.now()) });
  };
}

/** The view of songs that tools return: flat, with the names of artists, because models read it. */
export class SongViews {
  readonly #resources: ReadonlyMap<string, Resource>;

  /** @param included the resources of a presented list: songs, audio files and artists */
  constructor(included: readonly Resource[]) {
    this.#resources = new Map(included.map((resource) => [keyOf(resource.type, resource.id), resource]));
  }

  /** Without lyrics and files. Null for a song that is not among the resources. */
  short(id: string): object | null {
    const song = this.#resources.get(keyOf("songs", id));
    if (song === undefined) return null;
    const artists = this.#related(song, "artists").map(({ attributes }) => attributes["name"]);
    return { id, uri: songUri(id), artists, ...pick(song.attributes, SHORT) };
  }

  full(id: string): object | null {
    const song = this.#resources.get(keyOf("songs", id));
    const short = this.short(id);
    if (song === undefined || short === null) return null;
    const files = this.#related(song, "audio_files").map(fileView);
    return { ...short, ...pick(song.attributes, FULL), files };
  }

  /** Null for a file that cannot be played. */
  file(id: string | null): object | null {
    const file = id === null ? undefined : this.#resources.get(keyOf("audio_files", id));
    return file === undefined ? null : fileView(file);
  }

  #related({ relationships }: Resource, name: string): readonly Resource[] {
    const related = relationships?.[name]?.data ?? [];
    return related.flatMap(({ type, id }) => this.#resources.get(keyOf(type, id)) ?? []);
  }
}

export function viewsOf({ songs, included }: PresentedSongs): SongViews {
  return new SongViews([...songs, ...included]);
}

function fileView({ id, attributes }: Resource): object {
  const { versions, ...file } = attributes as { readonly versions: object };
  return { id, ...pick(file, ["description", "instrumental", "duration"]), ...versions };
}

function pick(from: object, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(from, name)]));
}

function keyOf(type: string, id: string): string {
  return `${type} ${id}`;
}
