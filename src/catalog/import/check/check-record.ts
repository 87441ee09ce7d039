import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { ArtistLine, PlaylistLine, SongLine } from "../../../../schema/wire/dump-record.ts";
import { nestsDeeper } from "../../../lib/nests-deeper.ts";
import { type CheckedRecord, RecordFault, type RecordContext } from "./checked-record.ts";
import { checkArtist } from "./check-artist.ts";
import { checkSong } from "./check-song.ts";
import { shortText } from "./check-text.ts";
import { FIELD_LIMITS } from "./field-limits.ts";
import { dropNullFields, isObject, unknownFields } from "./known-fields.ts";

export type CheckRecord = (value: unknown, context: RecordContext) => CheckedRecord;

/** Phase two: returns the check that converts the value of a line to a record. The check throws RecordFault for the first fault. */
export function recordCheck(): CheckRecord {
  const songs = TypeCompiler.Compile(SongLine);
  const artists = TypeCompiler.Compile(ArtistLine);
  const playlists = TypeCompiler.Compile(PlaylistLine);
  return (value, context) => {
    if (!isObject(value)) {
      throw new RecordFault("", `expected a JSON object, got ${shown(value)}`);
    }
    dropNullFields(value);
    const isSong = "id" in value || "title" in value;
    refuseTwoRecords(value, isSong);
    // Before the check, so that a misspelt field is reported even if it causes the rejection.
    for (const field of unknownFields(value)) context.warn(`unknown field ${field}`);
    if (!isSong && "playlist" in value) {
      const { playlist } = typed(playlists, value);
      const name = shortText(playlist.name ?? "", "playlist.name", FIELD_LIMITS.name, context);
      return { kind: "playlist", playlist: { id: playlist.id, name, public: playlist.public ?? false } };
    }
    if (!isSong && "artist" in value) {
      const { artist } = typed(artists, value);
      return { kind: "artist", artist: checkArtist(artist, "artist", context) };
    }
    const line = typed(songs, value);
    return { kind: "song", song: checkSong(line, context) };
  };
}

/** A line with two records would lose one of them. */
function refuseTwoRecords(line: Readonly<Record<string, unknown>>, isSong: boolean): void {
  const [first, second] = ["artist", "playlist"].filter((name) => name in line);
  if (isSong && first !== undefined) {
    const list = `${first}s`;
    throw new RecordFault(first, `a song lists its ${list} in "${list}"; expected "${first}" on a separate line`);
  }
  if (second !== undefined) throw new RecordFault(second, `expected "${second}" and "${first}" on separate lines`);
}

function typed<Schema extends TSchema>(check: TypeCheck<Schema>, value: unknown): Static<Schema> {
  if (check.Check(value)) return value;
  const error = check.Errors(value).First();
  if (error === undefined) throw new RecordFault("", "not a dump record");
  const field = fieldOf(error.path);
  const { description = "something else" } = error.schema;
  const isMissing = error.value === undefined;
  throw new RecordFault(
    field,
    isMissing ? `missing; expected ${description}` : `expected ${description}, got ${shown(error.value)}`,
  );
}

/** Converts a JSON pointer to the usual notation: audio_files[0].vocals. */
function fieldOf(pointer: string): string {
  const parts = pointer.split("/").slice(1);
  return parts.map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : `${at === 0 ? "" : "."}${part}`)).join("");
}

const SHOWN_MAX = 60;
const SHOWN_LEVELS_MAX = 32;

function shown(value: unknown): string {
  if (nestsDeeper(value, SHOWN_LEVELS_MAX)) return "a deeply nested value";
  const text = value === undefined ? "undefined" : JSON.stringify(value);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}
