import { Type } from "@sinclair/typebox";
import {
  ChangedShortlist,
  ChangedShortlistEntry,
  NewShortlist,
  NewShortlistEntry,
  ShortlistDocument,
  ShortlistEntries,
  ShortlistEntryDocument,
  ShortlistExport,
  ShortlistList,
} from "../../schema/wire/shortlist.ts";
import type { OpenApiPart, Operation } from "../http/openapi/operation.ts";
import { pageCursor, pageSize, pathParameter } from "../http/openapi/parameters.ts";
import { ENTRIES_EXAMPLE, ENTRY_EXAMPLE, EXPORT_EXAMPLE, LIST_EXAMPLE, SHORTLIST_EXAMPLE } from "./openapi-examples.ts";

const NEW_SHORTLIST = {
  data: { type: "shortlists", attributes: { name: "Station farewell", note: "For the second cut." } },
};
const NEW_ENTRY = { data: { type: "shortlist_entries", attributes: { song_id: "1042", rating: 4, position: 1 } } };
const CHANGED_ENTRY = { data: { type: "shortlist_entries", attributes: { offset_seconds: -12.5, note: "" } } };
const CSV_EXAMPLE = "position,title,artists\r\n1,Glass Harbour,Ada Field\r\n";
const M3U8_EXAMPLE = "#EXTM3U\n#PLAYLIST:Station farewell\n# Not available: Ada Field - Glass Harbour\n";

const TAG = "Shortlists";
const id = pathParameter("id", "The id of the shortlist.");
const entry = pathParameter("entry", "The id of the entry.");
/** Refusals of every request with a JSON body. */
const BODY_REFUSALS = [
  "unsupported_media_type",
  "bodies_busy",
  "body_too_large",
  "body_too_slow",
  "malformed_json",
  "bad_request",
  "invalid_attribute",
] as const;

const shortlist = { schema: ShortlistDocument, example: { data: SHORTLIST_EXAMPLE } };
const oneEntry = { schema: ShortlistEntryDocument, example: { data: ENTRY_EXAMPLE, included: [] } };
const common = { tag: TAG, credential: "key" } as const;
const gone = { 204: { description: "Deleted." } };

function download(
  name: string,
  summary: string,
  type: string,
  {
    schema = Type.String(),
    ...more
  }: Partial<Operation> & { readonly schema?: Operation["body"] } & {
    readonly example?: object | string;
  } = {},
): Operation {
  const { refusals = [], parameters = [], description, example } = more;
  return {
    ...common,
    id: name,
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: [id, ...parameters],
    answers: {
      200: { description: summary, type, schema, ...(example === undefined ? {} : { example }) },
    },
    refusals: ["not_found", ...refusals],
  };
}

