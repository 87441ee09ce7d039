import { isUtf8 } from "node:buffer";
import type { IAudioMetadata } from "music-metadata";
import { FIELD_LIMITS } from "../check/field-limits.ts";

/** Characters of one text, and texts of one name. Both are more than a song may have, so that the check of it says what is lost. */
const TEXT_LENGTH_MAX = 2 * FIELD_LIMITS.lyrics;
const TEXTS_MAX = 2 * FIELD_LIMITS.elements;
const ID3V1 = "ID3v1";
/** What the library calls RIFF INFO and BEXT. */
const RIFF = "exif";
const ID3V23_NAMES = /^ID3v2\.[23]$/;
const ARTISTS: ReadonlySet<string> = new Set(["TPE1", "TP1"]);

/**
 * The texts of all tags by their names in capitals. ID3v1 cuts its texts at 30 characters, so it only fills what
 * nothing else has. Names of artists that the library parted at a slash (as ID3v2.3 wants) are put together again:
 * far more files mean AC/DC by it.
 */
export function nativeTexts(native: IAudioMetadata["native"]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const types = Object.entries(native).toSorted(([a], [b]) => Number(a === ID3V1) - Number(b === ID3V1));
  for (const [type, tags] of types) {
    const own = new Map<string, string[]>();
    for (const { id, value } of tags) {
      const written = textOf(value);
      const text = type === RIFF && written !== null ? asUtf8(written) : written;
      const name = nameOf(id);
      if (text === null || (type === ID3V1 && texts.has(v1NameOf(name)))) continue;
      const list = own.get(name) ?? [];
      if (list.length < TEXTS_MAX) list.push(text);
      own.set(name, list);
    }
    for (const [name, list] of own) {
      const whole = ID3V23_NAMES.test(type) && ARTISTS.has(name) ? [list.join("/")] : list;
      if (!texts.has(name)) texts.set(name, whole);
    }
  }
  return texts;
}

function nameOf(id: string): string {
  return id.replace(/^(?:TXXX:|----:[^:]*:)/, "").toUpperCase();
}

/** What ID3v2 calls the same tag. */
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

/** RIFF INFO is Latin-1, and many programs write UTF-8 into it: bytes that are good UTF-8 by chance say nothing else. */
function asUtf8(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  const bytes = Buffer.from(text, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : text;
}

/** Comments and lyrics are objects with a text; pictures and private data are bytes. */
function textOf(value: unknown): string | null {
  const text = typeof value === "object" && value !== null && "text" in value ? value.text : value;
  if (typeof text === "number") return String(text);
  if (typeof text !== "string") return null;
  return withoutPadding(text.slice(0, TEXT_LENGTH_MAX));
}

/** Fields of a fixed length are padded with NULs, and some texts end with one although their length is told. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\0") end--;
  return text.slice(0, end);
}
