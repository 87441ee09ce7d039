import { extensionInRef } from "../../schema/media-ref.ts";
import { type ApiKey, isLive } from "../keys/key.ts";
import type { MediaTarget } from "./signed-url.ts";

/** The media of one audio file. Paths are media refs. */
export interface FileMedia {
  readonly id: string;
  readonly wavPath: string | null;
  readonly mp3Path: string | null;
}

export interface Versions {
  readonly mp3: MediaTarget;
  /** Null without a lossless source, and for every key that is not live. */
  readonly wav: MediaTarget | null;
}

/** Extensions of WAV files. */
export const WAV_EXTENSIONS: ReadonlySet<string> = new Set([".wav", ".wave", ".bwf"]);
/** Extensions of lossless formats. An M4A counts where the catalog names it as a song's WAV. */
const LOSSLESS_EXTENSIONS: ReadonlySet<string> = new Set([
  ...WAV_EXTENSIONS,
  ".aif",
  ".aiff",
  ".aifc",
  ".flac",
  ".m4a",
]);

/**
 * The versions of a file that a key can play: full files for a live key, the watermarked MP3 for any other. Null for a file
 * without media. Links to an MP3 exist before it is generated.
 */
export function versionsFor(file: FileMedia, key: ApiKey): Versions | null {
  if (file.wavPath === null && file.mp3Path === null) return null;
  const audioFileId = file.id;
  if (!isLive(key)) return { mp3: { kind: "watermarked", audioFileId }, wav: null };
  return { mp3: { kind: "mp3", audioFileId }, wav: losslessOf(file) === null ? null : { kind: "wav", audioFileId } };
}

/** The media ref of a file's lossless source; null without one, and if the file named as WAV is lossy. */
export function losslessOf({ wavPath }: FileMedia): string | null {
  return wavPath !== null && LOSSLESS_EXTENSIONS.has(extensionInRef(wavPath)) ? wavPath : null;
}
