import { SimilarSongs, SongDocument, SongList } from "../../schema/wire/song.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { pageCursor, pageSize, pathParameter, range } from "../http/openapi/parameters.ts";
import { fileAnswers } from "../media/openapi.ts";
import { FILTER_NAMES, type FilterName } from "./song-filter.ts";

const FILTER_WORDS: Readonly<Record<FilterName, string>> = {
  genre: "Tags, separated by commas.",
  mood: "Tags, separated by commas.",
  instrument: "Tags, separated by commas.",
  characteristic: "Tags, separated by commas.",
  energy: "`very_low`, `low`, `medium`, `high`.",
  bpm: "A number or a range such as `118..124`.",
  key: "Name and mode, such as `A minor`.",
  artist: "Ids or names of artists.",
  instrumental: "`true`: any file of the song is instrumental or has background vocals only.",
  explicit: "`true` or `false`.",
};

/** All filters apply; the values of one, separated by commas, are alternatives. */
const filters = FILTER_NAMES.map((name) => ({
  name: `filter[${name}]`,
  in: "query",
  description: FILTER_WORDS[name],
  schema: { type: "string" },
}));

const songId = pathParameter("id", "The id of the song.");

export const catalogOpenApi: OpenApiPart = {
  tags: [{ name: "Songs", description: "The catalog itself." }],
  paths: {
    "/v1/songs": {
      get: {
        id: "listSongs",
        tag: "Songs",
        summary: "List songs",
        description: "In the catalog's own order. Several filters all apply; the values of one are alternatives.",
        credential: "key",
        parameters: [pageSize, pageCursor, ...filters],
        answers: { 200: { description: "A page of songs.", schema: SongList } },
        refusals: ["bad_parameter"],
      },
    },
    "/v1/songs/{id}": {
      get: {
        id: "readSong",
        tag: "Songs",
        summary: "Read a song",
        credential: "key",
        parameters: [songId],
        answers: { 200: { description: "The song with its files and artists.", schema: SongDocument } },
        refusals: ["not_found"],
      },
    },
    "/v1/songs/{id}/similar": {
      get: {
        id: "listSimilarSongs",
        tag: "Songs",
        summary: "List songs like one",
        description: "The likest first, without the song itself. Filters choose among the 500 likest.",
        credential: "key",
        parameters: [songId, pageSize, ...filters],
        answers: { 200: { description: "Songs like it.", schema: SimilarSongs } },
        refusals: ["bad_parameter", "not_found"],
      },
    },
    "/v1/artists/{id}/image": {
      get: {
        id: "showArtistImage",
        tag: "Media",
        summary: "An artist's picture",
        description: "Public and without expiry, where the catalog brought a picture along.",
        credential: "none",
        parameters: [pathParameter("id", "The id of the artist."), range],
        answers: fileAnswers("image/*"),
        refusals: ["not_found", "range_not_satisfiable"],
      },
    },
  },
};
