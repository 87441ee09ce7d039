/** Songs with WAVs of their own, so that a server has media to make. */
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { musicWav } from "../../test/media/make/sound.ts";

/** Writes `count` WAVs of `seconds` to `<folder>/wavs`, and returns the catalog lines of their songs. */
export async function writeWavSongs(folder: string, count: number, seconds: number): Promise<readonly string[]> {
  await mkdir(join(folder, "wavs"), { recursive: true });
  const bytes = musicWav(seconds);
  // One piece of music in every file; the last sample makes each another file.
  for (let number = 0; number < count; number += 1) {
    const file = await open(join(folder, "wavs", `${number}.wav`), "w");
    new DataView(bytes.buffer).setInt16(bytes.length - 2, number, true);
    await file.writeFile(bytes);
    await file.close();
  }
  return Array.from({ length: count }, (_, number) => JSON.stringify(songWithWav(number)));
}

function songWithWav(number: number): object {
  const file = { id: `wav-${number}`, description: "Full mix", vocals: "none", wav: `wavs/${number}.wav` };
  return { id: `song-of-wav-${number}`, title: `Wav ${number}`, audio_files: [file] };
}
