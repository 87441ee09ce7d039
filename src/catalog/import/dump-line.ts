/** How a note reaches those who do not read the report. */
export type Told =
  /** Counted with others of the same summary. */
  | { readonly as: "warning"; readonly summary: string }
  /** Said once, as it stands. */
  | { readonly as: "remark" }
  /** A medium that the record names is not there, or is none; the record landed without it. */
  | { readonly as: "missing" }
  /** Several files became one song: songs and files are counted. */
  | { readonly as: "family"; readonly files: number };

interface Placed {
  /** Where the line is not the dump file's own: an audio file in a folder. */
  readonly file?: string;
  /** 0 for a file that has no lines. */
  readonly line: number;
}

interface Said extends Placed {
  readonly field: string;
  readonly reason: string;
}

/** What a line of a dump turned out to be: a value still to be checked, nothing that can be read, or word of something. */
export type DumpLine =
  | (Placed & { readonly kind: "value"; readonly value: unknown })
  /** `id` is that of the song that would have been made, where it is known. */
  | (Said & { readonly kind: "fault"; readonly id?: string | null })
  | (Said & { readonly kind: "note"; readonly told: Told });

/** Word of a song that the dump has twice, which is counted alike wherever it is found out. */
export function repeatedNote(line: number, reason: string): DumpLine & { readonly kind: "note" } {
  const summary = "a song that the dump has more than once; the last one counts";
  return { kind: "note", line, field: "id", reason, told: { as: "warning", summary } };
}
