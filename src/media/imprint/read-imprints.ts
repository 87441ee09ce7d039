import { SAMPLE_BYTES, sampleChunks } from "../../audio/samples.ts";
import { type AudioTools, runAudioFfmpeg } from "../make/run-audio.ts";
import { BandLevels } from "./band-levels.ts";
import { findImprints, type ImprintSearch, patternsOf } from "./find-imprints.ts";
import { HOP, IMPRINT_RATE } from "./imprint-form.ts";
import { residualOf } from "./residual.ts";

/** What is read of a long file: its first hour. */
const READ_SECONDS_MAX = 3_600;

const CHANNELS = 2;
const FULL_SCALE = 32_768;

export interface ReadImprints extends ImprintSearch {
  /** How much of the file was searched. */
  readonly seconds: number;
}

/** Finds the imprints in a file. Throws as `runAudioFfmpeg` does. */
export async function readImprints(
  source: string,
  { secret, recipients }: { readonly secret: string; readonly recipients: readonly number[] },
  tools: AudioTools,
): Promise<ReadImprints> {
  const { residual, seconds } = await readResidual(source, tools);
  return { ...findImprints(residual, patternsOf(secret, recipients), recipients.length), seconds };
}

/** Reads what an imprint can explain of a file, up to READ_SECONDS_MAX. Throws as `runAudioFfmpeg` does. */
export async function readResidual(
  source: string,
  tools: AudioTools,
): Promise<{ readonly residual: readonly Float32Array[]; readonly seconds: number }> {
  const levels = [new BandLevels(), new BandLevels()] as const;
  const blocks = levels.map(() => new Float64Array(HOP));
  let values = 0;
  const take = sampleChunks((samples) => {
    for (let at = 0; at < samples.length; at++) {
      const block = blocks[values % CHANNELS];
      if (block !== undefined) block[Math.floor(values / CHANNELS) % HOP] = (samples[at] ?? 0) / FULL_SCALE;
      if (++values % (CHANNELS * HOP) !== 0) continue;
      for (const [channel, of] of levels.entries()) of.take(blocks[channel] ?? []);
    }
  });
  const form = ["-ac", String(CHANNELS), "-ar", String(IMPRINT_RATE), "-t", String(READ_SECONDS_MAX)];
  const options = ["-map", "0:a:0", ...form, "-c:a", "pcm_s16le", "-f", "s16le", "pipe:1"];
  const outputBytesMax = (READ_SECONDS_MAX + 1) * IMPRINT_RATE * CHANNELS * SAMPLE_BYTES;
  await runAudioFfmpeg(tools, { source, options, outputBytesMax }, take);
  return { residual: bothResiduals(levels), seconds: values / CHANNELS / IMPRINT_RATE };
}

/** Both channels have the same imprint, and their music differs, so together they show it better than their sum. */
function bothResiduals([left, right]: readonly [BandLevels, BandLevels]): readonly Float32Array[] {
  const residual = residualOf(left.rows());
  for (const [at, row] of residualOf(right.rows()).entries()) {
    const sum = residual[at];
    if (sum !== undefined) for (const [band, value] of row.entries()) sum[band] = (sum[band] ?? 0) + value;
  }
  return residual;
}
