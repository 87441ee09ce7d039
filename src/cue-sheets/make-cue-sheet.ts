import type { WorkInSteps } from "../db/work.ts";
import { mapInSteps, type Steps } from "../lib/steps.ts";
import { type CueSheet, type CueSheetOptions, cueSheetOf } from "./cue-sheet.ts";
import type { FrameRate } from "./edit-lists/frame-rate.ts";
import { readEditList } from "./edit-lists/read-edit-list.ts";
import { csvSheet } from "./formats/csv-sheet.ts";
import { jsonSheet } from "./formats/json-sheet.ts";
import { pdfSheet } from "./formats/pdf-sheet.ts";
import { xmlSheet } from "./formats/xml-sheet.ts";
import type { SongSource } from "./match-songs.ts";

export const SHEET_FORMATS = ["csv", "pdf", "xml"] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

const PARTS_PER_STEP = 500;
/** Characters of what a caller says about the use of the music. */
export const USAGE_LENGTH_MAX = 40;

/** Reads an edit list and builds its cue sheet. Throws EditListFault. */
export function* makingCueSheet(
  bytes: Uint8Array,
  source: SongSource,
  { rate, ...options }: CueSheetOptions & { readonly rate: FrameRate | null },
): WorkInSteps<CueSheet> {
  const list = yield* readEditList(bytes, rate);
  yield;
  return yield* cueSheetOf(list, source, options);
}

/** Returns a cue sheet as the bytes of a file. `now` is in milliseconds. */
export function* sheetFile(sheet: CueSheet, format: SheetFormat, now: number): Steps<Uint8Array<ArrayBuffer>> {
  switch (format) {
    case "csv":
      return yield* bytesOf(yield* csvSheet(sheet), "utf8");
    case "xml":
      return yield* bytesOf(yield* xmlSheet(sheet), "utf8");
    case "pdf":
      return yield* bytesOf(yield* pdfSheet(sheet, { madeOn: new Date(now).toISOString().slice(0, 10) }), "latin1");
  }
}

/** Returns the document of a cue sheet as JSON. */
export function* sheetJson(sheet: CueSheet, id: string): Steps<Uint8Array<ArrayBuffer>> {
  return yield* bytesOf(yield* jsonSheet(sheet, id), "utf8");
}

function* bytesOf(parts: readonly string[], encoding: "utf8" | "latin1"): Steps<Uint8Array<ArrayBuffer>> {
  const encoded = yield* mapInSteps(parts, PARTS_PER_STEP, (part) => Buffer.from(part, encoding));
  yield;
  return Buffer.concat(encoded);
}
