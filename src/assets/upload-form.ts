import { type Refusal, Refused, refusal, refuse } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import { AUDIO_BYTES_MAX, FILM_BYTES_MAX, PICTURE_BYTES_MAX } from "./limits.ts";
import {
  acceptedType,
  AUDIO_TYPES,
  meaningOf,
  type MediaKind,
  plainType,
  type SniffedType,
  SUPPORTED_TYPES,
} from "./media-type.ts";
import type { ReceivedForm } from "./receive-form.ts";

/** The body of a request with a form, and the headers that describe it. */
export interface UploadedBody {
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  readonly body: ReadableStream<Uint8Array> | null;
}

export interface JudgedType {
  readonly sniffed: SniffedType;
  readonly contentType: string;
}

/** Throws Refused: 415 for a body that is not a multipart form, 400 without a body. */
export function formOf(request: UploadedBody): {
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;
} {
  const contentType = request.contentType ?? "";
  const coding = request.contentEncoding?.trim().toLowerCase() ?? "";
  if (plainType(contentType) !== "multipart/form-data") throw refuse("not_multipart");
  if (coding !== "" && coding !== "identity") {
    throw refuse("not_multipart", { detail: "Send the form without a Content-Encoding." });
  }
  if (request.body === null) throw refuse("bad_request", { detail: "The form has no part `file`." });
  return { contentType, body: request.body };
}

/** Checks a complete form: first that the file is not empty, then that its bytes match the declared type. */
export function judgeType({ sniffed, declaredType }: ReceivedForm): JudgedType {
  if (sniffed === null) throw refuse("empty_file");
  const contentType = acceptedType(declaredType, sniffed);
  if (contentType !== null) return { sniffed, contentType };
  throw new Refused([wrongType(declaredType, sniffed.type, { mayBeAudio: sniffed.kind === "audio" })]);
}

/** Says what was declared and what was found, because either can be the mistake. @param mayBeAudio whether the key may upload audio. */
export function wrongType(declared: string | null, found: string, { mayBeAudio = false } = {}): Refusal {
  const plain = meaningOf(declared);
  const shown = plain === null ? null : shorten(plain);
  const types: readonly string[] = mayBeAudio ? [...SUPPORTED_TYPES, ...AUDIO_TYPES] : SUPPORTED_TYPES;
  const isSupportedFile = types.includes(found);
  const declaration = shown === null ? "The file has no declared type" : `The file is declared as ${shown}`;
  const advice = isSupportedFile ? `Declare it as ${found}, or omit the type.` : `Send one of ${types.join(", ")}.`;
  const detail = `${declaration}, and its content is ${found}. ${advice}`;
  const source = { parameter: isSupportedFile ? "content_type" : "file" };
  return refusal("unsupported_format", { detail, source, meta: { declared: shown, found } });
}

export function bytesMaxOf(kind: MediaKind): number {
  return { image: PICTURE_BYTES_MAX, video: FILM_BYTES_MAX, audio: AUDIO_BYTES_MAX }[kind];
}

export function tooLarge({ kind }: SniffedType): Refused {
  return new Refused([refusal(`${kind}_size_exceeded`, { meta: { limit_bytes: bytesMaxOf(kind) } })], {
    connection: "close",
  });
}

/** The rest of the body is not read, so the connection cannot be used again. */
export function closing(one: Refusal): Refused {
  return new Refused([one], { connection: "close" });
}
