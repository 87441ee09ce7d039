import type { Energy, Tags, Vocals } from "../../schema/song.ts";

/** What a piece is made of: a song's own fields and nothing else. */
export interface SoundSong {
  readonly id: string;
  readonly bpm: number | null;
  /** "" where the catalog says nothing. */
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

/** What of a song is rendered: the end of its audio file's id, `main`, `inst`, `30s`, `drums`. */
export function partOf(song: Pick<SoundSong, "id">, file: Pick<SoundFile, "id">): string | null {
  const start = `${song.id}-`;
  return file.id.startsWith(start) && file.id.length > start.length ? file.id.slice(start.length) : null;
}

/** Whether somebody sings the lead, others sing behind, or nobody sings. */
export function vocalsOf(song: SoundSong): Vocals {
  return song.audioFiles[0]?.vocals ?? "none";
}
