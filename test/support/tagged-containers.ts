/** Creates the headers of a FLAC file with Vorbis comments and without sound: one second at 8 kHz. */
export function taggedFlac(tags: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4_096, 0);
  info.writeUInt16BE(4_096, 2);
  // 20 bits of sample rate, 3 of channels - 1, 5 of bits per sample - 1, 36 of samples (RFC 9639, 8.2).
  info.writeUInt32BE(((8_000 << 12) | (0 << 9) | (15 << 4)) >>> 0, 10);
  info.writeUInt32BE(8_000, 14);
  const comments = Object.entries(tags).map(([name, value]) => sized(Buffer.from(`${name}=${value}`)));
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  const body = Buffer.concat([sized(Buffer.from("needledrop")), count, ...comments]);
  return new Uint8Array(Buffer.concat([Buffer.from("fLaC"), block(0, info), block(0x84, body)]));
}

/** Creates the boxes of an M4A file with iTunes tags and without sound: `©nam` is the title, `©ART` the artist. */
export function taggedM4a(tags: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const items = Object.entries(tags).map(([name, value]) => {
    const flags = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]);
    return box(name, box("data", flags, Buffer.from(value)));
  });
  const handler = Buffer.concat([Buffer.alloc(8), Buffer.from("mdirappl"), Buffer.alloc(9)]);
  const meta = box("meta", Buffer.alloc(4), box("hdlr", handler), box("ilst", ...items));
  const type = box("ftyp", Buffer.from("M4A "), Buffer.alloc(4), Buffer.from("M4A mp42isom"));
  return new Uint8Array(Buffer.concat([type, box("moov", box("udta", meta)), box("mdat", Buffer.alloc(64))]));
}

function sized(content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.byteLength);
  return Buffer.concat([size, content]);
}

function block(type: number, content: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(content.byteLength);
  header[0] = type;
  return Buffer.concat([header, content]);
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.byteLength + 8);
  header.write(name, 4, "latin1");
  return Buffer.concat([header, body]);
}
