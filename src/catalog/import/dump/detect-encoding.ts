import { isUtf8 } from "node:buffer";

export type TextEncodingName = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "latin-1";

/** Names for reports. */
export const ENCODING_NAMES: Readonly<Record<TextEncodingName, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Windows-1252",
  "latin-1": "Latin-1",
};

/** Text without any byte beyond ASCII up to this size is UTF-8; a line that contradicts this is rejected alone. */
const SCANNED_MAX = 64 * 1024 * 1024;
/** Bytes in which the zero bytes of UTF-16 are counted. */
const UTF16_SAMPLE = 4_096;
/** Longest sequence of UTF-8. */
const SEQUENCE_MAX = 4;

const MARKS: readonly (readonly [readonly number[], TextEncodingName])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/**
 * Detects the encoding of a text from its byte order mark, the zeros of UTF-16, and its bytes beyond ASCII: UTF-8 if most
 * of them are valid sequences, otherwise what spreadsheet programs write in the West. Latin-1 has no characters between
 * 0x80 and 0x9F; Windows-1252 has the dashes and quotes there.
 */
export async function detectEncoding(chunks: AsyncIterable<Uint8Array>): Promise<TextEncodingName> {
  const counts = { valid: 0, invalid: 0, windows: 0 };
  let rest = Buffer.alloc(0);
  let scanned = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    if (scanned === 0) {
      const clear = byFirstBytes(bytes);
      if (clear !== null) return clear;
    }
    scanned += chunk.byteLength;
    const end = sequenceEnd(bytes);
    count(bytes.subarray(0, end), counts);
    rest = Buffer.from(bytes.subarray(end));
    if (scanned >= SCANNED_MAX) break;
  }
  count(rest, counts);
  if (counts.invalid === 0 || counts.valid >= counts.invalid) return "utf-8";
  return counts.windows > 0 ? "windows-1252" : "latin-1";
}

function byFirstBytes(bytes: Buffer): TextEncodingName | null {
  const mark = MARKS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (mark !== undefined) return mark[1];
  const sample = bytes.subarray(0, UTF16_SAMPLE);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < sample.length / 4) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** Returns where the last complete sequence ends, if the bytes end within one. */
function sequenceEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(SEQUENCE_MAX, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.length - back;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

function count(bytes: Buffer, counts: { valid: number; invalid: number; windows: number }): void {
  const isClean = isUtf8(bytes);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (isClean || (byte >= 0xc2 && byte < 0xf5 && isUtf8(bytes.subarray(at, at + length)))) {
      counts.valid++;
      at += length - 1;
    } else {
      counts.invalid++;
      if (byte <= 0x9f) counts.windows++;
    }
  }
}
