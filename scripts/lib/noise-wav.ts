/** Returns noise of this many bytes, with a WAV header (48 kHz, stereo, 16 bit). */
export function noiseWav(byteSize: number): Uint8Array {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(byteSize - 8, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(48_000, 24);
  head.writeUInt32LE(192_000, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(byteSize - head.length, 40);
  const bytes = new Uint8Array(byteSize);
  bytes.set(head);
  for (let at = head.length; at < bytes.length; at += 1) bytes[at] = (at * 2_654_435_761) >>> 13;
  return bytes;
}
