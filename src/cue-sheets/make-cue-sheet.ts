import type { Steps } from "../lib/steps.ts";
import { type CueSheet, type CueSheetOptions, cueSheetOf } from "./cue-sheet.ts";
import type { FrameRate } from "./edit-lists/frame-rate.ts";
import { readEditList } from "./edit-lists/read-edit-list.ts";
import { csvSheet } from "./formats/csv-sheet.ts";
import { pdfSheet } from "./formats/pdf-sheet.ts";
import { xmlSheet } from "./formats/xml-sheet.ts";
import type { SongSource } from "./match-songs.ts";

export const SHEET_FORMATS = ["csv", "pdf", "xml"] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** Characters of what a caller says about the use of the music. */
export const USAGE_LENGTH_MAX = 40;

/** Reads an edit list and builds its cue sheet. Throws EditListFault. */
export function* makingCueSheet(
  bytes: Uint8Array,
  source: SongSource,
  { rate, ...options }: CueSheetOptions & { readonly rate: FrameRate | null },
): Steps<CueSheet> {
  const list = yield* readEditList(bytes, rate);
  yield;
  return yield* cueSheetOf(list, source, options);
}

/** Returns a cue sheet as a file. `now` is in milliseconds. */
export function sheetFile(sheet: CueSheet, format: SheetFormat, now: number): string | Uint8Array {
  switch (format) {
    case "csv":
      return csvSheet(sheet);
    case "xml":
      return xmlSheet(sheet);
    case "pdf":
      return pdfSheet(sheet, { madeOn: new Date(now).toISOString().slice(0, 10) });
  }
}
