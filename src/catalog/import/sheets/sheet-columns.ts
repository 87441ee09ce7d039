import { columnField } from "../dump/column-map.ts";
import { isRightsField, type RightsField } from "../rights/rights-fields.ts";

/** The meaning of a column in a sheet. An `unused` column has no counterpart in a song. */
export type SheetField =
  | "id"
  | "master_id"
  | "album"
  | "album_code"
  | "number"
  | "is_main"
  | "main_number"
  | "title"
  | "version"
  | "stem"
  | "description"
  | "lyrics"
  | "isrc"
  | "released"
  | "bpm"
  | "key"
  | "mode"
  | "energy"
  | "explicit"
  | "has_vocal"
  | "genre"
  | "mood"
  | "instrument"
  | "characteristic"
  | "duration"
  | "duration_ms"
  | "filename"
  | "artists"
  | "unused"
  | RightsField;

export type SheetKind = "Harvest Media" | "SourceAudio" | "audio features";

const NAME_PARTS = ["first", "middle", "last", "name"] as const;
const HOLDER_PARTS = ["society", "ipi", "share", "role"] as const;

export interface PersonPart {
  readonly of: "artists" | "writers" | "publishers";
  readonly number: number;
  readonly part: (typeof NAME_PARTS)[number] | (typeof HOLDER_PARTS)[number];
}

export interface SheetColumn {
  readonly header: string;
  /** Null for an unknown header, and for a column with a part of a name. */
  readonly field: SheetField | null;
  /** Set for a column with a part of a name. */
  readonly person: PersonPart | null;
}

/** Source: Ingestion Format Guide of Harvest Media (standard template), with further spellings that libraries use. */
const HARVEST: Readonly<Record<string, SheetField>> = {
  "album: code": "album_code",
  "album: unique code": "album_code",
  "album: title": "album",
  "album: display title": "unused",
  "album: release date": "released",
  "track: title": "title",
  "track: is main": "is_main",
  "track: main track number": "main_number",
  "track: number": "number",
  "track: display number": "number",
  "track: version": "version",
  "track: mixout": "version",
  "track: description": "description",
  "track: lyrics": "lyrics",
  "track: isrc": "isrc",
  "code: isrc": "isrc",
  "track: release date": "released",
  "track: bpm": "bpm",
  "track: key": "key",
  "track: tempo": "characteristic",
  "track: genre": "genre",
  "category: genre": "genre",
  "track: mood": "mood",
  "attribute: mood": "mood",
  "category: mood": "mood",
  "track: instrumentation": "instrument",
  "category: instrumentation": "instrument",
  "track: keywords": "characteristic",
  "track: duration": "duration",
  "track: audio filename": "filename",
  "track: filename": "filename",
  "track: file name": "filename",
  "track: artist(s)": "artists",
  "track: artist": "artists",
  "track: composer(s)": "writers",
  "track: composer": "writers",
};

const SOURCE_AUDIO: Readonly<Record<string, SheetField>> = {
  "sourceaudio id": "id",
  "master id": "master_id",
  title: "title",
  filename: "filename",
  album: "album",
  "album code": "album_code",
  "track number": "number",
  version: "version",
  "mix type": "version",
  artist: "artists",
  artists: "artists",
  composer: "writers",
  composers: "writers",
  genre: "genre",
  genres: "genre",
  mood: "mood",
  moods: "mood",
  instruments: "instrument",
  instrumentation: "instrument",
  tempo: "characteristic",
  tempos: "characteristic",
  style: "characteristic",
  styles: "characteristic",
  keywords: "characteristic",
  tags: "characteristic",
  bpm: "bpm",
  key: "key",
  duration: "duration",
  "release date": "released",
  lyrics: "lyrics",
  description: "description",
  isrc: "isrc",
  explicit: "explicit",
  "has vocal": "has_vocal",
  "has vocals": "has_vocal",
  stem: "stem",
  "is stem": "stem",
};

