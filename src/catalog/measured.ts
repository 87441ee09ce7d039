import type { SongDocument } from "../../schema/song.ts";
import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import type { AudioFileRecord, SongRecord } from "./song-record.ts";

interface Sureness {
  readonly bpm: number;
  readonly key: number;
}

/** Facts by media ref, of those that were measured. */
export interface MeasuredFacts {
  of(refs: readonly string[]): ReadonlyMap<string, AudioFacts>;
}

/**
 * Less sure than this is not shown: an empty field misleads nobody. A tempo of 0.5 to 0.8 was right in 16 of 40 generated
 * pieces of styles that nothing was fitted on, a key in 12 of 15 (docs/audio.md).
 */
const SHOWN_CONFIDENCE_MIN: Sureness = { bpm: 0.8, key: 0.5 };
/**
 * One that is at least so sure counts as if the catalog had given it, for what a brief demands: of generated pieces
 * that nothing was fitted on 72 tempi of 76 and 187 keys of 198 are right (docs/audio.md). Below it the song stays
 * "unknown" to the demand.
 */
const DECIDING_CONFIDENCE_MIN: Sureness = { bpm: 0.9, key: 0.9 };

/** Songs as they are shown: what the catalog leaves open is filled with what was measured, and nothing given is touched. */
export function withMeasured(records: readonly SongRecord[], facts: MeasuredFacts): readonly SongRecord[] {
  const found = facts.of(records.flatMap((record) => wanting(record).map(refOf)).filter((ref) => ref !== null));
  if (found.size === 0) return records;
  return records.map((record) => {
    const audioFiles = record.audioFiles.map((file) => ({
      ...file,
      duration: file.duration ?? factsOf(file, found)?.duration ?? null,
    }));
    const main = record.audioFiles
      .filter((file) => !file.stem)
      .map((file) => factsOf(file, found))
      .find((one) => one !== undefined);
    if (main === undefined) return { ...record, audioFiles };
    const { bpm, key } = sureOf(main, SHOWN_CONFIDENCE_MIN);
    return {
      ...record,
      audioFiles,
      bpm: record.bpm ?? bpm,
      ...(isKeyless(record) && key !== null ? { keyName: key.name, keyMode: key.mode } : {}),
      energy: record.isEnergyGiven ? record.energy : (main.energy?.value ?? record.energy),
    };
  });
}

/** A song as the search index reads it. Lengths decide as they are; a measured energy stays a guess and decides nothing. */
export function documentWithMeasured<Song extends SongDocument>(song: Song, facts: MeasuredFacts): Song {
  const isComplete = song.bpm !== null && !isKeyless(song);
  const full = song.audioFiles.filter((file) => !file.stem);
  const refs = full.filter((file) => !isComplete || file.duration === null).flatMap(({ mediaRef }) => mediaRef ?? []);
  const found = facts.of(refs);
  if (found.size === 0) return song;
  const factsAt = (ref: string | null | undefined): AudioFacts | undefined => found.get(ref ?? "");
  const main = full.map(({ mediaRef }) => factsAt(mediaRef)).find((one) => one !== undefined);
  const { bpm, key } = main === undefined ? { bpm: null, key: null } : sureOf(main, DECIDING_CONFIDENCE_MIN);
  return {
    ...song,
    bpm: song.bpm ?? bpm,
    ...(isKeyless(song) && key !== null ? { keyName: key.name, keyMode: key.mode } : {}),
    audioFiles: song.audioFiles.map((file) => ({
      ...file,
      duration: file.duration ?? factsAt(file.mediaRef)?.duration ?? null,
    })),
  };
}

/** The files whose facts could fill anything. */
function wanting(record: SongRecord): readonly AudioFileRecord[] {
  const isComplete = record.bpm !== null && !isKeyless(record) && record.isEnergyGiven;
  return record.audioFiles.filter((file) => file.duration === null || (!isComplete && !file.stem));
}

function isKeyless({ keyName, keyMode }: Pick<SongRecord, "keyName" | "keyMode">): boolean {
  return keyName === "" && keyMode === "";
}

function factsOf(file: AudioFileRecord, found: ReadonlyMap<string, AudioFacts>): AudioFacts | undefined {
  return found.get(refOf(file) ?? "");
}

/** What is measured of a file: its lossless source, where there is one. */
function refOf({ wavPath, mp3Path }: AudioFileRecord): string | null {
  return wavPath ?? mp3Path;
}

function sureOf(
  { bpm, key }: AudioFacts,
  confidenceMin: Sureness,
): { readonly bpm: number | null; readonly key: AudioFacts["key"] } {
  return {
    // Whole, as the catalog has them.
    bpm: bpm !== null && bpm.confidence >= confidenceMin.bpm ? Math.round(bpm.value) : null,
    key: key !== null && key.confidence >= confidenceMin.key ? key : null,
  };
}
