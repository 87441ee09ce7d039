import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const MEBIBYTE = 1024 ** 2;
/** What the metadata of a PNG unpack to. */
const UNPACKED_BYTES = 128 * MEBIBYTE;
/** Bytes of a PNG before its second chunk, and of a JPEG before its second segment. */
const PNG_START = 33;
const JPEG_START = 2;
const SEGMENT_BYTES = 65_000;
const EXIF_ENTRIES = 5_400;

export const BOMB_SIDES = { width: 64, height: 48 } as const;

interface Bomb {
  readonly format: "png" | "jpeg";
  readonly bytes: () => Promise<Uint8Array>;
}

/** Small, valid pictures whose metadata unpack to more than a hundred megabytes, or claim gigabytes. */
export const PICTURE_BOMBS: Readonly<Record<string, Bomb>> = {
  "a PNG with a large iCCP chunk": { format: "png", bytes: () => pngWith("iCCP", "icc\0\0") },
  "a PNG with a large zTXt chunk": { format: "png", bytes: () => pngWith("zTXt", "Comment\0\0") },
  "a JPEG with a large colour profile": {
    format: "jpeg",
    bytes: () =>
      jpegWith(255, 0xe2, (segment, number) => {
        segment.write("ICC_PROFILE\0", "latin1");
        segment.set([number + 1, 255], 12);
      }),
  },
  "a JPEG with EXIF entries of gigabytes": {
    format: "jpeg",
    bytes: () =>
      jpegWith(100, 0xe1, (segment) => {
        segment.write("Exif\0\0II*\0\x08\0\0\0", "latin1");
        segment.writeUInt16LE(EXIF_ENTRIES, 14);
        for (let at = 16; at + 12 <= segment.length; at += 12) {
          // ImageDescription (TIFF 6.0, section 8), as ASCII of two gigabytes.
          segment.writeUInt16LE(0x010e, at);
          segment.writeUInt16LE(2, at + 2);
          segment.writeUInt32LE(0x7fffffff, at + 4);
          segment.writeUInt32LE(8, at + 8);
        }
      }),
  },
};

const plain = () => sharp({ create: { ...BOMB_SIDES, channels: 3, background: "red" } });

async function pngWith(type: string, head: string): Promise<Uint8Array> {
  const png = await plain().png().toBuffer();
  const data = Buffer.concat([Buffer.from(head, "latin1"), deflateSync(Buffer.alloc(UNPACKED_BYTES))]);
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), 8 + data.length);
  return Buffer.concat([png.subarray(0, PNG_START), chunk, png.subarray(PNG_START)]);
}

async function jpegWith(
  segments: number,
  marker: number,
  fill: (segment: Buffer, number: number) => void,
): Promise<Uint8Array> {
  const jpeg = await plain().jpeg().toBuffer();
  const made = Array.from({ length: segments }, (_, number) => {
    const content = Buffer.alloc(SEGMENT_BYTES);
    fill(content, number);
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([jpeg.subarray(0, JPEG_START), ...made, jpeg.subarray(JPEG_START)]);
}
