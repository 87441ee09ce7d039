import { type Static, type TObject, Type } from "@sinclair/typebox";
import { CLOSED, orNull, SelfLink } from "./jsonapi.ts";
import { Artist, AudioFile, Song } from "./song.ts";
import { Rights } from "./rights.ts";

const OFFSET_SECONDS_MAX = 86_400;

const Name = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`,
  description: "a name of 1 to 120 characters on one line",
});
const Note = Type.String({
  maxLength: 2_000,
  pattern: String.raw`^[^\u0000]*$`,
  description: "a text of at most 2,000 characters",
});
const Id = Type.String({ minLength: 1, maxLength: 512, pattern: String.raw`^[^\u0000]*$`, description: "an id" });
const Position = Type.Integer({ minimum: 1, maximum: 1_000_000, description: "a whole number from 1" });
const Rating = Type.Integer({ minimum: 0, maximum: 5, description: "a whole number from 0 (not rated) to 5" });
const Offset = Type.Number({
  minimum: -OFFSET_SECONDS_MAX,
  maximum: OFFSET_SECONDS_MAX,
  description: "seconds from -86,400 to 86,400",
});

/** What a request can set of a shortlist. A refusal quotes the descriptions as "expected …". */
export const ShortlistAttributes = Type.Object({ name: Name, note: Type.Optional(Note) }, CLOSED);
export type ShortlistAttributes = Static<typeof ShortlistAttributes>;

const entryAttributes = {
  position: Type.Optional(Position),
  note: Type.Optional(Note),
  rating: Type.Optional(Rating),
  audio_file_id: Type.Optional(orNull(Id, "the id of an audio file of the song, or null")),
  asset_id: Type.Optional(orNull(Id, "the id of an uploaded film or picture, or null")),
  offset_seconds: Type.Optional(orNull(Offset, "seconds from -86,400 to 86,400, or null")),
};
/** What a request can set of an entry. A position beyond the end is the end. */
export const EntryAttributes = Type.Object({ song_id: Id, ...entryAttributes }, CLOSED);
export type EntryAttributes = Static<typeof EntryAttributes>;
export const EntryChanges = Type.Object(entryAttributes, CLOSED);
export type EntryChanges = Static<typeof EntryChanges>;

export const ShortlistChanges = Type.Partial(ShortlistAttributes);
export type ShortlistChanges = Static<typeof ShortlistChanges>;

export const NewShortlist = bodyOf("NewShortlist", "shortlists", ShortlistAttributes);
export const ChangedShortlist = bodyOf("ChangedShortlist", "shortlists", ShortlistChanges);
export const NewShortlistEntry = bodyOf("NewShortlistEntry", "shortlist_entries", EntryAttributes);
export const ChangedShortlistEntry = bodyOf("ChangedShortlistEntry", "shortlist_entries", EntryChanges);

function bodyOf($id: string, type: string, attributes: TObject) {
  return Type.Object({ data: Type.Object({ type: Type.Literal(type), attributes }) }, { $id });
}

const DateTime = Type.String({ format: "date-time" });

const Shortlist = Type.Object(
  {
    type: Type.Literal("shortlists"),
    id: Type.String({ format: "uuid" }),
    attributes: Type.Object(
      {
        name: Type.String(),
        note: Type.String({ description: "Can be empty." }),
        entries: Type.Integer({ minimum: 0, description: "Number of entries." }),
        created_at: DateTime,
        updated_at: Type.String({
          format: "date-time",
          description: "The last change of the shortlist or of an entry.",
        }),
      },
      CLOSED,
    ),
    links: SelfLink,
  },
  { ...CLOSED, $id: "Shortlist" },
);

export const ShortlistDocument = Type.Object({ data: Shortlist }, { ...CLOSED, $id: "ShortlistDocument" });

/** `GET /v1/shortlists` */
export const ShortlistList = Type.Object(
  {
    data: Type.Array(Shortlist, { description: "Newest first." }),
    links: Type.Object(
      {
        self: Type.String({ format: "uri" }),
        next: orNull(Type.String({ format: "uri" }), "The next page; null on the last page."),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "ShortlistList" },
);

const Availability = Type.Union([Type.Literal("available"), Type.Literal("retired"), Type.Literal("removed")], {
  description:
    "`retired`: the catalog does not have the song any more. `removed`: the operator took it down. The entry stays, and the song is available again when the catalog has it again.",
});

const shown = {
  position: Type.Integer({ minimum: 1 }),
  song_id: Type.String(),
  title: Type.String({ description: "Of a song that is not available, its last known title." }),
  artists: Type.Array(Type.String()),
  note: Type.String({ description: "Can be empty." }),
  rating: Type.Integer({ minimum: 0, maximum: 5, description: "0 if not rated." }),
  audio_file_id: orNull(Type.String(), "The chosen version; null for the song's first one."),
  asset_id: orNull(Type.String(), "The film or picture that the offset is for."),
  offset_seconds: orNull(Type.Number(), "Where the song begins in the film. Negative: it begins within the song."),
  availability: Availability,
  added_at: DateTime,
};

const ShortlistEntry = Type.Object(
  {
    type: Type.Literal("shortlist_entries"),
    id: Type.String({ format: "uuid" }),
    attributes: Type.Object(shown, CLOSED),
    relationships: Type.Object(
      {
        song: Type.Object(
          {
            data: orNull(
              Type.Object({ type: Type.Literal("songs"), id: Type.String() }, CLOSED),
              "Null if the song is not available.",
            ),
          },
          CLOSED,
        ),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "ShortlistEntry" },
);

const Included = Type.Array(Type.Union([Song, AudioFile, Artist]), {
  description: "The available songs with their audio files and artists, each once.",
});

export const ShortlistEntryDocument = Type.Object(
  { data: ShortlistEntry, included: Included },
  { ...CLOSED, $id: "ShortlistEntryDocument" },
);

/** `GET /v1/shortlists/:id/entries`: all entries. */
export const ShortlistEntries = Type.Object(
  { data: Type.Array(ShortlistEntry, { description: "In their order." }), included: Included, links: SelfLink },
  { ...CLOSED, $id: "ShortlistEntries" },
);

const { song_id, title, artists, position, note, rating, audio_file_id, asset_id, offset_seconds } = shown;

/** `GET /v1/shortlists/:id/export.json` */
export const ShortlistExport = Type.Object(
  {
    shortlist: Type.Object(
      { id: Type.String({ format: "uuid" }), name: Type.String(), note: Type.String(), exported_at: DateTime },
      CLOSED,
    ),
    entries: Type.Array(
      Type.Object(
        {
          position,
          song_id,
          title,
          artists,
          rating,
          note,
          audio_file_id,
          asset_id,
          offset_seconds,
          availability: Availability,
          version: Type.String({ description: "The description of the audio file. Can be empty." }),
          duration: orNull(Type.Number(), "Seconds."),
          bpm: orNull(Type.Integer()),
          key: Type.String({ description: "Such as `A minor`; empty if unknown." }),
          isrc: orNull(Type.String()),
          rights: Type.Optional(Rights),
          mp3: orNull(Type.String({ format: "uri" }), "A signed URL, valid for 7 days."),
          wav: orNull(Type.String({ format: "uri" }), "A signed URL, valid for 7 days."),
        },
        CLOSED,
      ),
    ),
  },
  { ...CLOSED, $id: "ShortlistExport" },
);
export type ShortlistExport = Static<typeof ShortlistExport>;
