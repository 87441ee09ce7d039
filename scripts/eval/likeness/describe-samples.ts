import { timbreMeter } from "../../../src/audio/descriptor/timbre-meter.ts";
import { featureExtractor } from "../../../src/audio/extract-features.ts";
import { AUDIO_RATE, sampleReader } from "../../../src/audio/samples.ts";

export interface Described {
  /** As the program stores it. */
  readonly descriptor: readonly number[];
  /** The baseline: the mean of the cepstrum (MFCC 1 to 20). */
  readonly meanCepstrum: readonly number[];
}

/** Null for a sound that has no descriptor. */
export function describeSamples(samples: Int16Array): Described | null {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const extractor = featureExtractor(samples.length / AUDIO_RATE);
  extractor.take(bytes);
  const { descriptor } = extractor.features();
  if (descriptor === null) return null;
  const sums: number[] = [];
  let frames = 0;
  const take = timbreMeter(({ cepstrum }) => {
    frames++;
    cepstrum.forEach((value, at) => {
      sums[at] = (sums[at] ?? 0) + value;
    });
  });
  sampleReader(take).take(bytes);
  return { descriptor: [...descriptor], meanCepstrum: sums.map((sum) => sum / frames) };
}
