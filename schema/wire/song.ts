import { Type } from "@sinclair/typebox";
import { ENERGIES } from "../song.ts";
import { CLOSED, linkageTo, orNull, SelfLink } from "./jsonapi.ts";
import { ReasonFacts } from "./reason.ts";
import { Rights } from "./rights.ts";

const Words = Type.Array(Type.String());
const SignedUrl = Type.String({ format: "uri", description: "A signed URL, valid for 7 days." });

export const Song = Type.Object(
  {
    type: Type.Literal("songs"),
    id: Type.String(),
    attributes: Type.Object(
      {
        title: Type.String(),
        description: Type.String({ description: "Can be empty." }),
        energy: Type.Union(ENERGIES.map((energy) => Type.Literal(energy))),
        explicit: Type.Boolean(),
        lyrics: Type.String({ description: "Can be empty." }),
        isrc: orNull(
          Type.String({ pattern: "^[A-Z0-9]{12}$" }),
          "Null until the song is released to streaming platforms.",
        ),
        released_at: orNull(
          Type.Integer(),
          "When the song was released in the catalog, in Unix seconds; null if unknown.",
        ),
        bpm: orNull(Type.Integer(), "Beats per minute."),
        key: Type.Object({ name: Type.String(), mode: Type.String() }, CLOSED),
        tags: Type.Object({ genre: Words, mood: Words, instrument: Words, characteristic: Words }, CLOSED),
        playlist_ids: Type.Array(Type.Integer(), {
          description: "Public playlists, and private playlists granted to the key.",
        }),
        stems: orNull(
          SignedUrl,
          "Signed URL of the stems bundle. Null if the song has no stems, and for test and trial keys.",
        ),
        has_vocal_version: Type.Boolean({ description: "At least one file has lead vocals." }),
        has_instrumental_version: Type.Boolean({
          description: "At least one file is instrumental or has background vocals only.",
        }),
        rights: Type.Optional(Rights),
      },
      CLOSED,
    ),
    relationships: Type.Object({ audio_files: linkageTo("audio_files"), artists: linkageTo("artists") }, CLOSED),
    links: SelfLink,
  },
  {
    ...CLOSED,
    $id: "Song",
    description: "The primary audio file comes first in `audio_files`, the artists in billing order.",
  },
);

export const AudioFile = Type.Object(
  {
    type: Type.Literal("audio_files"),
    id: Type.String(),
    attributes: Type.Object(
      {
        description: Type.String({ description: "Can be empty." }),
        song_id: Type.String(),
        instrumental: Type.Boolean({ description: "The file has no lead vocals." }),
        duration: orNull(Type.Number(), "Seconds."),
        versions: Type.Object(
          {
            mp3: Type.String({
              format: "uri",
              description: "Signed URL of the MP3. For test and trial keys, the MP3 is watermarked.",
            }),
            wav: orNull(
              SignedUrl,
              "Signed URL of the WAV. Null if the song has no lossless file, and for test and trial keys.",
            ),
          },
          CLOSED,
        ),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "AudioFile" },
);

export const Artist = Type.Object(
  {
    type: Type.Literal("artists"),
    id: Type.String(),
    attributes: Type.Object(
      {
        name: Type.String(),
        image: orNull(
          Type.String({ format: "uri" }),
          "A public URL, which is not signed and does not expire; null without a picture.",
        ),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "Artist" },
);

const Companions = Type.Array(Type.Union([AudioFile, Artist]), {
  description: "Audio files, then artists, each once.",
});

/** `GET /v1/songs/:id` */
export const SongDocument = Type.Object({ data: Song, included: Companions }, { ...CLOSED, $id: "SongDocument" });

/** `GET /v1/songs` */
export const SongList = Type.Object(
  {
    data: Type.Array(Song),
    included: Companions,
    meta: Type.Object(
      { total: Type.Integer({ minimum: 0, description: "Songs that match the filters, on all pages." }) },
      CLOSED,
    ),
    links: Type.Object(
      {
        self: Type.String({ format: "uri" }),
        next: orNull(Type.String({ format: "uri" }), "The next page; null on the last page."),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "SongList" },
);

const Cosine = Type.Number({ minimum: -1, maximum: 1 });
const SoundLikeness = Type.Object(
  { feel: Cosine, harmony: Cosine, rhythm: Cosine, instruments: Cosine },
  { ...CLOSED, description: "By facet: 1 for the same, 0 for strangers on average, negative for opposites." },
);

const SimilarSong = Type.Object(
  {
    ...Song.properties,
    meta: Type.Object(
      {
        rank: Type.Integer({ minimum: 1 }),
        score: Type.Number({ minimum: 0, maximum: 1, description: "Comparable within one result only." }),
        reasons: Type.Array(Type.String(), {
          description:
            "What the two songs share, in words: how they sound, the artist, the rarest tags, and then tempo, key and energy, which do not count for the score.",
        }),
        reason_facts: Type.Array(ReasonFacts, { description: "Extension: the reasons as data, in the same order." }),
        sound: Type.Union([SoundLikeness, Type.Null()], {
          description:
            "How alike the two recordings sound. Null: one of them is not measured, so only tags and artists count.",
        }),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "SimilarSong" },
);

/** `GET /v1/songs/:id/similar` */
export const SimilarSongs = Type.Object(
  { data: Type.Array(SimilarSong, { description: "Most similar first." }), included: Companions, links: SelfLink },
  { ...CLOSED, $id: "SimilarSongs" },
);
