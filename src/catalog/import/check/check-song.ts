import { parseMediaRef } from "../../../../schema/media-ref.ts";
import { FACETS, type Facet, type Tags } from "../../../../schema/song.ts";
import type { AudioFileFields, SongLine } from "../../../../schema/wire/dump-record.ts";
import { fold } from "../../fold.ts";
import { inferEnergy } from "../../infer-energy.ts";
import { checkArtist } from "./check-artist.ts";
import { bareText, firstOf, isShortEnough, longText, requiredId, requiredText, shortText } from "./check-text.ts";
import {
  type CheckedArtist,
  type CheckedAudioFile,
  type CheckedSong,
  type MediaPath,
  RecordFault,
  type RecordPlace,
  type RenderedMedium,
} from "./checked-record.ts";
import { FIELD_LIMITS } from "./field-limits.ts";
import { mediaPath } from "../media/media-path.ts";

/** Seconds beyond this (the year 5138) are milliseconds. */
const SECONDS_MAX = 1e11;

/** Makes a song of a line whose types are right: normalizes, corrects what can only mean one thing, and refuses the rest. */
export function checkSong(line: SongLine, place: RecordPlace): CheckedSong {
  const id = requiredId(line.id, "id");
  const title = requiredText(line.title, "title", FIELD_LIMITS.title, place);
  const tags = checkTags(line.tags ?? {}, place);
  const bpm = checkBpm(line.bpm, place);
  return {
    id,
    title,
    description: longText(line.description ?? "", "description", FIELD_LIMITS.description, place),
    energy: line.energy ?? null,
    energyInferred: inferEnergy(tags, bpm),
    explicit: line.explicit ?? null,
    lyrics: longText(line.lyrics ?? "", "lyrics", FIELD_LIMITS.lyrics, place),
    isrc: checkIsrc(line.isrc ?? "", place),
    releasedAt: line.released_at === undefined ? null : checkInstant(line.released_at, place),
    bpm,
    keyName: shortText(line.key?.name ?? "", "key.name", FIELD_LIMITS.key, place),
    keyMode: shortText(line.key?.mode ?? "", "key.mode", FIELD_LIMITS.key, place),
    tags,
    stems: mediaPath(line.stems ?? "", "stems", place.folder),
    artists: checkArtists(line.artists ?? [], place),
    audioFiles: checkAudioFiles(line.audio_files ?? [], place),
    playlistIds: firstOf([...new Set(line.playlists)], "playlists", FIELD_LIMITS.elements, place).toSorted(
      (a, b) => a - b,
    ),
  };
}

function checkBpm(bpm: number | undefined, place: RecordPlace): number | null {
  if (bpm === undefined) return null;
  const rounded = Math.round(bpm);
  if (rounded === 0) throw new RecordFault("bpm", `expected beats per minute, got ${bpm}`);
  if (rounded !== bpm) place.warn("bpm with a fraction; rounded");
  return rounded;
}

/** ISO 3901 writes it without hyphens; people write QZ-ABC-24-00001. */
function checkIsrc(isrc: string, place: RecordPlace): string | null {
  const bare = isrc.replace(/[\s-]/g, "").toUpperCase();
  if (bare === "") return null;
  if (!/^[A-Z0-9]{12}$/.test(bare)) {
    throw new RecordFault("isrc", `expected 12 letters and digits, got ${JSON.stringify(isrc)}`);
  }
  if (bare !== isrc) place.warn("isrc written with hyphens, spaces or lower case; corrected");
  return bare;
}

function checkInstant(given: number, place: RecordPlace): number {
  const isMilliseconds = Math.abs(given) >= SECONDS_MAX;
  const seconds = Math.floor(isMilliseconds ? given / 1_000 : given);
  if (isMilliseconds) place.warn("released_at in milliseconds; corrected to seconds");
  else if (seconds !== given) place.warn("released_at with a fraction; corrected to whole seconds");
  return seconds;
}

/** Each tag once, however it is written; the first spelling stays. */
function checkTags(given: Readonly<Partial<Record<Facet, readonly string[]>>>, place: RecordPlace): Tags {
  const tags: Record<Facet, readonly string[]> = { genre: [], mood: [], instrument: [], characteristic: [] };
  for (const facet of FACETS) {
    const list = given[facet];
    if (list !== undefined && list.length > 0) tags[facet] = eachOnce(list, `tags.${facet}`, place);
  }
  return tags;
}

function eachOnce(list: readonly string[], field: string, place: RecordPlace): readonly string[] {
  const spellings: string[] = [];
  const folded = new Set<string>([""]);
  for (const value of list) {
    const tag = bareText(value, field);
    if (!isShortEnough(tag, field, FIELD_LIMITS.tag, place)) continue;
    if (folded.size < folded.add(fold(tag)).size) spellings.push(tag);
  }
  return firstOf(spellings, field, FIELD_LIMITS.elements, place);
}

function checkArtists(given: NonNullable<SongLine["artists"]>, place: RecordPlace): CheckedArtist[] {
  const first = firstOf(given, "artists", FIELD_LIMITS.elements, place);
  const artists = first.map((fields, at) => checkArtist(fields, `artists[${at}]`, place));
  const ids = new Set<string>();
  return artists.filter((artist) => ids.size < ids.add(artist.id).size);
}

function checkAudioFiles(given: readonly AudioFileFields[], place: RecordPlace): CheckedAudioFile[] {
  const ids = new Set<string>();
  return firstOf(given, "audio_files", FIELD_LIMITS.elements, place).map((fields, at) => {
    const field = `audio_files[${at}]`;
    const id = requiredId(fields.id, `${field}.id`);
    if (ids.has(id)) throw new RecordFault(`${field}.id`, `the song lists the file ${JSON.stringify(id)} twice`);
    ids.add(id);
    return {
      id,
      description: longText(fields.description ?? "", `${field}.description`, FIELD_LIMITS.fileDescription, place),
      vocals: fields.vocals ?? null,
      duration: fields.duration === undefined || fields.duration === 0 ? null : fields.duration,
      stem: fields.stem ?? false,
      wav: lossless(fields.wav ?? "", `${field}.wav`, place),
      mp3: mediaPath(fields.mp3 ?? "", `${field}.mp3`, place.folder),
    };
  });
}

function lossless(given: string, field: string, place: RecordPlace): MediaPath | RenderedMedium | null {
  const isRendered = place.isDemonstration === true && parseMediaRef(given)?.kind === "rendered";
  return isRendered ? { ref: given } : mediaPath(given, field, place.folder);
}
