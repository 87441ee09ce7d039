import { constants, crc32, deflateRawSync } from "node:zlib";

/** An entry with the given values in its headers. Absent values are filled in correctly. */
export interface RawEntry {
  readonly name: string;
  readonly content: Content;
  /** General purpose bit flags; 1 means encrypted. */
  readonly flags?: number;
  /** Compression method: 0 is stored, 8 is deflated. */
  readonly method?: 0 | 8 | 12;
  readonly claims?: {
    readonly crc?: number;
    readonly sizeBytes?: number;
    readonly packedBytes?: number;
    /** Index of another entry whose local header this entry points to. */
    readonly offsetOf?: number;
    /** ZIP64 sizes in the extra field. */
    readonly zip64?: { readonly sizeBytes: bigint; readonly packedBytes: bigint };
  };
}

/** Text with a repeated middle. Hundreds of megabytes of it are created and packed in milliseconds. */
export type Content =
  | string
  | { readonly head: string; readonly unit: string; readonly times: number; readonly tail: string };

const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const WHOLE_32_BITS = 0xffffffff;
const ZIP64_FIELD = 1;

interface Packed {
  readonly bytes: Uint8Array;
  readonly crc: number;
  readonly sizeBytes: number;
}

/** Creates a ZIP with control over every header (APPNOTE.TXT 4.3). A library would refuse most of what tests need. */
export function rawZip(entries: readonly RawEntry[], claims: { readonly entryCount?: number } = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  const packed = entries.map(({ content, method }) => pack(content, method ?? 8));
  let at = 0;
  const add = (bytes: Uint8Array): void => {
    parts.push(bytes);
    at += bytes.byteLength;
  };
  for (const [index, entry] of entries.entries()) {
    const { bytes } = packed[index] ?? pack("", 8);
    offsets.push(at);
    add(header(entry, packed[index] ?? pack("", 8), null));
    add(bytes);
  }
  const directory = at;
  for (const [index, entry] of entries.entries()) {
    const offset = offsets[entry.claims?.offsetOf ?? index] ?? 0;
    add(header(entry, packed[index] ?? pack("", 8), offset));
  }
  const count = Math.min(claims.entryCount ?? entries.length, 0xffff);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(at - directory, 12);
  end.writeUInt32LE(directory, 16);
  add(end);
  return Buffer.concat(parts);
}

/** Returns the local header, or with an offset the header in the central directory. */
function header(entry: RawEntry, packed: Packed, offset: number | null): Buffer {
  const name = Buffer.from(entry.name);
  const { claims } = entry;
  const extra = zip64Field(claims?.zip64);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(entry.flags ?? 0, 2);
  shared.writeUInt16LE(entry.method ?? 8, 4);
  shared.writeUInt32LE(claims?.crc ?? packed.crc, 10);
  const isWide = claims?.zip64 !== undefined;
  shared.writeUInt32LE(isWide ? WHOLE_32_BITS : (claims?.packedBytes ?? packed.bytes.byteLength), 14);
  shared.writeUInt32LE(isWide ? WHOLE_32_BITS : (claims?.sizeBytes ?? packed.sizeBytes), 18);
  shared.writeUInt16LE(name.byteLength, 22);
  shared.writeUInt16LE(extra.byteLength, 24);
  const signature = Buffer.alloc(offset === null ? 4 : 6);
  signature.writeUInt32LE(offset === null ? LOCAL_SIGNATURE : CENTRAL_SIGNATURE, 0);
  if (offset === null) return Buffer.concat([signature, shared, name, extra]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature, shared, rest, name, extra]);
}

function zip64Field(sizes: { readonly sizeBytes: bigint; readonly packedBytes: bigint } | undefined): Buffer {
  if (sizes === undefined) return Buffer.alloc(0);
  const field = Buffer.alloc(20);
  field.writeUInt16LE(ZIP64_FIELD, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(sizes.sizeBytes, 4);
  field.writeBigUInt64LE(sizes.packedBytes, 12);
  return field;
}

function pack(content: Content, method: number): Packed {
  if (typeof content === "string") {
    const bytes = Buffer.from(content);
    return { bytes: method === 8 ? deflateRawSync(bytes) : bytes, crc: crc32(bytes), sizeBytes: bytes.byteLength };
  }
  const { head, unit, times, tail } = content;
  const [first, middle, last] = [head, unit, tail].map((text) => Buffer.from(text));
  if (first === undefined || middle === undefined || last === undefined) throw new Error("three parts are three");
  // A full flush ends a block on a byte boundary and resets the window, so that the packed unit can be repeated.
  const flushed = (bytes: Uint8Array): Buffer => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  const unitPacked = flushed(middle);
  let crc = crc32(first);
  for (let n = 0; n < times; n++) crc = crc32(middle, crc);
  const repeated = Buffer.alloc(unitPacked.byteLength * times);
  for (let n = 0; n < times; n++) unitPacked.copy(repeated, n * unitPacked.byteLength);
  return {
    bytes: Buffer.concat([flushed(first), repeated, deflateRawSync(last)]),
    crc: crc32(last, crc),
    sizeBytes: first.byteLength + middle.byteLength * times + last.byteLength,
  };
}
