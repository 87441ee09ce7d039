import { type TSchema, Type } from "@sinclair/typebox";
import { FACETS } from "../song.ts";
import { BriefDocument, HitMeta } from "./answer.ts";
import { CUT_ENDINGS, CutAttributes } from "./cut.ts";
import { CLOSED, orNull } from "./jsonapi.ts";
import { Song } from "./song.ts";

/** Inputs and outputs of the MCP tools, and the limits that their schemas state. */

const SONGS_MAX = 100;
const FACET_VALUES_MAX = 500;
const FIT_SECONDS_MAX = 36_000;
const ASSET_IDS_MAX = 100;
export const TEXT_MAX = 1_000;

/** Values that songs can be filtered by. */
export const LISTED_FACETS = [...FACETS, "energy", "key"] as const;
export type ListedFacet = (typeof LISTED_FACETS)[number];

/** Which version is preferred if no length is equal. */
const FITS = ["nearest", "not_shorter", "not_longer"] as const;

function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Union(
    values.map((value) => Type.Literal(value)),
    { description },
  );
}

export const Limit = (maximum: number, fallback: number, what: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, default: fallback, description: `Maximum number of ${what}.` }));

const SongId = Type.String({ minLength: 1, maxLength: TEXT_MAX, description: "The id of a song." });
const NotServed = Type.Array(Type.String(), { description: "What could not be served, in plain words." });

const songAttributes = Song.properties.attributes.properties;

const SongView = {
  id: Type.String(),
  uri: Type.String({ description: "The song as a resource." }),
  title: songAttributes.title,
  artists: Type.Array(Type.String(), { description: "In billing order." }),
  description: songAttributes.description,
  energy: songAttributes.energy,
  explicit: songAttributes.explicit,
  bpm: songAttributes.bpm,
  key: songAttributes.key,
  tags: songAttributes.tags,
  has_vocal_version: songAttributes.has_vocal_version,
  has_instrumental_version: songAttributes.has_instrumental_version,
};

const file = {
  id: Type.String(),
  description: Type.String(),
  instrumental: Type.Boolean({ description: "The file is known to have no lead vocals." }),
  duration: orNull(Type.Number(), "Seconds; null if unknown."),
  mp3: Type.String({ description: "Signed URL, valid for 7 days. Watermarked for test and trial keys." }),
  wav: orNull(Type.String(), "Signed URL; null if there is no lossless file, and for test and trial keys."),
};
const File = Type.Object(file, CLOSED);

export const SearchSongsInput = Type.Object(
  {
    query: Type.Optional(
      Type.String({
        description:
          "The music to find, in the user's own words and language; at most 2,000 characters. Requirements such as `no vocals`, `100 to 120 bpm` or `at least 90 seconds` are promises: no returned song is known to break one.",
      }),
    ),
    context: Type.Optional(
      Type.String({ description: "The scene or project, such as a part of a script; at most 2,000 characters." }),
    ),
    asset_ids: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: ASSET_IDS_MAX,
        description:
          "Ids of uploaded assets: up to 10 pictures and 1 film; with a key that has the right, also 1 audio file that the songs shall sound like.",
      }),
    ),
    limit: Limit(SONGS_MAX, 10, "songs"),
  },
  { ...CLOSED, description: "At least one of query, context and asset_ids." },
);

const Understood = Type.Object(
  {
    ...Type.Omit(BriefDocument, ["constraints", "unserved", "unserved_facts"]).properties,
    promises: Type.Array(Type.Object({ promise: Type.String(), from: Type.Array(Type.String()) }, CLOSED), {
      description: "The requirements that were understood, with the words that they come from.",
    }),
  },
  { ...CLOSED, description: "How the brief was understood." },
);

const Found = Type.Object(
  {
    ...SongView,
    rank: HitMeta.properties.rank,
    score: HitMeta.properties.score,
    band: HitMeta.properties.band,
    reasons: HitMeta.properties.reasons,
    promises: Type.Array(
      Type.Object(
        { promise: Type.String(), kept: oneOf(["met", "unknown", "failed"], "`unknown`: the catalog does not say.") },
        CLOSED,
      ),
    ),
    best_file: orNull(File, "The file that fits the brief best; null if none can be played."),
  },
  CLOSED,
);

