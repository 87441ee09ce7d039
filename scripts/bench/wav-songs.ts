/** Songs with their own WAVs, from which a server generates media. */
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { musicWav } from "../../test/media/make/sound.ts";

/** Writes `count` WAVs of `seconds` to `<folder>/wavs`, and returns the catalog lines of their songs. */
export async function writeWavSongs(folder: string, count: number, seconds: number): Promise<readonly string[]> {
  await mkdir(join(folder, "wavs"), { recursive: true });
  const bytes = musicWav(seconds);
  // The same music in all files, with one sample different in each.
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
