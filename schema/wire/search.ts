import { Type } from "@sinclair/typebox";
import { SEARCH_FAILURES } from "../errors.ts";
import { BriefDocument, HitMeta } from "./answer.ts";
import { CLOSED, orNull, SelfLink, Warned } from "./jsonapi.ts";
import { SoundWeights, WishChange } from "./refinement.ts";
import { Artist, AudioFile, Song } from "./song.ts";

const Excerpt = Type.Object(
  {
    start: Type.Number({ minimum: 0, description: "Seconds from the start of the file." }),
    end: Type.Number({ minimum: 0 }),
  },
  CLOSED,
);

/** Documentation only: src/search checks requests itself, in the contract's order and with its codes. */
export const SearchRequest = Type.Object(
  {
    data: Type.Object({
      type: Type.Literal("supervisor_searches"),
      attributes: Type.Object({
        query: Type.Optional(orNull(Type.String({ maxLength: 2_000 }), "The music to find, in natural language.")),
        context: Type.Optional(
          orNull(
            Type.String({ maxLength: 2_000 }),
            "The project or scene. If it is the only input, it needs at least 12 letters and digits.",
          ),
        ),
        asset_ids: Type.Optional(
          Type.Array(Type.String(), {
            maxItems: 100,
            description: "Up to 10 images, 1 video and 1 audio file that were uploaded before.",
          }),
        ),
        callback_url: Type.Optional(
          Type.String({
            maxLength: 2_048,
            format: "uri",
            description:
              "An HTTPS URL. The result is sent to it. Required with an API key; a session of the console can leave it out.",
          }),
        ),
        refines: Type.Optional(
          orNull(
            Type.String({ format: "uuid" }),
            "Extension: a completed search of this key. All that it asks for is kept, except what this request contradicts.",
          ),
        ),
        likes: Type.Optional(
          orNull(
            Type.Array(Type.String(), { maxItems: 20 }),
            "Extension: ids of songs to find similar ones to. They are not returned themselves.",
          ),
        ),
        dislikes: Type.Optional(
          orNull(
            Type.Array(Type.String(), { maxItems: 50 }),
            "Extension: ids of songs that are not returned; similar songs get a lower score.",
          ),
        ),
        wishes: Type.Optional(
          orNull(
            Type.Array(WishChange, { maxItems: 50 }),
            "Extension: changes to what is understood, by the ids in `brief.wishes`.",
          ),
        ),
        excerpt: Type.Optional(
          orNull(
            Excerpt,
            "Extension, for keys with the right `audio`: the part of the audio file that songs shall sound like, at least 10 seconds.",
          ),
        ),
        temp_track: Type.Optional(
          orNull(
            Type.Boolean(),
            "Extension, for keys with the right `audio`: songs shall sound like the sound of the film, too. False by default.",
          ),
        ),
        sound_weights: Type.Optional(
          orNull(
            SoundWeights,
            "Extension, for keys with the right `audio`: how much each facet of the sound counts, 0 to 10. By default 0.5 for the feel and 1 for the others. With it, the songs of `likes` count by their sound, too.",
          ),
        ),
      }),
    }),
  },
  {
    $id: "SearchRequest",
    description:
      "At least one of query, context, asset_ids and likes is required, or a change to the search that `refines` names.",
  },
);

const Inputs = {
  query: orNull(Type.String()),
  context: orNull(Type.String()),
  asset_ids: Type.Array(Type.String()),
  callback_url: Type.String(),
  // Present if the request has an extension.
  refines: Type.Optional(orNull(Type.String(), "The search that this one refines.")),
  likes: Type.Optional(Type.Array(Type.String())),
  dislikes: Type.Optional(Type.Array(Type.String())),
  wishes: Type.Optional(Type.Array(WishChange)),
  excerpt: Type.Optional(Excerpt),
  temp_track: Type.Optional(Type.Boolean()),
  sound_weights: Type.Optional(SoundWeights),
};

/** 202 */
export const AcceptedSearch = Type.Object(
  {
    data: Type.Object(
      {
        type: Type.Literal("supervisor_searches"),
        id: Type.String(),
        attributes: Type.Object({ status: Type.Literal("processing"), ...Inputs }, CLOSED),
        links: SelfLink,
      },
      CLOSED,
    ),
    ...Warned,
  },
  { ...CLOSED, $id: "AcceptedSearch" },
);

const RankedSong = Type.Object({ type: Type.Literal("songs"), id: Type.String(), meta: HitMeta }, CLOSED);

const RankedSongs = Type.Object(
  { songs: Type.Object({ data: Type.Array(RankedSong, { description: "In rank order." }) }, CLOSED) },
  CLOSED,
);

const completed = {
  status: Type.Literal("completed"),
  ...Inputs,
  completed_at: Type.String({ format: "date-time" }),
  brief: BriefDocument,
  catalog_version: Type.String(),
};

const failed = {
  status: Type.Literal("failed"),
  ...Inputs,
  completed_at: Type.String({ format: "date-time" }),
  error: Type.Object(
    { code: Type.Union(Object.keys(SEARCH_FAILURES).map((code) => Type.Literal(code))), detail: Type.String() },
    CLOSED,
  ),
};

/** The result document: the body of a cache hit, of GET, and of the webhook. */
export const SearchResult = Type.Object(
  {
    data: Type.Object(
      {
        type: Type.Literal("supervisor_searches"),
        id: Type.String(),
        attributes: Type.Union([Type.Object(completed, CLOSED), Type.Object(failed, CLOSED)]),
        relationships: RankedSongs,
        links: SelfLink,
      },
      CLOSED,
    ),
    included: Type.Array(Type.Union([Song, AudioFile, Artist]), {
      description: "Songs in rank order, then audio files, then artists, each once.",
    }),
    ...Warned,
  },
  { ...CLOSED, $id: "SearchResult" },
);
