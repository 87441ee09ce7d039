import { MP3_BYTES_MAX, mp3Output, mp3ShapeOf, requireSound } from "./mp3-options.ts";
import { type AudioTools, probeSource, runAudioFfmpeg } from "./run-audio.ts";

/** LAME's default. At 320 kbit/s slower settings make no audible difference; 2 takes more than twice as long. */
const QUALITY = 5;

/** Writes an MP3 of `source` with 320 kbit/s to `to`. Throws as `runAudioFfmpeg` does. */
export async function makeMp3(source: string, to: string, tools: AudioTools): Promise<void> {
  const { filter } = mp3ShapeOf(await probeSource(source, tools));
  const options = ["-map", "0:a:0", "-af", filter, ...mp3Output(to, QUALITY)];
  await runAudioFfmpeg(tools, { source, options, fileBytesMax: MP3_BYTES_MAX });
  await requireSound(to);
}
