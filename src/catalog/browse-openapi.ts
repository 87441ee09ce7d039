import { ArtistDocument, FacetList, PlaylistDocument, PlaylistList } from "../../schema/wire/browse.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { pageCursor, pageSize, pathParameter } from "../http/openapi/parameters.ts";
import { listFilters } from "./openapi.ts";

const SERVER = "http://127.0.0.1:4040";

const PLAYLIST = {
  type: "playlists",
  id: "5",
  attributes: { name: "Open road", public: true, songs: 48 },
  links: { self: `${SERVER}/v1/playlists/5` },
};

const FACETS = {
  data: [
    { type: "facets", id: "genre", attributes: { values: [{ value: "ambient", count: 812 }], more: 0 } },
    { type: "facets", id: "bpm", attributes: { values: [{ value: "60..79", count: 531 }], more: 0 } },
  ],
  meta: { total: 812 },
  links: { self: `${SERVER}/v1/facets?filter%5Bgenre%5D=ambient` },
};

const ARTIST = {
  data: {
    type: "artists",
    id: "nd-artist-3",
    attributes: { name: "Ada Field", image: `${SERVER}/v1/artists/nd-artist-3/image` },
    links: { self: `${SERVER}/v1/artists/nd-artist-3` },
  },
  meta: { songs: 14 },
};

export const browseOpenApi: OpenApiPart = {
  paths: {
    "/v1/facets": {
      get: {
        id: "listFacets",
        tag: "Songs",
        summary: "Count songs by facet",
        description:
          "For each facet, how many songs the list with the same filters has with each value. The values of a facet are alternatives, so its own filter does not change its counts. Tags are sorted by count and years from the newest; at most 200 values per facet.",
        credential: "key",
        parameters: listFilters,
        answers: { 200: { description: "The facets.", schema: FacetList, example: FACETS } },
        refusals: ["bad_parameter"],
      },
    },
    "/v1/playlists": {
      get: {
        id: "listPlaylists",
        tag: "Songs",
        summary: "List playlists",
        description: "Public playlists, and private playlists granted to the key, in the order of their ids.",
        credential: "key",
        parameters: [pageSize, pageCursor],
        answers: {
          200: {
            description: "A page of playlists.",
            schema: PlaylistList,
            example: { data: [PLAYLIST], meta: { total: 1 }, links: { self: `${SERVER}/v1/playlists`, next: null } },
          },
        },
        refusals: ["bad_parameter"],
      },
    },
    "/v1/playlists/{id}": {
      get: {
        id: "readPlaylist",
        tag: "Songs",
        summary: "Read a playlist",
        description: "`GET /v1/songs?filter[playlist]=ID` lists its songs.",
        credential: "key",
        parameters: [pathParameter("id", "The id of the playlist.")],
        answers: { 200: { description: "The playlist.", schema: PlaylistDocument, example: { data: PLAYLIST } } },
        refusals: ["not_found"],
      },
    },
    "/v1/artists/{id}": {
      get: {
        id: "readArtist",
        tag: "Songs",
        summary: "Read an artist",
        description: "`GET /v1/songs?filter[artist]=ID` lists the songs of the artist.",
        credential: "key",
        parameters: [pathParameter("id", "The id of the artist.")],
        answers: { 200: { description: "The artist.", schema: ArtistDocument, example: ARTIST } },
        refusals: ["not_found"],
      },
    },
  },
};
