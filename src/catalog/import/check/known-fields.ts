import {
  ArtistFields,
  ArtistLine,
  AudioFileFields,
  HolderFields,
  KeyFields,
  PlaylistLine,
  RightsFields,
  SongLine,
  TagFields,
} from "../../../../schema/wire/dump-record.ts";

/** The known fields of an object in a dump, and the shapes of those that are objects or lists of objects. */
interface Shape {
  readonly known: ReadonlySet<string>;
  readonly parts: ReadonlyMap<string, Shape>;
}

const shape = (schema: { readonly properties: object }, parts: Readonly<Record<string, Shape>> = {}): Shape => ({
  known: new Set(Object.keys(schema.properties)),
  parts: new Map(Object.entries(parts)),
});

const ARTIST = shape(ArtistFields);
const HOLDER = shape(HolderFields);
const LINE_SHAPES = {
  song: shape(SongLine, {
    artists: ARTIST,
    audio_files: shape(AudioFileFields),
    key: shape(KeyFields),
    tags: shape(TagFields),
    rights: shape(RightsFields, { writers: HOLDER, publishers: HOLDER }),
  }),
  artist: shape(ArtistLine, { artist: ARTIST }),
  playlist: shape(PlaylistLine, { playlist: shape(PlaylistLine.properties.playlist) }),
};

/** Empty text in these fields means that the field is absent. */
const EMPTY_MEANS_ABSENT: ReadonlySet<string> = new Set(["energy", "vocals"]);

/** Removes fields that mean the same as absent fields from a line and its parts: null, and empty text in some fields. */
export function dropNullFields(line: Readonly<Record<string, unknown>>): void {
  dropIn(line);
  for (const name in line) {
    const member = line[name];
    if (Array.isArray(member)) for (const element of member) dropIn(element);
    else dropIn(member);
    // The only part that has parts with fields of their own.
    if (name === "rights" && isObject(member)) dropNullFields(member);
  }
}

function dropIn(value: unknown): void {
  if (!isObject(value)) return;
  for (const name in value) {
    const member = value[name];
    if (member === null || (member === "" && EMPTY_MEANS_ABSENT.has(name))) Reflect.deleteProperty(value, name);
  }
}

/** Returns the names of fields that the dump format does not have, with dots: "audio_files.sample_rate". */
export function unknownFields(line: Readonly<Record<string, unknown>>): string[] {
  const names: string[] = [];
  collectUnknown(line, shapeOf(line), "", names);
  return names;
}

function shapeOf(line: object): Shape {
  if ("id" in line || "title" in line) return LINE_SHAPES.song;
  if ("playlist" in line) return LINE_SHAPES.playlist;
  return "artist" in line ? LINE_SHAPES.artist : LINE_SHAPES.song;
}

function collectUnknown(value: unknown, is: Shape, prefix: string, names: string[]): void {
  if (!isObject(value)) return;
  for (const name in value) {
    if (!is.known.has(name)) names.push(prefix + name);
    const part = is.parts.get(name);
    if (part === undefined) continue;
    const member = value[name];
    if (!Array.isArray(member)) collectUnknown(member, part, `${prefix}${name}.`, names);
    else for (const element of member) collectUnknown(element, part, `${prefix}${name}.`, names);
  }
}

/** Whether the value is an object: not a list, not a single value. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
