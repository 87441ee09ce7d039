import { mp3Bytes, wavBytes } from "./small-media.ts";

/** Chunks of a RIFF file after "WAVE": the four letters and the content. */
type Chunk = readonly [name: string, content: Uint8Array];

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Creates a short silent WAV with LIST/INFO, BEXT or iXML before its samples. */
export function taggedWav(chunks: readonly Chunk[], samples = 400): Uint8Array<ArrayBuffer> {
  const plain = wavBytes(samples);
  const body = Buffer.concat([plain.subarray(8, 36), ...chunks.map(chunkBytes), plain.subarray(36)]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.byteLength);
  return new Uint8Array(Buffer.concat([text("RIFF"), size, body]));
}

export function infoChunk(tags: Readonly<Record<string, string | Uint8Array>>): Chunk {
  const parts = Object.entries(tags).map(([name, value]) => {
    const content = typeof value === "string" ? text(`${value}\0`) : Buffer.concat([value, text("\0")]);
    return chunkBytes([name, content]);
  });
  return ["LIST", Buffer.concat([text("INFO"), ...parts])];
}

export function bextChunk(description: string): Chunk {
  const content = Buffer.alloc(602);
  content.write(description, "latin1");
  content.write("2024-05-01", 320, "latin1");
  return ["bext", content];
}

export function ixmlChunk(xml: string): Chunk {
  return ["iXML", text(xml)];
}

export type Id3Encoding = "latin1" | "utf16" | "utf8";

/** Creates an MP3 with an ID3v2 tag and eight empty frames. NUL separates several values. */
export function taggedMp3(
  frames: Readonly<Record<string, string>>,
  options: { readonly version?: 3 | 4; readonly encoding?: Id3Encoding } = {},
): Uint8Array<ArrayBuffer> {
  const { version = 4, encoding = "utf8" } = options;
  const body = Buffer.concat(Object.entries(frames).map(([id, value]) => frameBytes(id, value, version, encoding)));
  const header = Buffer.concat([text("ID3"), Buffer.from([version, 0, 0]), syncSafe(body.byteLength)]);
  return new Uint8Array(Buffer.concat([header, body, mp3Bytes(8)]));
}

function frameBytes(id: string, value: string, version: 3 | 4, encoding: Id3Encoding): Uint8Array {
  const content = id === "USLT" || id === "COMM" ? `eng${value}` : value;
  const bytes = encodedText(content, encoding, id === "USLT" || id === "COMM");
  const size = Buffer.alloc(4);
  size.writeUInt32BE(bytes.byteLength);
  return Buffer.concat([text(id), version === 4 ? syncSafe(bytes.byteLength) : size, Buffer.alloc(2), bytes]);
}

/** Encodes a text of a tag. A language of three letters comes unencoded after the encoding byte. */
function encodedText(value: string, encoding: Id3Encoding, hasLanguage: boolean): Uint8Array {
  const language = hasLanguage ? value.slice(0, 3) : "";
  const rest = value.slice(language.length);
  switch (encoding) {
    case "latin1":
      return Buffer.concat([Buffer.from([0]), text(language), Buffer.from(rest, "latin1")]);
    case "utf8":
      return Buffer.concat([Buffer.from([3]), text(language), text(rest)]);
    case "utf16": {
      const mark = Buffer.from([0xff, 0xfe]);
      const parts = rest.split("\0").map((part) => Buffer.concat([mark, Buffer.from(part, "utf16le")]));
      const parted = parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.alloc(2), part]));
      return Buffer.concat([Buffer.from([1]), text(language), ...parted]);
    }
    default:
      return encoding satisfies never;
  }
}

function syncSafe(size: number): Uint8Array {
  return Buffer.from([(size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f]);
}

function chunkBytes([name, content]: Chunk): Uint8Array {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.byteLength);
  return Buffer.concat([text(name), size, content, Buffer.alloc(content.byteLength % 2)]);
}
