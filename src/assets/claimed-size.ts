/** Bytes that are read. Metadata such as a preview comes before the dimensions of a JPEG, at most 64 KB in a segment. */
const READ_BYTES_MAX = 1024 ** 2;
const PNG_IHDR = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
const WEBP_EXTENDED = /^RIFF.{4}WEBPVP8X/s;
/** Start-of-frame markers of JPEG (ITU-T T.81, table B.1): C0 to CF without the tables C4, C8 and CC. */
const FRAME_MARKERS = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Markers without a length: TEM and the restarts. */
const BARE_MARKERS = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8]);

export interface ClaimedSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the dimensions in pixels that the header of a PNG, JPEG or extended WebP claims, whatever they are: decoders refuse a header
 * with larger ones than they support. Null if there are none.
 */
export async function claimedSize(path: string): Promise<ClaimedSize | null> {
  const bytes = await Bun.file(path).slice(0, READ_BYTES_MAX).arrayBuffer();
  return claimedSizeIn(Buffer.from(bytes));
}

function claimedSizeIn(bytes: Buffer): ClaimedSize | null {
  const start = bytes.toString("latin1", 0, 24);
  if (start.startsWith(PNG_IHDR) && bytes.length >= 24)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (WEBP_EXTENDED.test(start) && bytes.length >= 30)
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : null;
}

function jpegSize(bytes: Buffer): ClaimedSize | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (FRAME_MARKERS.has(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // 0xFF fills up before a marker.
    if (marker === 0xff) at += 1;
    else at += BARE_MARKERS.has(marker) ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
