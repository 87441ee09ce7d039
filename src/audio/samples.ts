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

/** Cuts samples into blocks, full scale 1. The array passed to `take` is reused for the next block. */
export function sampleReader(take: (block: Float64Array, index: number) => void): SampleReader {
  const block = new Float64Array(BLOCK);
  let total = 0;
  const decode = sampleDecoder((sample) => {
    block[total % BLOCK] = sample;
    if (++total % BLOCK === 0) take(block, total / BLOCK - 1);
  });
  return { count: () => total, take: decode };
}

/** Decodes 16-bit little-endian samples from chunks of any length, and passes each to `take`, full scale 1. */
export function sampleDecoder(take: (sample: number) => void): (chunk: Uint8Array) => void {
  let low: number | null = null;
  return (chunk) => {
    for (const byte of chunk) {
      if (low === null) {
        low = byte;
        continue;
      }
      const unsigned = low | (byte << 8);
      low = null;
      take((unsigned >= FULL_SCALE ? unsigned - 2 * FULL_SCALE : unsigned) / FULL_SCALE);
    }
  };
}
