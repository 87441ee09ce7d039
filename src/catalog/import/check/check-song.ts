import { parseMediaRef } from "../../../../schema/media-ref.ts";
import { FACETS, type Facet, type Tags } from "../../../../schema/song.ts";
import type { AudioFileFields, SongLine } from "../../../../schema/wire/dump-record.ts";
import { memoize } from "../../../lib/memoize.ts";
import { once } from "../../../lib/once.ts";
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
  type RecordContext,
  type RenderedMedium,
} from "./checked-record.ts";
import { checkRights } from "./check-rights.ts";
import { FIELD_LIMITS } from "./field-limits.ts";
import { mediaPath } from "../media/media-path.ts";

/** Larger values (after the year 5138) are in milliseconds. */
const SECONDS_MAX = 1e11;

/** Converts a line with valid types to a song. Normalizes values, corrects unambiguous mistakes, and throws RecordFault for others. */
export function checkSong(line: SongLine, context: RecordContext): CheckedSong {
  const id = requiredId(line.id, "id");
  const title = requiredText(line.title, "title", FIELD_LIMITS.title, context);
  const tags = checkTags(line.tags ?? {}, context);
  const bpm = checkBpm(line.bpm, context);
  const rights = checkRights(line.rights, context);
  return {
    id,
    title,
    description: longText(line.description ?? "", "description", FIELD_LIMITS.description, context),
    energy: line.energy ?? null,
    energyInferred: inferEnergy(tags, bpm),
    explicit: line.explicit ?? null,
    lyrics: longText(line.lyrics ?? "", "lyrics", FIELD_LIMITS.lyrics, context),
    isrc: checkIsrc(line.isrc ?? "", context),
    releasedAt: line.released_at === undefined ? null : checkInstant(line.released_at, context),
    bpm,
    keyName: shortText(line.key?.name ?? "", "key.name", FIELD_LIMITS.key, context),
    keyMode: shortText(line.key?.mode ?? "", "key.mode", FIELD_LIMITS.key, context),
    tags,
    stems: mediaPath(line.stems ?? "", "stems", context.folder),
    artists: checkArtists(line.artists ?? [], context),
    audioFiles: checkAudioFiles(line.audio_files ?? [], context),
    playlistIds: firstOf([...new Set(line.playlists)], "playlists", FIELD_LIMITS.elements, context).toSorted(
      (a, b) => a - b,
    ),
    ...(rights === null ? {} : { rights }),
  };
}

function checkBpm(bpm: number | undefined, context: RecordContext): number | null {
  if (bpm === undefined) return null;
  const rounded = Math.round(bpm);
  if (rounded === 0) throw new RecordFault("bpm", `expected beats per minute, got ${bpm}`);
  if (rounded !== bpm) context.warn("bpm with a fraction; rounded");
  return rounded;
}

/** ISO 3901 has no hyphens, but QZ-ABC-24-00001 is a common spelling. */
function checkIsrc(isrc: string, context: RecordContext): string | null {
  const bare = isrc.replace(/[\s-]/g, "").toUpperCase();
  if (bare === "") return null;
  if (!/^[A-Z0-9]{12}$/.test(bare)) {
    throw new RecordFault("isrc", `expected 12 letters and digits, got ${JSON.stringify(isrc)}`);
  }
  if (bare !== isrc) context.warn("isrc written with hyphens, spaces or lower case; corrected");
  return bare;
}

function checkInstant(given: number, context: RecordContext): number {
  const isMilliseconds = Math.abs(given) >= SECONDS_MAX;
  const seconds = Math.floor(isMilliseconds ? given / 1_000 : given);
  if (isMilliseconds) context.warn("released_at in milliseconds; corrected to seconds");
  else if (seconds !== given) context.warn("released_at with a fraction; corrected to whole seconds");
  return seconds;
}

/** Cached, because the same tags recur in many songs. */
const foldedTags = once(() => memoize(fold));

/** Removes tags that differ only in spelling; the first spelling is used. */
function checkTags(given: Readonly<Partial<Record<Facet, readonly string[]>>>, context: RecordContext): Tags {
  const tags: Record<Facet, readonly string[]> = { genre: [], mood: [], instrument: [], characteristic: [] };
  for (const facet of FACETS) {
    const list = given[facet];
    if (list !== undefined && list.length > 0) tags[facet] = distinctTags(list, `tags.${facet}`, context);
  }
  return tags;
}

function distinctTags(list: readonly string[], field: string, context: RecordContext): readonly string[] {
  const spellings: string[] = [];
  const folded = new Set<string>();
  folded.add("");
  const foldOf = foldedTags();
  for (const value of list) {
    const tag = bareText(value, field);
    if (!isShortEnough(tag, field, FIELD_LIMITS.tag, context)) continue;
    if (folded.size < folded.add(foldOf(tag)).size) spellings.push(tag);
  }
  return firstOf(spellings, field, FIELD_LIMITS.elements, context);
}

function checkArtists(given: NonNullable<SongLine["artists"]>, context: RecordContext): CheckedArtist[] {
  const first = firstOf(given, "artists", FIELD_LIMITS.elements, context);
  const artists = first.map((fields, at) => checkArtist(fields, `artists[${at}]`, context));
  const ids = new Set<string>();
  return artists.filter((artist) => ids.size < ids.add(artist.id).size);
}

/** The names of an audio file's fields in messages. Cached, because almost every file is one of the first few of its song. */
const fileFieldNames = once(() =>
  memoize((at: number) => {
    const field = `audio_files[${at}]`;
    return { id: `${field}.id`, description: `${field}.description`, wav: `${field}.wav`, mp3: `${field}.mp3` };
  }),
);

function checkAudioFiles(given: readonly AudioFileFields[], context: RecordContext): CheckedAudioFile[] {
  const ids = new Set<string>();
  const namesOf = fileFieldNames();
  return firstOf(given, "audio_files", FIELD_LIMITS.elements, context).map((fields, at) => {
    const names = namesOf(at);
    const id = requiredId(fields.id, names.id);
    if (ids.has(id)) throw new RecordFault(names.id, `the song lists the file ${JSON.stringify(id)} twice`);
    ids.add(id);
    return {
      id,
      description: longText(fields.description ?? "", names.description, FIELD_LIMITS.fileDescription, context),
      vocals: fields.vocals ?? null,
      duration: fields.duration === undefined || fields.duration === 0 ? null : fields.duration,
      stem: fields.stem ?? false,
      wav: losslessMedium(fields.wav ?? "", names.wav, context),
      mp3: mediaPath(fields.mp3 ?? "", names.mp3, context.folder),
    };
  });
}

function losslessMedium(given: string, field: string, context: RecordContext): MediaPath | RenderedMedium | null {
  const isRendered = context.isDemonstration === true && parseMediaRef(given)?.kind === "rendered";
  return isRendered ? { ref: given } : mediaPath(given, field, context.folder);
}
