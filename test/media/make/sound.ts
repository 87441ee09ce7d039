import type { AudioTools } from "../../../src/media/make/run-audio.ts";
import { openNativeParts } from "../../../src/native/native-parts.ts";

export const RATE = 44_100;

export function tools(signal: AbortSignal = new AbortController().signal): AudioTools {
  return { parts: openNativeParts(""), signal, priority: () => "background" };
}

/** Chords that change twice a second, a beat, and a little noise: `level` is the largest sample, 0 to 1. */
export function musicWav(seconds: number, { channels = 2, level = 0.6, rate = RATE } = {}): Uint8Array<ArrayBuffer> {
  const random = numbers(7);
  const frames = Math.round(seconds * rate);
  const samples = new Int16Array(frames * channels);
  for (let frame = 0; frame < frames; frame++) {
    const t = frame / rate;
    const root = [220, 261.63, 196, 293.66][Math.floor(t * 2) % 4] ?? 220;
    const chord = Math.sin(2 * Math.PI * root * t) + Math.sin(2 * Math.PI * root * 1.5 * t) / 2;
    const beat = Math.exp(-((t % 0.5) * 20)) * Math.sin(2 * Math.PI * 60 * t);
    const value = level * (0.35 * chord + 0.3 * beat + 0.1 * (random() - 0.5));
    for (let channel = 0; channel < channels; channel++) samples[frame * channels + channel] = value * 32_767;
  }
  return wav(samples, channels, rate);
}

export function silentWav(seconds: number): Uint8Array<ArrayBuffer> {
  return wav(new Int16Array(Math.round(seconds * RATE)), 1, RATE);
}

export function wav(samples: Int16Array, channels: number, rate: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples.byteLength);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  write(0, "RIFF");
  view.setUint32(4, 36 + samples.byteLength, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, samples.byteLength, true);
  bytes.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), 44);
  return bytes;
}

/** Runs ffmpeg with the test's own options and returns what it wrote to stdout. */
export async function ffmpeg(...options: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const program = await openNativeParts("").ffmpegPath();
  const child = Bun.spawn([program, "-v", "error", "-nostdin", "-y", ...options], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = new Uint8Array(await new Response(child.stdout).arrayBuffer());
  if ((await child.exited) !== 0) throw new Error(`ffmpeg ${options.join(" ")} failed`);
  return output;
}

/** Mono at RATE. */
export async function decoded(path: string): Promise<Float32Array> {
  const bytes = await ffmpeg("-i", path, "-ac", "1", "-ar", String(RATE), "-f", "f32le", "pipe:1");
  return new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
}

export interface Described {
  readonly codec: string;
  readonly bitRate: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly duration: number;
  readonly format: string;
}

export async function describeAudio(path: string): Promise<Described> {
  const program = await openNativeParts("").ffprobePath();
  const child = Bun.spawn([program, "-v", "error", "-show_streams", "-show_format", "-of", "json", path], {
    stdout: "pipe",
  });
  const { streams, format } = JSON.parse(await new Response(child.stdout).text());
  const [stream] = streams;
  return {
    codec: stream.codec_name,
    bitRate: Number(stream.bit_rate),
    sampleRate: Number(stream.sample_rate),
    channels: stream.channels,
    duration: Number(format.duration),
    format: stream.sample_fmt,
  };
}

/** A seeded random generator (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
