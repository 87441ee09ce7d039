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
  energy: "`very_low`, `low`, `medium` or `high`; several are separated by commas.",
  bpm: "A number or a range such as `118..124`.",
  key: "Name and mode, such as `A minor`.",
  artist: "Ids or names of artists, separated by commas.",
  instrumental: "`true`: at least one file of the song is instrumental or has background vocals only.",
  explicit: "`true` or `false`.",
};

const filters = FILTER_NAMES.map((name) => ({
  name: `filter[${name}]`,
  in: "query",
  description: FILTER_WORDS[name],
  schema: { type: "string" },
}));

const songId = pathParameter("id", "The id of the song.");

export const catalogOpenApi: OpenApiPart = {
  tags: [{ name: "Songs", description: "The songs of the catalog." }],
  paths: {
    "/v1/songs": {
      get: {
        id: "listSongs",
        tag: "Songs",
        summary: "List songs",
        description:
          "Songs are in the catalog's order, which stays the same across imports. A song must match all filters; several values of one filter, separated by commas, are alternatives.",
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
        answers: { 200: { description: "The song with its audio files and artists.", schema: SongDocument } },
        refusals: ["not_found"],
      },
    },
    "/v1/songs/{id}/similar": {
      get: {
        id: "listSimilarSongs",
        tag: "Songs",
        summary: "List similar songs",
        description:
          "Most similar first, without the song itself; a single page. If more than 2,000 songs match the filters, the result is chosen from the 1,000 most similar songs.",
        credential: "key",
        parameters: [songId, pageSize, ...filters],
        answers: { 200: { description: "Similar songs.", schema: SimilarSongs } },
        refusals: ["bad_parameter", "not_found"],
      },
    },
    "/v1/artists/{id}/image": {
      get: {
        id: "showArtistImage",
        tag: "Media",
        summary: "Read an artist's picture",
        description: "The picture from the catalog. The URL is public and does not expire.",
        credential: "none",
        parameters: [pathParameter("id", "The id of the artist."), range],
        answers: fileAnswers("image/*"),
        refusals: ["not_found", "range_not_satisfiable"],
      },
    },
  },
};
