import {
  EXAMPLE_SIMILAR_SONGS,
  EXAMPLE_SONG_AUDIO,
  EXAMPLE_SONG_DOCUMENT,
  EXAMPLE_SONG_LIST,
} from "../../schema/wire/examples/song.ts";
import { SongAudio } from "../../schema/wire/song-audio.ts";
import { SimilarSongs, SongDocument, SongList } from "../../schema/wire/song.ts";
import { LIKENESS_FACETS } from "../../schema/sound-descriptor.ts";
import { LIST_WEIGHT_MAX } from "../http/list-query.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import { pageCursor, pageOffset, pageSize, pathParameter, range } from "../http/openapi/parameters.ts";
import { fileAnswers } from "../media/openapi.ts";
import { PLAIN_WEIGHTS } from "../ranking/sound/compare.ts";
import { LIST_FILTER_NAMES, type ListFilterName } from "./listing/list-song-filter.ts";
import { SORT_FIELDS } from "./listing/song-order.ts";

const FILTER_WORDS: Readonly<Record<ListFilterName, string>> = {
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
  one_stop: "`true` or `false`, as the catalog states it: whether one licensor grants master and publishing.",
  clearance: "`pre_cleared` or `on_request`.",
  territory: "Countries by code or name, such as `DE`, or `WW`: songs that the catalog states can be licensed there.",
  samples: "`true` or `false`: whether the song has a sample or an interpolation of another one.",
  ai: "`human`, `with_ai` or `by_ai`; several are separated by commas.",
  exclusive:
    "`true` or `false`: whether the song is licensed exclusively today. A licence that has ended does not count.",
  fee_class: "Fee classes as the catalog names them, separated by commas.",
  harmonic:
    "A key with its mode, such as `A minor` or `8A`: songs in this key, its relative, or a key a fifth above or below.",
  duration: "Whole seconds of the first full version, or a range such as `30..60`, `180..` or `..45`.",
  released: "A date in UTC such as `2024-05-01`, or a range such as `2024-01-01..2024-06-30` or `2024-01-01..`.",
  year: "A year of the release such as `1987`, or a range such as `1980..1989`.",
  vocals: "`lead`, `background` or `none`: at least one full version has it. `unknown`: no full version says.",
  title: "Words of the title, or their beginnings; accents and case do not matter.",
  isrc: "ISRCs, separated by commas.",
  playlist: "Ids of playlists that the key can see, separated by commas.",
  id: "Ids of at most 100 songs, separated by commas.",
};

const describeFilter = (name: ListFilterName) => ({
  name: `filter[${name}]`,
  in: "query",
  description: FILTER_WORDS[name],
  schema: { type: "string" },
});

export const listFilters = LIST_FILTER_NAMES.map(describeFilter);

const sort = {
  name: "sort",
  in: "query",
  description: "A field, with a minus sign for the descending order. Songs without a value come last.",
  schema: { type: "string", enum: SORT_FIELDS.flatMap((field) => [field, `-${field}`]) },
};

const likenessWeights = LIKENESS_FACETS.map((facet) => ({
  name: `weight[${facet}]`,
  in: "query",
  description: `How much the ${facet} of the sound counts. With 0 for all facets only tags and artists count.`,
  schema: { type: "number", minimum: 0, maximum: LIST_WEIGHT_MAX, default: PLAIN_WEIGHTS[facet] },
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
          "Without `sort`, songs are in the catalog's order, which stays the same across imports. A song must match all filters; several values of one filter, separated by commas, are alternatives.",
        credential: "key",
        parameters: [pageSize, pageCursor, pageOffset, sort, ...listFilters],
        answers: { 200: { description: "A page of songs.", schema: SongList, example: EXAMPLE_SONG_LIST } },
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
        answers: {
          200: {
            description: "The song with its audio files and artists.",
            schema: SongDocument,
            example: EXAMPLE_SONG_DOCUMENT,
          },
        },
        refusals: ["not_found"],
      },
    },
    "/v1/songs/{id}/audio": {
      get: {
        id: "readSongAudio",
        tag: "Songs",
        summary: "Read which files of a song are stems, and how loud they are",
        credential: "key",
        parameters: [songId],
        answers: {
          200: {
            description: "The files of the song that have media.",
            schema: SongAudio,
            example: EXAMPLE_SONG_AUDIO,
          },
        },
        refusals: ["not_found"],
      },
    },
    "/v1/songs/{id}/similar": {
      get: {
        id: "listSimilarSongs",
        tag: "Songs",
        summary: "List similar songs",
        description:
          "Most similar first, without the song itself; a single page. Songs are compared by sound, if both are measured, and by tags and artists. If more than 2,000 songs match the filters, the result is chosen from the 1,000 most similar songs.",
        credential: "key",
        parameters: [songId, pageSize, ...likenessWeights, ...listFilters],
        answers: { 200: { description: "Similar songs.", schema: SimilarSongs, example: EXAMPLE_SIMILAR_SONGS } },
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
