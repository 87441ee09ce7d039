import { open } from "node:fs/promises";
import { AudioUnreadable } from "./audio-unreadable.ts";

/** ffmpeg demuxer names for supported audio containers. */
export type AudioDemuxer = "wav" | "w64" | "aiff" | "flac" | "ogg" | "mov" | "mp3" | "aac";

/** The share of the bytes in a RIFF or FORM header that must exist: some writers miscount their headers. */
const WHOLE = 0.98;
/** Sizes that mean "unknown" in a WAV written to a pipe, and "in another chunk" in RF64. */
const UNKNOWN_BYTES: ReadonlySet<number> = new Set([0, 0xff_ff_ff_ff]);
const HEAD_BYTES = 16;
const ID3_HEAD_BYTES = 10;

/**
 * Detects the container from the first bytes, whatever the file's name. Throws AudioUnreadable for other content and for
 * anything but a regular file (a pipe would never end), and file system errors.
 */
export async function demuxerOf(path: string): Promise<AudioDemuxer> {
  return (await inspect(path)).demuxer;
}

/**
 * Like `demuxerOf`, and also throws AudioUnreadable for a file that is shorter than its header states: ffmpeg would
 * decode half a song without an error, and its length would be wrong.
 */
export async function demuxerOfWholeFile(path: string): Promise<AudioDemuxer> {
  const { demuxer, head, byteSize } = await inspect(path);
  const stated = statedBytesOf(head, demuxer);
  if (stated === null || byteSize >= WHOLE * stated) return demuxer;
  throw new AudioUnreadable(`It is truncated: it has ${byteSize} of the ${stated} bytes that its header states.`);
}

async function inspect(path: string) {
  const file = await open(path, "r");
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new AudioUnreadable("It is not a file.");
    const headAt = async (at: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, at);
      return buffer.subarray(0, bytesRead);
    };
    const head = await headAt(0);
    if (head.length === 0) throw new AudioUnreadable("The file is empty.");
    const tagBytes = id3BytesOf(head);
    const demuxer = tagBytes === null ? sniff(head) : afterTag(sniff(await headAt(tagBytes)));
    if (demuxer === null) throw new AudioUnreadable("It is not a WAV, AIFF, FLAC, MP3, M4A, AAC or OGG file.");
    return { demuxer, head, byteSize: status.size };
  } finally {
    await file.close();
  }
}

function sniff(head: Buffer): AudioDemuxer | null {
  const textAt = (from: number, to: number): string => head.toString("latin1", from, to);
  const form = textAt(8, 12);
  if (["RIFF", "RF64", "BW64"].includes(textAt(0, 4)) && form === "WAVE") return "wav";
  if (textAt(0, 4) === "FORM" && (form === "AIFF" || form === "AIFC")) return "aiff";
  if (textAt(0, 4) === "riff" && textAt(4, 8) === ".\x91\xcf\x11") return "w64";
  if (textAt(0, 4) === "fLaC") return "flac";
  if (textAt(0, 4) === "OggS") return "ogg";
  if (textAt(4, 8) === "ftyp") return "mov";
  return mpegKindOf(head);
}

/** FLAC and AAC can have an ID3 tag too. */
function afterTag(found: AudioDemuxer | null): AudioDemuxer {
  return found === "flac" || found === "aac" ? found : "mp3";
}

function statedBytesOf(head: Buffer, demuxer: AudioDemuxer): number | null {
  if (head.length < 8 || (demuxer !== "wav" && demuxer !== "aiff")) return null;
  const size = demuxer === "wav" ? head.readUInt32LE(4) : head.readUInt32BE(4);
  return UNKNOWN_BYTES.has(size) ? null : size + 8;
}

/**
 * Detects an MPEG audio frame at the start. MP3: eleven bits set, then no reserved version, layer, bit rate or sample rate
 * (ISO 11172-3, 2.4.1.3). AAC as a stream (ADTS): twelve bits set and layer 0 (ISO 13818-7, 6.2).
 */
export function mpegKindOf(head: Uint8Array): "mp3" | "aac" | null {
  const [sync = 0, second = 0, third = 0] = head;
  if (sync !== 0xff || second < 0xe0) return null;
  const layer = (second >> 1) & 3;
  const version = (second >> 3) & 3;
  if (layer === 0) return second >= 0xf0 && ((third >> 2) & 15) < 13 ? "aac" : null;
  return version !== 1 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3 ? "mp3" : null;
}

/** Size of the ID3v2 tag at the start; null without one. Four times seven bits (id3.org, ID3v2.4, 3.1). */
function id3BytesOf(head: Buffer): number | null {
  if (head.toString("latin1", 0, 3) !== "ID3" || head.length < ID3_HEAD_BYTES) return null;
  return head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 127), 0) + ID3_HEAD_BYTES;
}
