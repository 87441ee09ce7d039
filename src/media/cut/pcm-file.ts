import { type FileHandle, open } from "node:fs/promises";

/** How samples are stored: interleaved, little-endian, without a header. */
export interface PcmForm {
  readonly rate: number;
  readonly channels: number;
  /** Of a sample. */
  readonly bytes: 2 | 3;
}

/** A file of raw samples. A frame is one sample of each channel. */
export class PcmFile {
  readonly form: PcmForm;
  readonly frames: number;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, form: PcmForm, frames: number) {
    this.#handle = handle;
    this.form = form;
    this.frames = frames;
  }

  static async open(path: string, form: PcmForm): Promise<PcmFile> {
    const handle = await open(path, "r");
    const { size } = await handle.stat();
    return new PcmFile(handle, form, Math.floor(size / (form.channels * form.bytes)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }

  /** Reads frames; before the start and after the end of the file they are silent. */
  async read(from: number, count: number): Promise<Buffer> {
    const frameBytes = this.form.channels * this.form.bytes;
    const samples = Buffer.alloc(count * frameBytes);
    const first = Math.max(0, from);
    const last = Math.min(this.frames, from + count);
    if (last > first) {
      await this.#handle.read(samples, (first - from) * frameBytes, (last - first) * frameBytes, first * frameBytes);
    }
    return samples;
  }
}

/** Full scale of a sample. */
function fullScale({ bytes }: PcmForm): number {
  return 2 ** (8 * bytes - 1) - 1;
}

/** Multiplies each frame of `samples` in place by `gainOf(frame)`. */
export function applyGains(samples: Buffer, form: PcmForm, gainOf: (frame: number) => number): void {
  const { bytes, channels } = form;
  const count = samples.length / (bytes * channels);
  for (let frame = 0; frame < count; frame++) {
    const gain = gainOf(frame);
    if (gain === 1) continue;
    for (let channel = 0; channel < channels; channel++) {
      const at = (frame * channels + channel) * bytes;
      samples.writeIntLE(Math.round(gain * samples.readIntLE(at, bytes)), at, bytes);
    }
  }
}

/** Mixes `other` into `samples` in place, frame by frame, within full scale. */
export function mixInto(samples: Buffer, other: Buffer, form: PcmForm): void {
  const most = fullScale(form);
  for (let at = 0; at < samples.length; at += form.bytes) {
    const sum = samples.readIntLE(at, form.bytes) + other.readIntLE(at, form.bytes);
    samples.writeIntLE(Math.max(-most, Math.min(most, sum)), at, form.bytes);
  }
}

/** The mean of the channels, full scale 1. */
export function monoOf(samples: Buffer, form: PcmForm): Float64Array {
  const { bytes, channels } = form;
  const scale = 1 / (channels * fullScale(form));
  return Float64Array.from({ length: samples.length / (bytes * channels) }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) {
      sum += samples.readIntLE((frame * channels + channel) * bytes, bytes);
    }
    return sum * scale;
  });
}
