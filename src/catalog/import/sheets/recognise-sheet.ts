import { type SheetColumn, sheetColumn, type SheetKind, plainHeader } from "./sheet-columns.ts";

/** The columns of a sheet that another system exported. */
export interface SheetLayout {
  readonly kind: SheetKind;
  readonly columns: readonly SheetColumn[];
}

/** Columns that only tables of audio features have. */
const FEATURES: ReadonlySet<string> = new Set([
  "duration ms",
  "mode",
  "tempo",
  "danceability",
  "acousticness",
  "instrumentalness",
  "valence",
  "speechiness",
]);
const HARVEST_TITLE = "track: title";
/** The title that players show. Used if the sheet has no column for the title. */
const HARVEST_SHOWN_TITLE = "track: display title";
const TITLES: ReadonlySet<string> = new Set(["title", "song", "track name", "song name", "name", "track"]);

/** Detects the system that exported a sheet. Null for a table with our own fields, and for an unknown system. */
export function recogniseSheet(headers: readonly string[]): SheetLayout | null {
  const plain = new Set(headers.map(plainHeader));
  const kind = kindOf(plain);
  if (kind === null) return null;
  const hasTitle = plain.has(HARVEST_TITLE);
  const columns = headers.map((header): SheetColumn => {
    const column = sheetColumn(kind, header);
    return !hasTitle && plainHeader(header) === HARVEST_SHOWN_TITLE ? { ...column, field: "title" } : column;
  });
  return { kind, columns };
}

/** Whether the sheet's rows can have files in its folder. Most tables of audio features have none. */
export function namesFiles({ kind, columns }: SheetLayout): boolean {
  return kind !== "audio features" || columns.some(({ field }) => field === "filename");
}

function kindOf(headers: ReadonlySet<string>): SheetKind | null {
  if (headers.has(HARVEST_TITLE) || headers.has(HARVEST_SHOWN_TITLE)) return "Harvest Media";
  const isCustom = [...headers].some((header) => /^custom: |^writer \d+ first name$/.test(header));
  if (headers.has("title") && (headers.has("sourceaudio id") || (isCustom && headers.has("filename")))) {
    return "SourceAudio";
  }
  const names = [...headers];
  const isOfFeatures = names.some((name) => TITLES.has(name)) && names.some((name) => FEATURES.has(name));
  return isOfFeatures ? "audio features" : null;
}

/** Whether a text file begins with the tab-separated headers of a known sheet. `bytes` can end within the headers. */
export function isSheetHeader(bytes: Uint8Array): boolean {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const [line = ""] = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes).split(/\r?\n/, 1);
  return line.includes("\t") && recogniseSheet(line.split("\t").map((cell) => cell.replace(/^"|"$/g, ""))) !== null;
}
