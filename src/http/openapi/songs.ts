import { SimilarSongs, SongDocument, SongList } from "../../../schema/wire/song.ts";
import type { Paths } from "./operation.ts";
import { filters, pageCursor, pageSize, pathParameter } from "./parameters.ts";

const songId = pathParameter("id", "The id of the song.");

export const songPaths: Paths = {
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
};
