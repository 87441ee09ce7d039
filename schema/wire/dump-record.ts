import { type Static, Type } from "@sinclair/typebox";
import { AI_USES, CLEARANCES, QUOTES } from "../rights.ts";
import { ENERGIES, FACETS, VOCALS } from "../song.ts";

/**
 * The lines of a catalog dump (docs/catalog.md). A rejection quotes the description as "expected …".
 * The import checks what goes beyond the type (an ISRC, a path) and treats null as absent.
 */

/** A higher tempo is an error in the program that wrote the dump. */
const BPM_MAX = 1_000;

const Text = Type.String({ description: "text" });
const Flag = Type.Boolean({ description: "true or false" });
const Words = Type.Array(Text, { description: "a list of texts" });
const WholeId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "a whole number" });
const oneOf = <const Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      { description: `one of ${values.join(", ")}` },
    ),
  );

export const ArtistFields = Type.Object(
  { id: Type.Optional(Text), name: Type.Optional(Text), image: Type.Optional(Text) },
  { description: "an object with id, name and image" },
);
export type ArtistFields = Static<typeof ArtistFields>;

export const AudioFileFields = Type.Object(
  {
    id: Text,
    description: Type.Optional(Text),
    vocals: Type.Optional(oneOf(VOCALS)),
    duration: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9, description: "a number of seconds" })),
    stem: Type.Optional(Flag),
    wav: Type.Optional(Text),
    mp3: Type.Optional(Text),
  },
  { description: "an object with id, description, vocals, duration, stem, wav and mp3" },
);
export type AudioFileFields = Static<typeof AudioFileFields>;

export const KeyFields = Type.Object(
  { name: Type.Optional(Text), mode: Type.Optional(Text) },
  { description: "an object with name and mode" },
);

const [genre, mood, instrument, characteristic] = FACETS;
export const TagFields = Type.Object(
  {
    [genre]: Type.Optional(Words),
    [mood]: Type.Optional(Words),
    [instrument]: Type.Optional(Words),
    [characteristic]: Type.Optional(Words),
  },
  { description: `an object with the lists ${FACETS.join(", ")}` },
);

export const HolderFields = Type.Object(
  {
    name: Text,
    role: Type.Optional(Text),
    ipi: Type.Optional(Text),
    society: Type.Optional(Text),
    share: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: "percent, 0 to 100" })),
  },
  { description: "an object with name, role, ipi, society and share" },
);
export type HolderFields = Static<typeof HolderFields>;

export const RightsFields = Type.Object(
  {
    writers: Type.Optional(Type.Array(HolderFields, { description: "a list of writers" })),
    publishers: Type.Optional(Type.Array(HolderFields, { description: "a list of publishers" })),
    iswc: Type.Optional(Text),
    master_owner: Type.Optional(Text),
    one_stop: Type.Optional(Flag),
    clearance: Type.Optional(oneOf(CLEARANCES)),
    territories: Type.Optional(Words),
    excluded_territories: Type.Optional(Words),
    excluded_uses: Type.Optional(Words),
    fee_class: Type.Optional(Text),
    samples: Type.Optional(Type.Array(oneOf(QUOTES), { description: `a list of ${QUOTES.join(", ")}` })),
    ai: Type.Optional(oneOf(AI_USES)),
    exclusive: Type.Optional(Flag),
    exclusive_to: Type.Optional(Text),
    exclusive_until: Type.Optional(
      Type.Union([Type.Number({ minimum: -1e14, maximum: 1e14 }), Type.String()], {
        description: "a number of seconds since 1970, or a date such as 2027-01-31",
      }),
    ),
  },
  { description: "an object with the rights of a song" },
);
export type RightsFields = Static<typeof RightsFields>;

export const SongLine = Type.Object(
  {
    id: Text,
    title: Text,
    description: Type.Optional(Text),
    energy: Type.Optional(oneOf(ENERGIES)),
    explicit: Type.Optional(Flag),
    lyrics: Type.Optional(Text),
    isrc: Type.Optional(Text),
    released_at: Type.Optional(
      Type.Number({ minimum: -1e14, maximum: 1e14, description: "a number of seconds since 1970" }),
    ),
    bpm: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: BPM_MAX, description: `a number above 0 and up to ${BPM_MAX}` }),
    ),
    key: Type.Optional(KeyFields),
    tags: Type.Optional(TagFields),
    artists: Type.Optional(Type.Array(ArtistFields, { description: "a list of artists" })),
    audio_files: Type.Optional(Type.Array(AudioFileFields, { description: "a list of audio files" })),
    stems: Type.Optional(Text),
    playlists: Type.Optional(Type.Array(WholeId, { description: "a list of playlist ids" })),
    rights: Type.Optional(RightsFields),
  },
  { description: "a JSON object" },
);
export type SongLine = Static<typeof SongLine>;

export const PlaylistLine = Type.Object({
  playlist: Type.Object(
    { id: WholeId, name: Type.Optional(Text), public: Type.Optional(Flag) },
    { description: "an object with id, name and public" },
  ),
});
export type PlaylistLine = Static<typeof PlaylistLine>;

export const ArtistLine = Type.Object({ artist: ArtistFields });
export type ArtistLine = Static<typeof ArtistLine>;
