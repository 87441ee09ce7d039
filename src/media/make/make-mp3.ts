import { MP3_BYTES_MAX, mp3Output, mp3ShapeOf, mustHoldSound } from "./mp3-options.ts";
import { probeSource } from "./probe-source.ts";
import { type AudioTools, runAudioFfmpeg } from "./run-audio.ts";

/** LAME's own default. At 320 kbit/s the slower ones (2 takes more than twice as long) change nothing that is heard. */
const QUALITY = 5;

/** Writes the MP3 of `source`, 320 kbit/s, to `to`. Throws as `runAudioFfmpeg` does. */
export async function makeMp3(source: string, to: string, tools: AudioTools): Promise<void> {
  const { filter } = mp3ShapeOf(await probeSource(source, tools));
  const options = ["-map", "0:a:0", "-af", filter, ...mp3Output(to, QUALITY)];
  await runAudioFfmpeg(tools, { source, options, fileBytesMax: MP3_BYTES_MAX });
  await mustHoldSound(to);
}
