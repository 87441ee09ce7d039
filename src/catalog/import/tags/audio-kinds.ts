import { open } from "node:fs/promises";
import { mpegKindOf } from "../../../audio/audio-demuxer.ts";

/** Endings of the audio files that an import reads. Lossless ones are sources of WAV and MP3, the others of MP3. */
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
const LOSSLESS: ReadonlySet<AudioContainer> = new Set(["riff", "aiff", "flac"]);
/** With this a frame begins. */
const SYNC = 0xff;
/** MP3 files may begin with silence or the rest of a stream; a frame is looked for this far. */
const HEAD_BYTES = 4_096;
/** ISO 14496-12: the brands and boxes stand behind a length of four bytes. */
const MP4_BOXES: ReadonlySet<string> = new Set(["ftyp", "moov", "mdat", "free", "wide"]);

/** Audio by its name that is not read: it is counted, so that nobody thinks it came in. */
const UNREAD_AUDIO = /\.(?:wave|w64|wma|ape|wv|mp2|mpc|caf|ac3|dsf|dff|tta|mka|aa|aax|amr)$/i;

/** "wma" of a file of audio that is not read; null for any other. */
export function unreadEndingOf(name: string): string | null {
  return UNREAD_AUDIO.exec(name)?.[0].slice(1).toLowerCase() ?? null;
}

/** Null for a file that is no audio by its name. */
export function endingOf(name: string): AudioEnding | null {
  const ending = /\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase();
  return AUDIO_ENDINGS.find((one) => one === ending) ?? null;
}

/** The name without an audio ending; any other dot belongs to the name. */
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

/** What a file is by its first bytes; null for nothing that is known here. */
export async function sniffAudio(path: string): Promise<AudioContainer | null> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return containerOfBytes(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function containerOfBytes(head: Buffer): AudioContainer | null {
  const word = (at: number): string => head.toString("latin1", at, at + 4);
  if (["RIFF", "RF64", "BW64"].includes(word(0)) && word(8) === "WAVE") return "riff";
  if (word(0) === "FORM" && ["AIFF", "AIFC"].includes(word(8))) return "aiff";
  if (word(0) === "fLaC") return "flac";
  if (word(0) === "OggS") return "ogg";
  if (MP4_BOXES.has(word(4))) return "mp4";
  if (word(0).startsWith("ID3")) return "mpeg";
  return hasMpegFrame(head) ? "mpeg" : null;
}

/**
 * Whether a frame of MPEG audio or ADTS begins somewhere, and another one like it follows where the head goes on far
 * enough: pictures have bytes that look like a first one.
 */
function hasMpegFrame(head: Buffer): boolean {
  for (let at = head.indexOf(SYNC); at >= 0 && at + 2 < head.length; at = head.indexOf(SYNC, at + 1)) {
    const kind = mpegKindOf(head.subarray(at, at + 3));
    if (kind === null || (kind === "mp3" && isFreeRate(head[at + 2] ?? 0))) continue;
    if (head.length < HEAD_BYTES || head.indexOf(head.subarray(at, at + 2), at + 3) >= 0) return true;
  }
  return false;
}

/** 0 leaves the bit rate open, which nobody does; zeros follow many a byte that looks like a sync. */
function isFreeRate(third: number): boolean {
  return third >> 4 === 0;
}
