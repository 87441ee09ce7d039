import type { Energy, Tags, Vocals } from "../../schema/song.ts";

/** The fields of a song that the synthesiser reads. */
export interface SoundSong {
  readonly id: string;
  readonly bpm: number | null;
  /** "" if the catalog has none. */
  readonly keyName: string;
  readonly keyMode: string;
  readonly energy: Energy;
  readonly tags: Tags;
  /** In the catalog's order: the full mix first. */
  readonly audioFiles: readonly SoundFile[];
}

export interface SoundFile {
  /** `<song id>-<part>` */
  readonly id: string;
  readonly description: string;
  readonly vocals: Vocals | null;
  readonly stem: boolean;
}

/** The part that an audio file holds: the end of its id, such as `main`, `inst`, `30s` or `drums`. Null for other ids. */
export function partOf(song: Pick<SoundSong, "id">, file: Pick<SoundFile, "id">): string | null {
  const start = `${song.id}-`;
  return file.id.startsWith(start) && file.id.length > start.length ? file.id.slice(start.length) : null;
}

/** The vocals of the full mix: lead, background or none. */
export function vocalsOf(song: SoundSong): Vocals {
  return song.audioFiles[0]?.vocals ?? "none";
}
