import { formatMediaRef } from "../../schema/media-ref.ts";
import { once } from "../../src/lib/once.ts";
import { recordCheck } from "../../src/catalog/import/check/check-record.ts";
import { lengthOfFile } from "../../src/sound/music/length.ts";
import { partOf, type SoundSong } from "../../src/sound/sound-song.ts";

/** An audio file in the demonstration catalog. */
const FILE =
  /(\{"id": "([^"]+)", "description": "[^"]+", "vocals": "[a-z]+", "duration": )[\d.]+((?:, "stem": true)?)(?:, "wav": "[^"]*")?\}/g;

/** Returns the songs of a dump for the synthesiser. */
export function soundSongsOf(lines: readonly string[]): readonly SoundSong[] {
  return lines.flatMap((line) => soundSongOf(line) ?? []);
}

/** Returns the dump with the sound and the length of every audio file. */
export function withSound(lines: readonly string[]): readonly string[] {
  return lines.map((line) => {
    const song = soundSongOf(line);
    if (song === null) return line;
    const files = new Map(song.audioFiles.map((file) => [file.id, file]));
    return line.replaceAll(FILE, (match, start: string, id: string, stem: string) => {
      const file = files.get(id);
      const part = file === undefined ? null : partOf(song, file);
      if (file === undefined || part === null) return match;
      const { seconds } = lengthOfFile(song, file);
      return `${start}${seconds}${stem}, "wav": "${formatMediaRef({ kind: "rendered", songId: song.id, part })}"}`;
    });
  });
}

const check = once(recordCheck);

function soundSongOf(line: string): SoundSong | null {
  const context = { folder: "/demo", isDemonstration: true, warn: () => undefined, note: () => undefined };
  const record = check()(JSON.parse(line), context);
  if (record.kind !== "song") return null;
  return { ...record.song, energy: record.song.energy ?? record.song.energyInferred };
}
