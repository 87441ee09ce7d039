import { type AudioTools, runAudioFfmpeg } from "./run-audio.ts";

/** Values per second. */
export const LOUDNESS_RATE = 10;
/** Two lines per value, for 7.5 hours: the length of 1 GiB of MP3. */
const OUTPUT_BYTES_MAX = 30_000_000;

/**
 * Measures the momentary loudness (EBU R128: over the last 400 ms) in LUFS, ten times a second, behind the filter `first`.
 * Throws as `runAudioFfmpeg` does.
 */
export async function momentaryLoudness(source: string, first: string, tools: AudioTools): Promise<readonly number[]> {
  const filter = `${first},ebur128=metadata=1:framelog=quiet,ametadata=mode=print:key=lavfi.r128.M:file=-`;
  const options = ["-map", "0:a:0", "-af", filter, "-f", "null", "-"];
  const values: number[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  await runAudioFfmpeg(tools, { source, options, outputBytesMax: OUTPUT_BYTES_MAX }, (chunk) => {
    const found = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = found.pop() ?? "";
    for (const line of found) {
      const value = /^lavfi\.r128\.M=(\S+)/.exec(line)?.[1];
      if (value !== undefined) values.push(Number(value));
    }
  });
  return values;
}
