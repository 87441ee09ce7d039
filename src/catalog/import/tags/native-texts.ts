import { isUtf8 } from "node:buffer";
import type { IAudioMetadata } from "music-metadata";
import { FIELD_LIMITS } from "../check/field-limits.ts";

/** Limits for the length of a text and the number of texts per name. Both exceed those of a song, so the check of the song reports what it cuts. */
const TEXT_LENGTH_MAX = 2 * FIELD_LIMITS.lyrics;
const TEXTS_MAX = 2 * FIELD_LIMITS.elements;
const ID3V1 = "ID3v1";
/** The library's name for RIFF INFO and BEXT. */
const RIFF = "exif";
const ID3V23_NAMES = /^ID3v2\.[23]$/;
const ARTISTS: ReadonlySet<string> = new Set(["TPE1", "TP1"]);

/**
 * Returns the texts of all tags by upper-case name. ID3v1 cuts its texts at 30 characters, so it only fills missing names. The library
 * splits the artists of ID3v2.3 at slashes, as the standard requires; we join them again, because most files with a slash mean a
 * name like AC/DC.
 */
export function nativeTexts(native: IAudioMetadata["native"]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const types = Object.entries(native).toSorted(([a], [b]) => Number(a === ID3V1) - Number(b === ID3V1));
  for (const [type, tags] of types) {
    const ofType = new Map<string, string[]>();
    for (const { id, value } of tags) {
      const raw = textOf(value);
      const text = type === RIFF && raw !== null ? asUtf8(raw) : raw;
      const name = nameOf(id);
      if (text === null || (type === ID3V1 && texts.has(v1NameOf(name)))) continue;
      const list = ofType.get(name) ?? [];
      if (list.length < TEXTS_MAX) list.push(text);
      ofType.set(name, list);
    }
    for (const [name, list] of ofType) {
      const joined = ID3V23_NAMES.test(type) && ARTISTS.has(name) ? [list.join("/")] : list;
      if (!texts.has(name)) texts.set(name, joined);
    }
  }
  return texts;
}

function nameOf(id: string): string {
  return id.replace(/^(?:TXXX:|----:[^:]*:)/, "").toUpperCase();
}

/** Returns the ID3v2 name of an ID3v1 tag. */
function v1NameOf(name: string): string {
  const names: Readonly<Record<string, string>> = {
    TITLE: "TIT2",
    ARTIST: "TPE1",
    ALBUM: "TALB",
    GENRE: "TCON",
    YEAR: "TDRC",
  };
  return names[name] ?? name;
}

/** Decodes UTF-8 in RIFF INFO. It should be Latin-1, but many programs write UTF-8, and Latin-1 text is rarely valid UTF-8. */
function asUtf8(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  const bytes = Buffer.from(text, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : text;
}

/** Returns the text of a tag: comments and lyrics are objects with a text. Null for pictures and private data. */
function textOf(value: unknown): string | null {
  const text = typeof value === "object" && value !== null && "text" in value ? value.text : value;
  if (typeof text === "number") return String(text);
  if (typeof text !== "string") return null;
  return withoutPadding(text.slice(0, TEXT_LENGTH_MAX));
}

/** Removes NULs at the end: fields of a fixed length are padded, and some programs end other texts with a NUL as well. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\0") end--;
  return text.slice(0, end);
}
