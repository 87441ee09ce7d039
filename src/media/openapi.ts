import { Type } from "@sinclair/typebox";
import { PeaksDocument } from "../../schema/wire/peaks.ts";
import { StructureDocument } from "../../schema/wire/structure.ts";
import type { AnswerDescription, OpenApiPart, Operation } from "../http/openapi/operation.ts";
import { pathParameter, range } from "../http/openapi/parameters.ts";
import { WAIT_SECONDS_MAX } from "./wait.ts";

const Binary = Type.Unsafe<unknown>({ type: "string", format: "binary" });
const TEXT = { type: "string" };

/** The query of a signed URL. */
const signature = [
  {
    name: "key",
    in: "query",
    required: true,
    description: "The id of the API key.",
    schema: { type: "string", format: "uuid" },
  },
  { name: "token", in: "query", required: true, description: "The signature.", schema: TEXT },
  {
    name: "expires",
    in: "query",
    required: true,
    description: "When the URL expires, in Unix seconds.",
    schema: { type: "integer" },
  },
  { name: "search_id", in: "query", description: "The search that returned the link; not signed.", schema: TEXT },
];

/** How long to wait for a file. */
export const waitParameter = {
  name: "wait",
  in: "query",
  description: "How many seconds to wait for a file that has to be generated first, instead of five.",
  schema: { type: "integer", minimum: 1, maximum: WAIT_SECONDS_MAX },
};

const fileId = pathParameter("id", "The id of the audio file.");

/** The responses of an endpoint that serves a file. */
export function fileAnswers(type: string): Readonly<Record<number, AnswerDescription>> {
  return {
    200: { description: "The complete file.", type, schema: Binary },
    206: { description: "The requested range.", type, schema: Binary },
    304: { description: "The file has not changed." },
  };
}

function signed(id: string, summary: string, parameter: object, type: string): Operation {
  return {
    id,
    tag: "Media",
    summary,
    description: "A signed URL from a song or a search result. It supports GET and HEAD, without an API key.",
    credential: "none",
    parameters: [parameter, ...signature, waitParameter, range],
    answers: {
      ...fileAnswers(type),
      302: { description: "The file at the store of originals, if the operator has set redirects." },
    },
    refusals: ["forbidden_media", "not_found", "range_not_satisfiable", "not_ready"],
  };
}

/** Four of the 800 parts. */
const PEAKS = { duration: 183.2, peaks: [-12, 14, -88, 91, -120, 118, -3, 2] };

function waveform(id: string, summary: string, parameter: object): Operation {
  return {
    id,
    tag: "Media",
    summary,
    description: "The waveform, about 6 KB. It has an ETag. A waveform that is missing is generated first.",
    credential: "key",
    parameters: [parameter, waitParameter],
    answers: {
      200: { description: "The waveform.", type: "application/json", schema: PeaksDocument, example: PEAKS },
      304: { description: "The waveform has not changed." },
    },
    refusals: ["not_found", "not_ready"],
  };
}

/** A few of the bars. */
const STRUCTURE = {
  duration: 183.2,
  pulse: { bpm: 120, beats_per_bar: 4, confidence: 0.97 },
  beats: [0.02, 0.52, 1.02, 1.52, 2.02],
  downbeats: [0.02, 2.02],
  levels: [-18.3, -16.1],
  closes: [0.94, 0.21],
  sections: [{ from: 0, to: 16.02, label: "A", energy: 0.41 }],
  starts_at: 0,
  ends_at: 182.9,
  ending: "ring_out",
  loops: [{ from: 16.02, to: 32.02, likeness: 0.97 }],
  edits: [{ leave: 8, enter: 16, likeness: 0.95 }],
};

function structure(id: string, summary: string, parameter: object): Operation {
  return {
    id,
    tag: "Media",
    summary,
    description:
      "Beats, bars, sections, the ending, and where the music can be joined or repeated. It has an ETag. A structure that is missing is found first.",
    credential: "key",
    parameters: [parameter, waitParameter],
    answers: {
      200: { description: "The structure.", type: "application/json", schema: StructureDocument, example: STRUCTURE },
      304: { description: "The structure has not changed." },
    },
    refusals: ["not_found", "not_ready"],
  };
}

export const mediaOpenApi: OpenApiPart = {
  tags: [{ name: "Media", description: "Files behind signed URLs, and artists' pictures." }],
  paths: {
    "/v1/audio_files/{id}/full.mp3": { get: signed("playMp3", "Download the full MP3", fileId, "audio/mpeg") },
    "/v1/audio_files/{id}/full.wav": {
      get: signed("playWav", "Download the WAV, converted if the catalog has AIFF or FLAC", fileId, "audio/wav"),
    },
    "/v1/audio_files/{id}/watermarked.mp3": {
      get: signed("playWatermarked", "Download the watermarked MP3", fileId, "audio/mpeg"),
    },
    "/v1/audio_files/{id}/cuts/{name}": {
      get: {
        ...signed("playCut", "Download a cut of an audio file", fileId, "audio/mpeg"),
        parameters: [
          fileId,
          pathParameter("name", "Length, ending and form: `30.00-button.mp3`."),
          ...signature,
          range,
        ],
      },
    },
    "/v1/audio_files/{id}/peaks": { get: waveform("readPeaks", "Read the waveform of an audio file", fileId) },
    "/v1/songs/{id}/peaks": {
      get: waveform(
        "readSongPeaks",
        "Read the waveform of a song's first full version",
        pathParameter("id", "The id of the song."),
      ),
    },
    "/v1/audio_files/{id}/structure": {
      get: structure("readStructure", "Read the structure of an audio file", fileId),
    },
    "/v1/songs/{id}/structure": {
      get: structure(
        "readSongStructure",
        "Read the structure of a song's first full version",
        pathParameter("id", "The id of the song."),
      ),
    },
    "/v1/songs/{id}/stems.zip": {
      get: signed(
        "downloadStems",
        "Download the stems bundle",
        pathParameter("id", "The id of the song."),
        "application/zip",
      ),
    },
  },
};
