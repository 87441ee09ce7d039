import { type FileFormat, fileFormatOf, HEAD_BYTES_MAX } from "../../../lib/file-format/file-format.ts";
import { hasMpegFrames } from "../../../lib/file-format/mpeg-frames.ts";
import { readHead } from "../../../lib/file-format/read-head.ts";

/** Extensions of the audio files that an import reads. */
export const AUDIO_ENDINGS = [
  "wav",
  "bwf",
  "aif",
  "aiff",
  "aifc",
  "flac",
  "mp3",
  "m4a",
  "mp4",
  "aac",
  "ogg",
  "oga",
  "opus",
] as const;
export type AudioEnding = (typeof AUDIO_ENDINGS)[number];
export type AudioContainer = "riff" | "aiff" | "flac" | "mpeg" | "mp4" | "ogg";

const CONTAINERS: Readonly<Record<AudioEnding, AudioContainer>> = {
  wav: "riff",
  bwf: "riff",
  aif: "aiff",
  aiff: "aiff",
  aifc: "aiff",
  flac: "flac",
  mp3: "mpeg",
  m4a: "mp4",
  mp4: "mp4",
  aac: "mpeg",
  ogg: "ogg",
  oga: "ogg",
  opus: "ogg",
};
/** WAV and MP3 downloads are generated from these; from the other containers, only MP3. */
const LOSSLESS: ReadonlySet<AudioContainer> = new Set(["riff", "aiff", "flac"]);
/** Formats with an unambiguous signature. MP3 and AAC files can start with other bytes, so we search for their frames. */
const FORMAT_CONTAINERS: Readonly<Partial<Record<FileFormat, AudioContainer>>> = {
  wav: "riff",
  aiff: "aiff",
  flac: "flac",
  ogg: "ogg",
  "mp4-audio": "mp4",
  mp4: "mp4",
  mov: "mp4",
  quicktime: "mp4",
  id3: "mpeg",
};

/** Extensions of audio files that an import does not read. It counts them for its report. */
const UNSUPPORTED_AUDIO = /\.(?:wave|w64|wma|ape|wv|mp2|mpc|caf|ac3|dsf|dff|tta|mka|aa|aax|amr)$/i;

/** Returns the extension of an unsupported audio file, such as "wma"; null for other files. */
export function unreadEndingOf(name: string): string | null {
  return UNSUPPORTED_AUDIO.exec(name)?.[0].slice(1).toLowerCase() ?? null;
}

/** Returns the extension of a supported audio file; null for other files. */
export function endingOf(name: string): AudioEnding | null {
  const ending = /\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase();
  return AUDIO_ENDINGS.find((one) => one === ending) ?? null;
}

/** Returns the name without its extension if that is a supported one; any other dot belongs to the name. */
export function withoutEnding(name: string): string {
  const ending = endingOf(name);
  return ending === null ? name : name.slice(0, -ending.length - 1);
}

export function containerOf(ending: AudioEnding): AudioContainer {
  return CONTAINERS[ending];
}

export function isLossless(ending: AudioEnding): boolean {
  return LOSSLESS.has(CONTAINERS[ending]);
}

/** Detects the container of an audio file from its first bytes; null for other content. Throws file system errors. */
export async function sniffAudio(path: string): Promise<AudioContainer | null> {
  const head = await readHead(path, HEAD_BYTES_MAX);
  const format = fileFormatOf(head);
  const container = format === null ? undefined : FORMAT_CONTAINERS[format];
  return container ?? (hasMpegFrames(head, head.length < HEAD_BYTES_MAX) ? "mpeg" : null);
}
