import type { MeasuredValues, SongDocument } from "../../schema/song.ts";
import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { arcOfCurve } from "../audio/arc-of-curve.ts";
import { lengthOf } from "../audio/contradicts.ts";
import type { Work } from "../db/work.ts";
import type { AudioFileRecord, SongRecord } from "./song-record.ts";

interface Confidence {
  readonly bpm: number;
  readonly key: number;
}

/** The facts of measured media by media ref. */
export type FoundFacts = ReadonlyMap<string, AudioFacts>;

/** Reads the facts of media. */
export interface MeasuredFacts {
  of(refs: readonly string[]): Work<FoundFacts>;
}

/** The same with the descriptors of the present version, as stored. */
export interface DescribedMedia extends MeasuredFacts {
  descriptorsOf(refs: readonly string[]): Work<ReadonlyMap<string, Uint8Array>>;
}

/**
 * Measurements below this confidence are not shown, because an empty field is better than a wrong value. Of generated
 * pieces in styles that were not used for fitting, confidences from 0.5 to 0.8 were correct for 16 of 40 tempi and 12 of 15
 * keys (docs/audio.md).
 */
const SHOWN_CONFIDENCE_MIN: Confidence = { bpm: 0.8, key: 0.5 };
/**
 * Minimum confidence at which a measurement decides a constraint of a brief, like a value of the catalog. In generated
 * pieces that were not used for fitting, 72 of 76 such tempi and 187 of 198 such keys were correct (docs/audio.md).
 * Below it the field counts as unknown for a constraint.
 */
const DECIDING_CONFIDENCE_MIN: Confidence = { bpm: 0.9, key: 0.9 };

/**
 * Fills missing fields of songs with measurements, for display. Values of the catalog are not replaced, except a length that
 * its measurement contradicts.
 */
export function withMeasured(records: readonly SongRecord[], found: FoundFacts): readonly SongRecord[] {
  if (found.size === 0) return records;
  return records.map((record) => {
    const audioFiles = record.audioFiles.map((file) => ({
      ...file,
      duration: lengthOf(file.duration, factsOf(file, found)?.duration ?? null),
    }));
    const main = record.audioFiles
      .filter((file) => !file.stem)
      .map((file) => factsOf(file, found))
      .find((one) => one !== undefined);
    if (main === undefined) return { ...record, audioFiles };
    return {
      ...record,
      ...tempoAndKey(record, main, SHOWN_CONFIDENCE_MIN),
      audioFiles,
      energy: record.isEnergyGiven ? record.energy : (main.energy?.value ?? record.energy),
    };
  });
}

/** Returns the media refs of songs that are measured. */
export function measuredRefs(records: readonly SongRecord[]): readonly string[] {
  return records.flatMap(({ audioFiles }) => audioFiles.map(refOf)).filter((ref) => ref !== null);
}

/**
 * Fills a missing tempo, key and durations of documents with measurements, replaces contradicted durations, and adds the arc, the
 * measured values and the descriptor of the first full version of each, for the search index. Energy is not filled, because a
 * measured energy must not decide a constraint.
 */
export function* documentsWithMeasured<Song extends SongDocument>(
  songs: readonly Song[],
  media: DescribedMedia,
): Work<readonly Song[]> {
  const found = yield* media.of(songs.flatMap(fullRefs));
  if (found.size === 0) return songs;
  const mainRefs = songs.flatMap((song) => fullRefs(song).find((ref) => found.has(ref)) ?? []);
  const descriptors = yield* media.descriptorsOf(mainRefs);
  return songs.map((song) => documentWithMeasured(song, found, descriptors));
}

function fullRefs({ audioFiles }: SongDocument): readonly string[] {
  return audioFiles.flatMap(({ stem, mediaRef }) => (stem ? [] : (mediaRef ?? [])));
}

function documentWithMeasured<Song extends SongDocument>(
  song: Song,
  found: FoundFacts,
  descriptors: ReadonlyMap<string, Uint8Array>,
): Song {
  const refs = fullRefs(song);
  const mainRef = refs.find((ref) => found.has(ref)) ?? "";
  const main = found.get(mainRef);
  if (main === undefined) return song;
  // Facts of other songs' files do not count, so that an index is the same whichever songs are read together.
  const lengthAt = (ref: string): number | null => (refs.includes(ref) ? (found.get(ref)?.duration ?? null) : null);
  return {
    ...song,
    ...tempoAndKey(song, main, DECIDING_CONFIDENCE_MIN),
    arc: arcIn(main),
    measured: openValues(song, main),
    descriptor: descriptors.get(mainRef)?.toBase64() ?? null,
    audioFiles: song.audioFiles.map((file) => ({
      ...file,
      duration: lengthOf(file.duration, lengthAt(file.mediaRef ?? "")),
    })),
  };
}

/** Returns tempo and key of a song as they are displayed: missing ones are filled from its measurement. */
export function shownFacts(song: TempoAndKey, facts: AudioFacts): TempoAndKey {
  return tempoAndKey(song, facts, SHOWN_CONFIDENCE_MIN);
}

/** Returns the measurements of what the catalog leaves open, at any confidence: they rank songs and decide no constraint. */
function openValues(song: SongDocument, { bpm, key, energy, loudness }: AudioFacts): MeasuredValues {
  const isKeyOpen = isKeyless(song) && key !== null;
  return {
    bpm: song.bpm === null ? bpm : null,
    mode: isKeyOpen ? { value: key.mode, confidence: key.confidence } : null,
    energy: song.energy === null ? energy : null,
    loudness,
  };
}

function arcIn({ curve = null }: AudioFacts): SongDocument["arc"] {
  return curve === null ? null : arcOfCurve(curve);
}

export type TempoAndKey = Pick<SongRecord, "bpm" | "keyName" | "keyMode">;

function isKeyless({ keyName, keyMode }: Pick<TempoAndKey, "keyName" | "keyMode">): boolean {
  return keyName === "" && keyMode === "";
}

function factsOf(file: AudioFileRecord, found: FoundFacts): AudioFacts | undefined {
  return found.get(refOf(file) ?? "");
}

/** The media ref that is measured: the lossless source if there is one. */
function refOf({ wavPath, mp3Path }: AudioFileRecord): string | null {
  return wavPath ?? mp3Path;
}

/** Returns tempo and key of a song, with missing ones filled from sufficiently confident facts. */
function tempoAndKey(song: TempoAndKey, { bpm, key }: AudioFacts, confidenceMin: Confidence): TempoAndKey {
  // Tempi of the catalog are integers.
  const measuredBpm = bpm !== null && bpm.confidence >= confidenceMin.bpm ? Math.round(bpm.value) : null;
  const measuredKey = key !== null && key.confidence >= confidenceMin.key && isKeyless(song) ? key : null;
  return {
    bpm: song.bpm ?? measuredBpm,
    keyName: measuredKey?.name ?? song.keyName,
    keyMode: measuredKey?.mode ?? song.keyMode,
  };
}