export const shortlistOpenApi: OpenApiPart = {
  tags: [{ name: TAG, description: "Lists of songs that a key, or a user of the console, keeps." }],
  paths: {
    "/v1/shortlists": {
      get: {
        ...common,
        id: "listShortlists",
        summary: "List the key's shortlists",
        parameters: [pageSize, pageCursor],
        answers: { 200: { description: "A page of shortlists.", schema: ShortlistList, example: LIST_EXAMPLE } },
        refusals: ["bad_parameter"],
      },
      post: {
        ...common,
        id: "createShortlist",
        summary: "Begin a shortlist",
        description: "A key can have 200 shortlists.",
        body: NewShortlist,
        bodyExample: NEW_SHORTLIST,
        answers: { 201: { description: "The new shortlist.", ...shortlist } },
        refusals: [...BODY_REFUSALS, "shortlists_full"],
      },
    },
    "/v1/shortlists/{id}": {
      get: {
        ...common,
        id: "readShortlist",
        summary: "Read a shortlist",
        parameters: [id],
        answers: { 200: { description: "The shortlist.", ...shortlist } },
        refusals: ["not_found"],
      },
      patch: {
        ...common,
        id: "changeShortlist",
        summary: "Change name or note of a shortlist",
        parameters: [id],
        body: ChangedShortlist,
        bodyExample: NEW_SHORTLIST,
        answers: { 200: { description: "The changed shortlist.", ...shortlist } },
        refusals: [...BODY_REFUSALS, "not_found"],
      },
      delete: {
        ...common,
        id: "deleteShortlist",
        summary: "Delete a shortlist with its entries",
        parameters: [id],
        answers: gone,
        refusals: ["not_found"],
      },
    },
    "/v1/shortlists/{id}/entries": {
      get: {
        ...common,
        id: "listShortlistEntries",
        summary: "Read all entries of a shortlist, with their songs",
        parameters: [id],
        answers: { 200: { description: "The entries.", schema: ShortlistEntries, example: ENTRIES_EXAMPLE } },
        refusals: ["not_found"],
      },
      post: {
        ...common,
        id: "addShortlistEntry",
        summary: "Add a song to a shortlist",
        description:
          "A shortlist can have 200 songs, each once: 200 answers with the entry of a song that is already in the shortlist, unchanged.",
        parameters: [id],
        body: NewShortlistEntry,
        bodyExample: NEW_ENTRY,
        answers: {
          200: { description: "The entry that the song has already.", ...oneEntry },
          201: { description: "The new entry.", ...oneEntry },
        },
        refusals: [...BODY_REFUSALS, "not_found", "song_unavailable", "asset_unavailable", "shortlist_full"],
      },
    },
    "/v1/shortlists/{id}/entries/{entry}": {
      patch: {
        ...common,
        id: "changeShortlistEntry",
        summary: "Move, rate or annotate an entry, or choose its version",
        description: "Attributes that the request does not have stay as they are. null removes an optional one.",
        parameters: [id, entry],
        body: ChangedShortlistEntry,
        bodyExample: CHANGED_ENTRY,
        answers: { 200: { description: "The changed entry.", ...oneEntry } },
        refusals: [...BODY_REFUSALS, "not_found", "song_unavailable", "asset_unavailable"],
      },
      delete: {
        ...common,
        id: "removeShortlistEntry",
        summary: "Remove an entry from a shortlist",
        parameters: [id, entry],
        answers: gone,
        refusals: ["not_found"],
      },
    },
    "/v1/shortlists/{id}/export.csv": {
      get: download("exportShortlistAsCsv", "A shortlist as CSV", "text/csv", {
        example: CSV_EXAMPLE,
        description: "A text that a spreadsheet would run as a formula begins with an apostrophe.",
      }),
    },
    "/v1/shortlists/{id}/export.json": {
      get: download("exportShortlistAsJson", "A shortlist as JSON", "application/json", {
        schema: ShortlistExport,
        example: EXPORT_EXAMPLE,
      }),
    },
    "/v1/shortlists/{id}/export.m3u8": {
      get: download("exportShortlistAsM3u8", "A shortlist as a playlist", "application/vnd.apple.mpegurl", {
        example: M3U8_EXAMPLE,
        description: "An extended M3U in UTF-8 with signed URLs, valid for 7 days.",
      }),
    },
    "/v1/shortlists/{id}/sheet": {
      get: download("showShortlistSheet", "A shortlist as a page to print", "text/html", {
        description: "In English, German, French or Spanish, by `Accept-Language`.",
      }),
    },
    "/v1/shortlists/{id}/files.zip": {
      get: download("downloadShortlistFiles", "The files of a shortlist as an archive", "application/zip", {
        description:
          "For live keys. Not compressed, at most 16 GiB, two at a time for a key. 503 means that a file is being generated.",
        schema: Type.String({ format: "binary" }),
        parameters: [
          {
            name: "format",
            in: "query",
            description: "`wav` gives the WAV of songs that have one, and the MP3 of others.",
            schema: { type: "string", enum: ["mp3", "wav"], default: "mp3" },
          },
        ],
        refusals: ["bad_parameter", "live_keys_only", "archive_too_large", "downloads_busy", "not_ready"],
      }),
    },
    "/shared/files/{name}": {
      get: {
        id: "readSharedPageFile",
        tag: TAG,
        summary: "A style sheet or script of the sheet and of shared pages",
        credential: "none",
        parameters: [pathParameter("name", "The name of the file.")],
        answers: {
          200: { description: "The file.", type: "text/css", schema: Type.String(), example: "h1 { margin: 0 }" },
        },
        refusals: ["not_found"],
      },
    },
  },
};
