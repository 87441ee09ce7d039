import { audioContainerOf } from "../../audio/audio-container.ts";
import { type AudioProbe, probeAudio } from "../../audio/probe-audio.ts";
import type { AudioTools } from "./run-audio.ts";

/** Reads the header of a file that something is made of. Throws AudioUnreadable for one without sound, and the signal's reason. */
export async function probeSource(path: string, { parts, signal, priority }: AudioTools): Promise<AudioProbe> {
  const run = { priority: priority(), signal };
  return await probeAudio(await parts.ffprobePath(), path, await audioContainerOf(path), run);
}