/** Data sets of streaming services: one track per row, `tempo` in beats per minute. */
const FEATURES: Readonly<Record<string, SheetField>> = {
  id: "id",
  "track id": "id",
  "song id": "id",
  title: "title",
  song: "title",
  "track name": "title",
  "song name": "title",
  name: "title",
  track: "title",
  artist: "artists",
  artists: "artists",
  "artist name": "artists",
  "artist(s) name": "artists",
  "track artist": "artists",
  duration: "duration",
  "duration ms": "duration_ms",
  explicit: "explicit",
  tempo: "bpm",
  bpm: "bpm",
  key: "key",
  mode: "mode",
  genre: "genre",
  genres: "genre",
  "track genre": "genre",
  "playlist genre": "genre",
  mood: "mood",
  moods: "mood",
  instruments: "instrument",
  energy: "energy",
  isrc: "isrc",
  lyrics: "lyrics",
  description: "description",
  year: "released",
  "release date": "released",
  "released at": "released",
  filename: "filename",
  "file name": "filename",
};

const FIELDS: Readonly<Record<SheetKind, ReadonlyMap<string, SheetField>>> = {
  "Harvest Media": new Map(Object.entries(HARVEST)),
  SourceAudio: new Map(Object.entries(SOURCE_AUDIO)),
  "audio features": new Map(Object.entries(FEATURES)),
};
/** Known columns without a counterpart in a song: libraries, labels, and details of people. */
const UNUSED =
  /^(?:library|album|track|writer|artist|publisher|code|category|attribute|society|source)\b.*:|^(?:writer|publisher) \d+ |^(?:catalog|label|publisher|publishers|iswc|album .*)$/;
const PERSON =
  /^(artist|writer|composer|publisher) ?(\d+)? ?(?:(first|middle|last) ?(?:name)?|(?:company )?name|company)?$/;
/** What a sheet says of a writer or a publisher beside the name: "writer 2 cae/ipi #", "publisher: 1: share". */
const HOLDER =
  /^(writer|composer|publisher) ?(\d+)? ?(?:((?:pr )?society|pro|society\/pro|pro affiliation|affiliation|performing rights society)|((?:cae ?\/ ?)?ipi(?: #| number| name number)?|cae(?: ?\/ ?ipi)?(?: #)?)|(share|split|ownership(?: ?%| share| percentage)?|%|percentage|performance share|pr share)|(role|capacity))$/;
/** Sheets of the same systems put their own columns behind these words. */
const PREFIX = /^(?:custom|track|rights|album|code): /;

/** Returns one text for all spellings of a header: lower case, single spaces, ": " for a colon. */
export function plainHeader(header: string): string {
  return header
    .replace(/^\uFEFF/, "")
    .toLowerCase()
    .replace(/[_\s]+/g, " ")
    .replace(/\s*:\s*/g, ": ")
    .trim()
    .replace(/^harvest (?=[a-z]+: )/, "");
}

export function sheetColumn(kind: SheetKind, header: string): SheetColumn {
  const plain = plainHeader(header);
  const field = FIELDS[kind].get(plain) ?? null;
  if (field !== null) return { header, field, person: null };
  if (kind === "audio features") return { header, field: null, person: null };
  const words = plain.replaceAll(":", " ").replace(/\s+/g, " ");
  const person = personPart(PERSON.exec(words)) ?? holderPart(HOLDER.exec(words));
  // A column without a number has a list of names.
  if (person !== null && (/\d/.test(words) || person.part !== "name" || person.of === "artists"))
    return { header, field: null, person };
  const rights = columnField(plain.replace(PREFIX, ""));
  if (rights !== null && isRightsField(rights)) return { header, field: rights, person: null };
  if (person !== null) return { header, field: null, person };
  return { header, field: UNUSED.test(plain) ? "unused" : null, person: null };
}

function personPart(match: RegExpExecArray | null): PersonPart | null {
  if (match === null) return null;
  const [, who = "", number, part] = match;
  return { of: ownerOf(who), number: Number(number ?? 1), part: NAME_PARTS.find((one) => one === part) ?? "name" };
}

function holderPart(match: RegExpExecArray | null): PersonPart | null {
  if (match === null) return null;
  const [, who = "", number, ...parts]: readonly (string | undefined)[] = match;
  const part = HOLDER_PARTS[parts.findIndex((one) => one !== undefined)];
  return part === undefined ? null : { of: ownerOf(who), number: Number(number ?? 1), part };
}

function ownerOf(who: string): PersonPart["of"] {
  if (who === "artist") return "artists";
  return who === "publisher" ? "publishers" : "writers";
}
