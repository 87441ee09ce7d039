/** Creates a silent WAV: 8 kHz, mono, 16 bit. */
export function wavBytes(samples = 400): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples * 2);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  write(0, "RIFF");
  view.setUint32(4, 36 + samples * 2, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8_000, true);
  view.setUint32(28, 16_000, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, samples * 2, true);
  return bytes;
}

/** Creates `count` empty MPEG-1 layer III frames of 128 kbit/s, numbered in their last byte to distinguish ranges. */
export function mp3Bytes(count = 8): Uint8Array<ArrayBuffer> {
  const frame = 417;
  const bytes = new Uint8Array(count * frame);
  for (let index = 0; index < count; index++) {
    bytes.set([0xff, 0xfb, 0x90, 0xc0], index * frame);
    bytes[(index + 1) * frame - 1] = index;
  }
  return bytes;
}

/** The first bytes of a PNG, enough to detect its type. */
export const PNG = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52,
]);
