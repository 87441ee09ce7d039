import { extname } from "node:path";
import { type ApiKey, isLive } from "../keys/key.ts";
import { isSoundRef } from "./sound-ref.ts";
import type { MediaTarget } from "./signed-url.ts";

/** The media of one audio file, as far as the catalog names any. Paths are media refs, whose endings are those of files. */
export interface FileMedia {
  readonly id: string;
  readonly wavPath: string | null;
  readonly mp3Path: string | null;
}

export interface Versions {
  readonly mp3: MediaTarget;
  /** Null where there is no lossless source, and always for a key that is not live. */
  readonly wav: MediaTarget | null;
}

/** Formats that lose nothing, by file name extension, with their media types. Of an M4A it is said where it is named as a song's WAV. */
const LOSSLESS_TYPES: Readonly<Record<string, string>> = {
  ".wav": "audio/wav",
  ".wave": "audio/wav",
  ".bwf": "audio/wav",
  ".aif": "audio/aiff",
  ".aiff": "audio/aiff",
  ".aifc": "audio/aiff",
  ".flac": "audio/flac",
  ".m4a": "audio/mp4",
};

/**
 * What a key may play of a file: full files for a live key, the watermarked MP3 for any other. Null for a file
 * without any media. An MP3 is linked to even while it is still to be made.
 */
export function versionsFor(file: FileMedia, key: ApiKey): Versions | null {
  if (file.wavPath === null && file.mp3Path === null) return null;
  const audioFileId = file.id;
  if (!isLive(key)) return { mp3: { kind: "watermarked", audioFileId }, wav: null };
  return { mp3: { kind: "mp3", audioFileId }, wav: losslessOf(file) === null ? null : { kind: "wav", audioFileId } };
}

/** The lossless source of a file with its media type; null when there is none, or when what is given as WAV is lossy. */
export function losslessOf(file: FileMedia): { readonly path: string; readonly contentType: string } | null {
  if (file.wavPath === null) return null;
  if (isSoundRef(file.wavPath)) return { path: file.wavPath, contentType: "audio/wav" };
  const contentType = LOSSLESS_TYPES[extname(file.wavPath).toLowerCase()];
  return contentType === undefined ? null : { path: file.wavPath, contentType };
}
