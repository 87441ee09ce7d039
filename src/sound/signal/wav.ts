import { SAMPLE_RATE } from "./sample-rate.ts";
import type { Stereo } from "./stereo.ts";

const HEADER_BYTES = 44;
const FRAME_BYTES = 4;
const FULL = 32_767;

/** A WAV file: PCM, stereo, 44.1 kHz, 16 bit. Clips beyond full scale, which the common gain prevents. */
export function wavOf({ left, right }: Stereo): Uint8Array {
  const dataBytes = left.length * FRAME_BYTES;
  const bytes = new Uint8Array(HEADER_BYTES + dataBytes);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  word(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * FRAME_BYTES, true);
  view.setUint16(32, FRAME_BYTES, true);
  view.setUint16(34, 16, true);
  word(36, "data");
  view.setUint32(40, dataBytes, true);
  const samples = new Int16Array(bytes.buffer, HEADER_BYTES);
  for (let at = 0; at < left.length; at++) {
    samples[2 * at] = toInt16(left[at] ?? 0);
    samples[2 * at + 1] = toInt16(right[at] ?? 0);
  }
  return bytes;
}

function toInt16(value: number): number {
  return Math.max(-FULL, Math.min(FULL, Math.round(value * FULL)));
}
