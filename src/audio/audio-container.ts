import { open } from "node:fs/promises";
import { AudioUnreadable } from "./audio-unreadable.ts";

/** ffmpeg's names of the containers that audio is read in. */
export type AudioContainer = "wav" | "w64" | "aiff" | "flac" | "ogg" | "mov" | "mp3" | "aac";

/** Of what a RIFF or FORM header promises, what must be there: some writers miscount by their own headers. */
const WHOLE = 0.98;
/** What stands for "unknown" in the header of a WAV that was written to a pipe, and for "see elsewhere" in RF64. */
const UNKNOWN_BYTES: ReadonlySet<number> = new Set([0, 0xff_ff_ff_ff]);
const HEAD_BYTES = 16;
const ID3_HEAD_BYTES = 10;

/**
 * What the first bytes say a file is, whatever its name says. Only files are looked at: a pipe would never end.
 * Throws AudioUnreadable for anything else, and what the file system says.
 */
export async function audioContainerOf(path: string): Promise<AudioContainer> {
  return (await lookAt(path)).container;
}

/**
 * The same of a file that is whole: ffmpeg would read what there is of a shorter one, and half a song would have half a
 * song's length. Throws AudioUnreadable for one shorter than its own header says, too.
 */
export async function wholeAudioContainerOf(path: string): Promise<AudioContainer> {
  const { container, head, byteSize } = await lookAt(path);
  const promised = promisedBytesOf(head, container);
  if (promised === null || byteSize >= WHOLE * promised) return container;
  throw new AudioUnreadable(`It breaks off: ${byteSize} of the ${promised} bytes that it says it has are there.`);
}

async function lookAt(path: string) {
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
    const container = tagBytes === null ? sniff(head) : behindTag(sniff(await headAt(tagBytes)));
    if (container === null) throw new AudioUnreadable("It is no WAV, AIFF, FLAC, MP3, M4A, AAC or OGG file.");
    return { container, head, byteSize: status.size };
  } finally {
    await file.close();
  }
}

function sniff(head: Buffer): AudioContainer | null {
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

/** FLAC and AAC may come behind tags that belong to MP3. */
function behindTag(found: AudioContainer | null): AudioContainer {
  return found === "flac" || found === "aac" ? found : "mp3";
}

function promisedBytesOf(head: Buffer, container: AudioContainer): number | null {
  if (head.length < 8 || (container !== "wav" && container !== "aiff")) return null;
  const size = container === "wav" ? head.readUInt32LE(4) : head.readUInt32BE(4);
  return UNKNOWN_BYTES.has(size) ? null : size + 8;
}

/**
 * What a frame of MPEG audio at the very beginning is of. MP3: eleven bits set, then neither a reserved version, layer,
 * bit rate nor sample rate (ISO 11172-3, 2.4.1.3). AAC as a stream (ADTS): twelve bits set and no layer (ISO 13818-7, 6.2).
 */
export function mpegKindOf(head: Uint8Array): "mp3" | "aac" | null {
  const [sync = 0, second = 0, third = 0] = head;
  if (sync !== 0xff || second < 0xe0) return null;
  const layer = (second >> 1) & 3;
  const version = (second >> 3) & 3;
  if (layer === 0) return second >= 0xf0 && ((third >> 2) & 15) < 13 ? "aac" : null;
  return version !== 1 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3 ? "mp3" : null;
}

/** How long the ID3v2 tag in front is, null where there is none: four times seven bits (id3.org, ID3v2.4, 3.1). */
function id3BytesOf(head: Buffer): number | null {
  if (head.toString("latin1", 0, 3) !== "ID3" || head.length < ID3_HEAD_BYTES) return null;
  return head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 127), 0) + ID3_HEAD_BYTES;
}
