import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { NO_FILTER } from "../catalog/song-filter.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import type { ApiKey } from "../keys/key.ts";
import type { PresentSongs } from "./song-view.ts";
import { SONG_URI_TEMPLATE, songIdIn, songUri } from "./song-uri.ts";

const PAGE_SONGS = 100;
const CURSOR = /^after:(\d{1,15})$/;
const MIME_TYPE = "application/json";

export interface SongResourcesDeps {
  readonly catalog: Pick<LiveCatalog, "current">;
  readonly present: PresentSongs;
}

/** The songs of the catalog as MCP resources, in the catalog's order. */
export class SongResources {
  readonly #deps: SongResourcesDeps;

  constructor(deps: SongResourcesDeps) {
    this.#deps = deps;
  }

  readonly templates = [
    {
      uriTemplate: SONG_URI_TEMPLATE,
      name: "song",
      title: "A song",
      description: "A song with its audio files and artists, as in GET /v1/songs/{id}. The id is percent-encoded.",
      mimeType: MIME_TYPE,
    },
  ];

  /** Returns a page, or null for an invalid cursor. */
  list(cursor: string | undefined) {
    const after = cursor === undefined ? null : CURSOR.exec(cursor)?.[1];
    if (after === undefined) return null;
    const db = this.#deps.catalog.current()?.db;
    const page = db?.listSongs(NO_FILTER, after === null ? null : Number(after), PAGE_SONGS) ?? {
      songs: [],
      next: null,
    };
    const resources = page.songs.map(listed);
    return page.next === null ? { resources } : { resources, nextCursor: `after:${page.next}` };
  }

  /** Returns a song, or null for an unknown URI. */
  async read(uri: string, key: ApiKey) {
    const id = songIdIn(uri);
    const record = id === null ? undefined : this.#deps.catalog.current()?.db.songsByIds([id]).get(id);
    if (record === undefined) return null;
    const { songs, included } = await this.#deps.present(key, [record]);
    return { contents: [{ uri, mimeType: MIME_TYPE, text: JSON.stringify({ data: songs[0], included }) }] };
  }
}

function listed({ id, title, artists }: SongRecord) {
  const by = artists.map(({ name }) => name).join(", ");
  return { uri: songUri(id), name: id, title: by === "" ? title : `${title} (${by})`, mimeType: MIME_TYPE };
}
