/** First byte of every frame header. */
const SYNC = 0xff;
/**
 * After SYNC, the byte order mark of a text in UTF-16. As a header it would be layer I with a checksum, which no music
 * file uses.
 */
const UTF16_MARK = 0xfe;
const HEADER_BYTES = 3;
/** A Xing or Info header follows the frame header and the side information, of at most 38 bytes with a checksum. */
const LENGTH_HEADER_WITHIN = 64;
const LENGTH_HEADER_BYTES = 8;
const HAS_FRAME_COUNT = 1;

/**
 * Detects an MPEG audio frame header at the start. MP3: eleven bits set, then no reserved version, layer, bit rate or sample rate
 * (ISO 11172-3, 2.4.1.3). AAC as a stream (ADTS): twelve bits set and layer 0 (ISO 13818-7, 6.2).
 */
export function mpegFrameAt(head: Uint8Array): "mp3" | "aac" | null {
  const [sync = 0, second = 0, third = 0] = head;
  if (sync !== SYNC || second < 0xe0 || second === UTF16_MARK) return null;
  const layer = (second >> 1) & 3;
  const version = (second >> 3) & 3;
  if (layer === 0) return second >= 0xf0 && ((third >> 2) & 15) < 13 ? "aac" : null;
  return version !== 1 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3 ? "mp3" : null;
}

/**
 * Returns whether MPEG audio begins anywhere in `head`: a file can start with silence or the rest of a stream. Images contain bytes
 * that look like a frame header, so a second header like it must follow. A file that ends within `head` needs only one.
 */
export function hasMpegFrames(head: Buffer, isComplete: boolean): boolean {
  for (let at = head.indexOf(SYNC); at >= 0 && at + 2 < head.length; at = head.indexOf(SYNC, at + 1)) {
    const frame = mpegFrameAt(head.subarray(at, at + HEADER_BYTES));
    if (frame === null || (frame === "mp3" && isFreeFormat(head[at + 2] ?? 0))) continue;
    if (isComplete || head.indexOf(head.subarray(at, at + 2), at + HEADER_BYTES) >= 0) return true;
  }
  return false;
}

/** Returns whether the first frame of an MP3 states the number of frames, and with it the length (Xing or Info header). */
export function hasFrameCount(head: Buffer): boolean {
  const begin = head.subarray(0, LENGTH_HEADER_WITHIN);
  const at = Math.max(begin.indexOf("Xing"), begin.indexOf("Info"));
  return at >= 0 && head.length >= at + LENGTH_HEADER_BYTES && (head.readUInt32BE(at + 4) & HAS_FRAME_COUNT) !== 0;
}

/** Bit rate index 0 states no bit rate. No encoder uses it by default, and zeros often follow bytes that look like a sync. */
function isFreeFormat(third: number): boolean {
  return third >> 4 === 0;
}