export const SearchSongsOutput = Type.Object(
  {
    search_id: Type.String(),
    status: oneOf(["completed", "failed", "processing"], "`processing`: call read_search with the search_id later."),
    catalog_version: Type.Optional(Type.String()),
    understood: Type.Optional(Understood),
    not_served: NotServed,
    songs: Type.Array(Found, { description: "Best first." }),
    songs_left_off: Type.Integer({ description: "Further songs of the result, beyond the limit." }),
    error: Type.Optional(Type.Object({ code: Type.String(), detail: Type.String() }, CLOSED)),
    note: Type.Optional(Type.String()),
  },
  CLOSED,
);

export const ReadSearchInput = Type.Object(
  { search_id: Type.String({ maxLength: TEXT_MAX }), limit: Limit(SONGS_MAX, 10, "songs") },
  CLOSED,
);

export const SongInput = Type.Object({ song_id: SongId }, CLOSED);

export const SongOutput = Type.Object(
  {
    song: Type.Object(
      {
        ...SongView,
        lyrics: songAttributes.lyrics,
        isrc: songAttributes.isrc,
        released_at: songAttributes.released_at,
        playlist_ids: songAttributes.playlist_ids,
        stems: songAttributes.stems,
        rights: songAttributes.rights,
        files: Type.Array(File, { description: "Full versions, the primary one first, and then stems." }),
      },
      CLOSED,
    ),
  },
  CLOSED,
);

export const SimilarSongsInput = Type.Object(
  {
    song_id: SongId,
    filter: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: TEXT_MAX }), {
        maxProperties: 20,
        description:
          'Only songs that match, for example {"genre": "ambient,drone", "bpm": "60..90", "instrumental": "true"}. Names: genre, mood, instrument, characteristic, energy, bpm, key, artist, instrumental, explicit, one_stop, clearance, territory, samples, ai, exclusive, fee_class.',
      }),
    ),
    limit: Limit(SONGS_MAX, 10, "songs"),
  },
  CLOSED,
);

export const SimilarSongsOutput = Type.Object(
  { songs: Type.Array(Type.Object(SongView, CLOSED), { description: "Most similar first." }), not_served: NotServed },
  CLOSED,
);

export const ListFacetsInput = Type.Object(
  {
    facet: Type.Optional(oneOf(LISTED_FACETS, "Only this facet; all by default.")),
    contains: Type.Optional(Type.String({ maxLength: TEXT_MAX, description: "Only values with this text." })),
    limit: Limit(FACET_VALUES_MAX, 50, "values of each facet"),
  },
  CLOSED,
);

export const ListFacetsOutput = Type.Object(
  {
    catalog_version: Type.String(),
    songs: Type.Integer({ description: "Songs in the catalog." }),
    facets: Type.Array(
      Type.Object(
        {
          facet: oneOf(LISTED_FACETS, "The name of the facet."),
          values: Type.Array(Type.Object({ value: Type.String(), songs: Type.Integer() }, CLOSED), {
            description: "Most frequent first.",
          }),
          values_left_off: Type.Integer(),
        },
        CLOSED,
      ),
    ),
    not_served: NotServed,
  },
  CLOSED,
);

export const FitLengthInput = Type.Object(
  {
    song_id: SongId,
    seconds: Type.Number({ exclusiveMinimum: 0, maximum: FIT_SECONDS_MAX, description: "The length to fill." }),
    fit: Type.Optional(oneOf(FITS, "`nearest` by default.")),
    vocals: Type.Optional(oneOf(["instrumental", "lead"], "Only versions that are known to be so.")),
    ending: Type.Optional(oneOf(CUT_ENDINGS, "How a cut ends: `button` by default.")),
  },
  CLOSED,
);

const FittingVersion = Type.Object(
  {
    ...file,
    duration: Type.Number({ description: "Seconds." }),
    difference_seconds: Type.Number({ description: "Positive: the version is longer than asked." }),
    difference: Type.String({ description: "For example `2.5 s longer than asked`." }),
  },
  CLOSED,
);

export const FitLengthOutput = Type.Object(
  {
    song: Type.Object(SongView, CLOSED),
    best: orNull(FittingVersion, "Null if no version can serve the request; not_served says why."),
    others: Type.Array(FittingVersion, { description: "Other versions, nearest first. They can break the request." }),
    cut: orNull(
      Type.Omit(CutAttributes, ["source"], CLOSED),
      "A version whose bars are joined to exactly this length. Null if a version has it, or if there is no cut; not_served says why.",
    ),
    not_served: NotServed,
  },
  CLOSED,
);

/** A schema as plain JSON Schema. Ids are removed, because a schema of a tool stands alone. */
export function jsonSchemaOf(schema: TSchema): { readonly type: "object" } {
  return JSON.parse(JSON.stringify(schema, (name, value: unknown) => (name === "$id" ? undefined : value)));
}
