import { open } from "node:fs/promises";
import { MakingFailed } from "./making-failed.ts";

/** ffmpeg's names of the containers that audio is read in. */
export type AudioContainer = "wav" | "w64" | "aiff" | "flac" | "mp3" | "mov" | "ogg";

const HEAD_BYTES = 16;
const ID3_HEAD_BYTES = 10;

/**
 * What the first bytes say a file is, whatever its name says. Throws MakingFailed for anything else, and what the
 * file system says.
 */
export async function audioContainerOf(path: string): Promise<AudioContainer> {
  const file = await open(path, "r");
  try {
    // A pipe would never end, and a device is no music.
    if (!(await file.stat()).isFile()) throw new MakingFailed("It is not a file.");
    const headAt = async (at: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, at);
      return buffer.subarray(0, bytesRead);
    };
    const head = await headAt(0);
    if (head.length === 0) throw new MakingFailed("The file is empty.");
    const tagBytes = id3BytesOf(head);
    // FLAC may come behind tags that belong to MP3.
    const found = tagBytes === null ? sniff(head) : sniff(await headAt(tagBytes)) === "flac" ? "flac" : "mp3";
    if (found === null) throw new MakingFailed("It is no WAV, AIFF, FLAC, MP3, M4A or OGG file.");
    return found;
  } finally {
    await file.close();
  }
}

function sniff(head: Buffer): AudioContainer | null {
  const textAt = (from: number, to: number): string => head.toString("latin1", from, to);
  const form = textAt(8, 12);
  if (["RIFF", "RF64", "BW64"].includes(textAt(0, 4)) && form === "WAVE") return "wav";
  if (textAt(0, 4) === "FORM" && (form === "AIFF" || form === "AIFC")) return "aiff";
  if (textAt(0, 8) === "riff\x2e\x91\xcf\x11") return "w64";
  if (textAt(0, 4) === "fLaC") return "flac";
  if (textAt(0, 4) === "OggS") return "ogg";
  if (textAt(4, 8) === "ftyp") return "mov";
  return isMpegFrame(head) ? "mp3" : null;
}

/** Eleven bits set, then no reserved version, layer, bit rate or sample rate (ISO 11172-3, 2.4.1.3). */
function isMpegFrame([sync = 0, second = 0, third = 0]: Buffer): boolean {
  const hasVersionAndLayer = ((second >> 3) & 3) !== 1 && ((second >> 1) & 3) !== 0;
  return sync === 0xff && second >= 0xe0 && hasVersionAndLayer && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
}

/** How long the ID3v2 tag in front is, null where there is none: four times seven bits (id3.org, ID3v2.4, 3.1). */
function id3BytesOf(head: Buffer): number | null {
  if (head.toString("latin1", 0, 3) !== "ID3" || head.length < ID3_HEAD_BYTES) return null;
  return head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 127), 0) + ID3_HEAD_BYTES;
}
