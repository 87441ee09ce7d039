import { open } from "node:fs/promises";
import { type FileFormat, fileFormatOf, HEAD_BYTES } from "../lib/file-format/file-format.ts";
import { hasFrameCount } from "../lib/file-format/mpeg-frames.ts";
import { AudioUnreadable } from "./audio-unreadable.ts";

/** ffmpeg demuxer names for supported audio containers. */
export type AudioDemuxer = "wav" | "w64" | "aiff" | "flac" | "ogg" | "mov" | "mp3" | "aac";
/** With that of films that are not in the container of MP4. */
export type SoundDemuxer = AudioDemuxer | "matroska";

const DEMUXERS: Readonly<Partial<Record<FileFormat, AudioDemuxer>>> = {
  wav: "wav",
  w64: "w64",
  aiff: "aiff",
  flac: "flac",
  ogg: "ogg",
  "mp4-audio": "mov",
  mp4: "mov",
  mov: "mov",
  mp3: "mp3",
  aac: "aac",
};

/** The share of the bytes stated in a RIFF or FORM header that must exist: some writers miscount their headers. */
const COMPLETE_SHARE = 0.98;
/** An MP3 states its length if its encoder added a Xing or Info header. */
const STATES_LENGTH: Readonly<Record<Exclude<AudioDemuxer, "mp3">, boolean>> = {
  wav: false,
  w64: false,
  aiff: true,
  flac: true,
  mov: true,
  ogg: false,
  aac: false,
};
/** Sizes that mean "unknown" in a WAV written to a pipe, and "in another chunk" in RF64. */
const UNKNOWN_BYTES: ReadonlySet<number> = new Set([0, 0xff_ff_ff_ff]);
const ID3_HEAD_BYTES = 10;
/** Includes the Xing header of an MP3. */
const READ_BYTES = 128;

/**
 * Detects the container from the first bytes, whatever the file's name. Throws AudioUnreadable for other content and for
 * anything but a regular file (a read from a pipe could wait forever), and file system errors.
 */
export async function demuxerOf(path: string): Promise<AudioDemuxer> {
  return (await inspect(path)).demuxer;
}

/** What the first bytes of a file say about it. */
export interface AudioHead {
  readonly demuxer: AudioDemuxer;
  /** The share of the bytes stated in the header that exist; 1 if the header states no size. Below 1 the file is truncated. */
  readonly completeShare: number;
  /** Whether the header states the length. ffprobe estimates that of other files from their bytes. */
  readonly statesLength: boolean;
}

/** Like `demuxerOf`, with what the header states about the file's size and length. */
export async function readAudioHead(path: string): Promise<AudioHead> {
  const { demuxer, head, audio, byteSize } = await inspect(path);
  const stated = statedBytesOf(head, demuxer);
  const isComplete = stated === null || byteSize >= COMPLETE_SHARE * stated;
  return {
    demuxer,
    completeShare: isComplete ? 1 : byteSize / stated,
    statesLength: demuxer === "mp3" ? hasFrameCount(audio) : STATES_LENGTH[demuxer],
  };
}

async function inspect(path: string) {
  const file = await open(path, "r");
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new AudioUnreadable("It is not a file.");
    const headAt = async (at: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, at);
      return buffer.subarray(0, bytesRead);
    };
    const head = await headAt(0);
    if (head.length === 0) throw new AudioUnreadable("The file is empty.");
    const tagBytes = id3BytesOf(head);
    const audio = tagBytes === null ? head : await headAt(tagBytes);
    const demuxer = tagBytes === null ? demuxerFor(head) : demuxerAfterTag(audio);
    if (demuxer === null) throw new AudioUnreadable("It is not a WAV, AIFF, FLAC, MP3, M4A, AAC or OGG file.");
    return { demuxer, head, audio, byteSize: status.size };
  } finally {
    await file.close();
  }
}

function demuxerFor(head: Uint8Array): AudioDemuxer | null {
  const format = fileFormatOf(head.subarray(0, HEAD_BYTES));
  return format === null ? null : (DEMUXERS[format] ?? null);
}

/** FLAC and AAC files can begin with an ID3 tag, too; in any other file it is followed by MP3. */
function demuxerAfterTag(head: Uint8Array): AudioDemuxer {
  const format = fileFormatOf(head.subarray(0, HEAD_BYTES));
  return format === "flac" || format === "aac" ? format : "mp3";
}

function statedBytesOf(head: Buffer, demuxer: AudioDemuxer): number | null {
  if (head.length < 8 || (demuxer !== "wav" && demuxer !== "aiff")) return null;
  const size = demuxer === "wav" ? head.readUInt32LE(4) : head.readUInt32BE(4);
  return UNKNOWN_BYTES.has(size) ? null : size + 8;
}

/** Size of the ID3v2 tag at the start; null without one. Four times seven bits (id3.org, ID3v2.4, 3.1). */
function id3BytesOf(head: Buffer): number | null {
  if (head.toString("latin1", 0, 3) !== "ID3" || head.length < ID3_HEAD_BYTES) return null;
  return head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 127), 0) + ID3_HEAD_BYTES;
}
