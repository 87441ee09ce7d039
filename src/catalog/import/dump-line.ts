/** What a note does in addition to its line in the report. */
export type NoteEffect =
  /** Adds to the count of its summary. */
  | { readonly as: "warning"; readonly summary: string }
  /** Is shown once, with its full reason. */
  | { readonly as: "remark" }
  /** Counts as missing media: the record names a medium that is missing or invalid, and was imported without it. */
  | { readonly as: "missing" }
  /** Has no other effect. */
  | { readonly as: "detail" }
  /** Instead of a line in the report: the audio in a sheet's folder. What no record names is reported after the last file. */
  | { readonly as: "folder"; readonly audio: readonly FoundAudio[] }
  /** Counts a song that was built from several files. */
  | { readonly as: "family"; readonly files: number };

/** An audio file in the folder of a sheet. */
export interface FoundAudio {
  /** Absolute path. */
  readonly path: string;
  /** Its path in reports. */
  readonly name: string;
  /** Whether a row has the file, or a line of the report already names it. */
  readonly isUsed: boolean;
  /** Why it is skipped if nothing else names it. */
  readonly reason: string;
}

interface LinePosition {
  /** Only if it is not the dump file itself: an audio file in a folder. */
  readonly file?: string;
  /** 0 for a file without lines. */
  readonly line: number;
}

interface LineMessage extends LinePosition {
  readonly field: string;
  readonly reason: string;
}

/** A line of a dump as read: a value to check, a fault that rejects the line, or a note. */
export type DumpLine =
  | (LinePosition & {
      readonly kind: "value";
      readonly value: unknown;
      /** Whether a wrong field is left out with a note, instead of rejecting a record that has an id and a title. */
      readonly isLenient?: boolean;
    })
  /** `id` is the id of the song on the line, if known. */
  | (LineMessage & { readonly kind: "fault"; readonly id?: string | null })
  | (LineMessage & { readonly kind: "note"; readonly effect: NoteEffect });

/** A note about a song that the dump contains more than once. All callers share one summary, so the notes are counted together. */
export function repeatedNote(line: number, reason: string): DumpLine & { readonly kind: "note" } {
  const summary = "a song that the dump has more than once; the last one counts";
  return { kind: "note", line, field: "id", reason, effect: { as: "warning", summary } };
}
