/** Sample rate of the analysis: frequencies above 11 kHz do not matter for tempo, key or energy. */
export const AUDIO_RATE = 22_050;
export const SAMPLE_BYTES = 2;
/** Samples per block, which is also the hop of the onsets: 86 per second. */
export const BLOCK = 256;

const FULL_SCALE = 32_768;

export interface SampleReader {
  /** Takes 16-bit little-endian samples, mono, in chunks of any length. */
  take(chunk: Uint8Array): void;
  /** Number of samples so far. */
  count(): number;
}

/**
 * Cuts samples into blocks, full scale 1, and passes all of them to `takeAll`, too. The array passed to `take` is reused for
 * the next block.
 */
export function sampleReader(
  take: (block: Float64Array, index: number) => void,
  takeAll: (samples: Int16Array) => void = () => {},
): SampleReader {
  const block = new Float64Array(BLOCK);
  let total = 0;
  const read = sampleChunks((samples) => {
    takeAll(samples);
    for (let at = 0; at < samples.length; at++) {
      block[total % BLOCK] = (samples[at] ?? 0) / FULL_SCALE;
      if (++total % BLOCK === 0) take(block, total / BLOCK - 1);
    }
  });
  return { count: () => total, take: read };
}

/** Decodes 16-bit little-endian samples from chunks of any length, and passes each to `take`, full scale 1. */
export function sampleDecoder(take: (sample: number) => void): (chunk: Uint8Array) => void {
  return sampleChunks((samples) => {
    for (let at = 0; at < samples.length; at++) take((samples[at] ?? 0) / FULL_SCALE);
  });
}

/** Joins chunks of any length, and passes the complete 16-bit little-endian samples of each to `take`. */
export function sampleChunks(take: (samples: Int16Array) => void): (chunk: Uint8Array) => void {
  let odd = new Uint8Array();
  return (chunk) => {
    // A copy, because samples need even addresses and a chunk can end within a sample.
    const bytes = new Uint8Array(odd.length + chunk.length);
    bytes.set(odd);
    bytes.set(chunk, odd.length);
    const whole = bytes.length - (bytes.length % SAMPLE_BYTES);
    odd = bytes.slice(whole);
    take(new Int16Array(bytes.buffer, 0, whole / SAMPLE_BYTES));
  };
}
