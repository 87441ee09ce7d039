import { Type } from "@sinclair/typebox";
import type { AnswerDescription, Operation, Paths } from "./operation.ts";
import { pathParameter, range, signature } from "./parameters.ts";

const Binary = Type.Unsafe<unknown>({ type: "string", format: "binary" });
const fileId = pathParameter("id", "The id of the audio file.");

function file(type: string): Readonly<Record<number, AnswerDescription>> {
  return {
    200: { description: "The whole file.", type, schema: Binary },
    206: { description: "The range of it that was asked for.", type, schema: Binary },
    304: { description: "The client has it already." },
  };
}

function signed(id: string, summary: string, parameter: object, type: string): Operation {
  return {
    id,
    tag: "Media",
    summary,
    description: "An address out of a song or a search result, with its signature. GET and HEAD.",
    credential: "none",
    parameters: [parameter, ...signature, range],
    answers: file(type),
    refusals: ["forbidden_media", "not_found", "range_not_satisfiable", "not_ready"],
  };
}

export const mediaPaths: Paths = {
  "/v1/audio_files/{id}/full.mp3": { get: signed("playMp3", "The full MP3", fileId, "audio/mpeg") },
  "/v1/audio_files/{id}/full.wav": {
    get: signed("playWav", "The WAV, made of AIFF or FLAC where the catalog has that", fileId, "audio/wav"),
  },
  "/v1/audio_files/{id}/watermarked.mp3": {
    get: signed("playWatermarked", "The watermarked MP3", fileId, "audio/mpeg"),
  },
  "/v1/songs/{id}/stems.zip": {
    get: signed("downloadStems", "The stems bundle", pathParameter("id", "The id of the song."), "application/zip"),
  },
  "/v1/artists/{id}/image": {
    get: {
      id: "showArtistImage",
      tag: "Media",
      summary: "An artist's picture",
      description: "Public and without expiry, where the catalog brought a picture along.",
      credential: "none",
      parameters: [pathParameter("id", "The id of the artist."), range],
      answers: file("image/*"),
      refusals: ["not_found", "range_not_satisfiable"],
    },
  },
};
