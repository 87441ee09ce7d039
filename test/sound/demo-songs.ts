import { soundSongsOf } from "../../scripts/draw/sound-lines.ts";
import type { SoundSong } from "../../src/sound/sound-song.ts";

const text = await Bun.file(new URL("../../demo/catalog.jsonl", import.meta.url)).text();

export const demoLines: readonly string[] = text.split("\n").slice(0, -1);
export const demoSongs: readonly SoundSong[] = soundSongsOf(demoLines);

export function demoSong(id: string): SoundSong {
  const song = demoSongs.find((one) => one.id === id);
  if (song === undefined) throw new Error(`The demonstration catalog has no ${id}.`);
  return song;
}

/** A song with the given fields and defaults for the others. */
export function songLike(fields: Partial<SoundSong>): SoundSong {
  const { id = "t-1" } = fields;
  return {
    id,
    bpm: 120,
    keyName: "A",
    keyMode: "minor",
    energy: "high",
    tags: { genre: ["house"], mood: [], instrument: ["synth pad", "synth bass", "drum machine"], characteristic: [] },
    audioFiles: [{ id: `${id}-main`, description: "Full mix", vocals: "none", stem: false }],
    ...fields,
  };
}
