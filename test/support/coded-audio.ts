import { join } from "node:path";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const parts = openNativeParts("/nonexistent");

export type CodedEnding = "mp3" | "m4a" | "ogg" | "flac" | "aiff" | "wav";

/** Encodes a tone of 0.25 seconds with tags, using our ffmpeg. */
export async function codedAudio(
  ending: CodedEnding,
  tags: Readonly<Record<string, string>>,
  codec: readonly string[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const folder = temporaryFolder();
  const path = join(folder, `tone.${ending}`);
  const metadata = Object.entries(tags).flatMap(([name, value]) => ["-metadata", `${name}=${value}`]);
  const input = ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=0.25"];
  const child = Bun.spawnSync([await parts.ffmpegPath(), ...input, ...metadata, ...codec, path]);
  if (child.exitCode !== 0) throw new Error(`ffmpeg wrote no audio: ${child.stderr.toString()}`);
  return await Bun.file(path).bytes();
}
