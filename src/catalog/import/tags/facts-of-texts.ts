import { readBpm } from "../facts/read-bpm.ts";
import { readDate } from "../facts/read-date.ts";
import type { FactReading } from "../facts/fact-reading.ts";
import { readIsrc } from "../facts/read-isrc.ts";
import { readKey } from "../facts/read-key.ts";
import { splitNames, splitWords } from "../facts/split-words.ts";
import type { TagFacts, TagNote } from "./tag-facts.ts";
import { type TagField, valuesOf } from "./tag-names.ts";

type TextFacts = Omit<TagFacts, "duration" | "isLossless">;

/** Parses the texts of a file's tags. Leaves invalid values out, with a note for each. */
export function factsOfTexts(texts: ReadonlyMap<string, readonly string[]>): TextFacts {
  const notes: TagNote[] = [];
  const first = (field: TagField): string => valuesOf(texts, field)[0] ?? "";
  const taken = <Value>(field: string, reading: FactReading<Value>): Value | null => {
    if (reading.kind === "wrong") notes.push({ field, reason: `${reading.reason}; left out` });
    if (reading.kind !== "value") return null;
    if (reading.remark !== undefined) notes.push({ field, reason: reading.remark });
    return reading.value;
  };
  const words = (field: TagField): string[] => valuesOf(texts, field).flatMap(splitWords);
  const released = taken("released_at", readDate(releasedOf(texts, first("released"))));
  if (released?.isRough === true) {
    notes.push({ field: "released_at", reason: "the tag has no day; its first day was taken" });
  }
  return {
    title: text(first("title")),
    artists: valuesOf(texts, "artist").flatMap(splitNames),
    genre: namedGenres(words("genre"), notes),
    mood: words("mood"),
    instrument: words("instrument"),
    characteristic: words("keywords"),
    bpm: taken("bpm", readBpm(first("bpm"))),
    key: taken("key", readKey(first("key"))),
    isrc: taken("isrc", readIsrc(first("isrc"))),
    lyrics: text(first("lyrics")),
    description: text(first("description")) ?? text(first("comment")),
    releasedAt: released?.seconds ?? null,
    notes,
  };
}

/** ID3v2.3 splits a date: TYER has the year, TDAT has the day and month. */
function releasedOf(texts: ReadonlyMap<string, readonly string[]>, released: string): string {
  const [, day, month] = /^(\d{2})(\d{2})$/.exec(texts.get("TDAT")?.[0] ?? "") ?? [];
  return /^\d{4}$/.test(released) && day !== undefined ? `${released}-${month}-${day}` : released;
}

function text(given: string): string | null {
  const bare = given.replaceAll("\0", " ").trim();
  return bare === "" ? null : bare;
}

/** Removes genres that are numbers. The library replaces the numbers of ID3 with names, so the others have no meaning. */
function namedGenres(genres: readonly string[], notes: TagNote[]): string[] {
  const isNumber = (genre: string): boolean => /^\(?\d+\)?$/.test(genre);
  const number = genres.find(isNumber);
  if (number !== undefined)
    notes.push({ field: "tags.genre", reason: `${number} is not the name of a genre; left out` });
  return genres.filter((genre) => !isNumber(genre));
}
