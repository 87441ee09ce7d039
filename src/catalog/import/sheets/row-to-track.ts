import { givenFields } from "../facts/given-fields.ts";
import { readBpm } from "../facts/read-bpm.ts";
import { readColumnDate } from "../facts/read-date.ts";
import { readDuration, readMilliseconds } from "../facts/read-duration.ts";
import { ABSENT, type FactReading, isMissing, wrong } from "../facts/fact-reading.ts";
import { readIsrc } from "../facts/read-isrc.ts";
import { readPitchClass } from "../facts/read-key.ts";
import { readEnergy, readTruth } from "../facts/read-scale.ts";
import { splitNames, splitWords } from "../facts/split-words.ts";
import type { TableNotations } from "../facts/table-notations.ts";
import type { HolderFields } from "../../../../schema/wire/dump-record.ts";
import { FIELD_LIMITS } from "../check/field-limits.ts";
import { readHolders } from "../rights/read-holders.ts";
import { readShare } from "../rights/read-shares.ts";
import { columnTexts } from "../rights/column-texts.ts";
import { isTerritoryField } from "../rights/lone-na.ts";
import { readExclusiveEnd } from "../rights/read-exclusive-end.ts";
import { rightsOfCells } from "../rights/rights-of-cells.ts";
import type { SheetLayout } from "./recognise-sheet.ts";
import type { SheetField } from "./sheet-columns.ts";

const TEXT_LENGTH_MAX = 2 * FIELD_LIMITS.lyrics;

/** A row of a sheet: a recording, the facts of its song, and its links to other versions of the song. */
export interface SheetTrack {
  readonly line: number;
  readonly title: string;
  readonly version: string;
  readonly album: string;
  readonly albumCode: string;
  readonly id: string;
  readonly masterId: string;
  readonly number: string;
  readonly mainNumber: string;
  /** Null if the sheet does not say. */
  readonly isMain: boolean | null;
  readonly isStem: boolean;
  readonly filename: string;
  readonly duration: number | null;
  readonly vocals: "lead" | "none" | null;
  /** Fields of the song line, without id, title, artists and files. Unknown columns are fields with their headers. */
  readonly song: Readonly<Record<string, unknown>>;
  readonly artists: readonly string[];
  readonly notes: readonly { readonly field: string; readonly reason: string }[];
}

export interface TrackReading {
  readonly layout: SheetLayout;
  readonly notations: TableNotations;
}

/** Reads a row. A wrong cell is left out with a note; the rest of the row is used. */
export function rowToTrack(line: number, cells: readonly string[], { layout, notations }: TrackReading): SheetTrack {
  const row = new SheetRow(cells, layout);
  const artists = row.names("artists");
  const released = row.read("released", (text, column) => readColumnDate(text, notations.dateAt(column)));
  if (released?.isRough === true) row.note("released", "the cell has no day; the first day was used");
  const isVocal = row.read("has_vocal", readTruth);
  const exclusiveEnd = row.read("exclusive_until", (text, column) => readExclusiveEnd(text, notations.dateAt(column)));
  const rights = rightsOfCells(row, {
    writers: row.holders("writers"),
    publishers: row.holders("publishers"),
    exclusiveEnd,
  });
  return {
    line,
    title: row.text("title"),
    version: row.text("version"),
    album: row.text("album"),
    albumCode: row.text("album_code"),
    id: row.text("id"),
    masterId: row.text("master_id"),
    number: plainNumber(row.text("number")),
    mainNumber: plainNumber(row.text("main_number")),
    isMain: row.read("is_main", readTruth),
    isStem: row.read("stem", readTruth) ?? false,
    filename: row.text("filename"),
    duration:
      row.read("duration", (text, column) => readDuration(text, notations.durationAt(column))) ??
      row.read("duration_ms", readMilliseconds),
    vocals: isVocal === null ? null : isVocal ? "lead" : "none",
    artists: artists.length > 0 ? artists : row.names("writers"),
    song: {
      ...row.unknown,
      ...givenFields({
        description: row.text("description"),
        lyrics: row.text("lyrics"),
        isrc: row.read("isrc", readIsrc),
        released_at: released?.seconds,
        bpm: row.read("bpm", readBpm),
        key: row.read("key", (text, column) => readPitchClass(text, row.text("mode"), notations.keyAt(column))),
        energy: row.read("energy", readEnergy),
        explicit: row.read("explicit", readTruth),
        rights,
      }),
      tags: {
        genre: row.words("genre"),
        mood: row.words("mood"),
        instrument: row.words("instrument"),
        characteristic: row.words("characteristic"),
      },
    },
    notes: row.notes,
  };
}

interface SheetCell {
  readonly header: string;
  readonly text: string;
  readonly column: number;
}

class SheetRow {
  readonly notes: { field: string; reason: string }[] = [];
  readonly unknown: Record<string, string> = {};
  readonly #cells = new Map<SheetField, SheetCell[]>();
  readonly #people = new Map<string, Map<string, string>>();

  constructor(cells: readonly string[], layout: SheetLayout) {
    for (const [at, { header, field, person }] of layout.columns.entries()) {
      const text = cells[at]?.trim() ?? "";
      if (text === "" || field === "unused") continue;
      if (field !== null) this.#cells.set(field, [...(this.#cells.get(field) ?? []), { header, text, column: at }]);
      else if (person === null) this.unknown[header] = text;
      else {
        const key = `${person.of} ${person.number}`;
        const parts = this.#people.get(key) ?? new Map<string, string>();
        this.#people.set(key, parts.set(person.part, text));
      }
    }
  }

  /** The cell's text, cut to a bounded length. It is still too long for a song, so the check of the song reports it. */
  text(field: SheetField): string {
    return this.#cells.get(field)?.[0]?.text.slice(0, TEXT_LENGTH_MAX) ?? "";
  }

  read<Value>(field: SheetField, read: (text: string, column: number | null) => FactReading<Value>): Value | null {
    const text = this.text(field);
    return this.#valueOf(field, isMissing(text) ? ABSENT : read(text, this.#cells.get(field)?.[0]?.column ?? null));
  }

  /** Reads the different texts of all columns of a field. */
  readAll<Value>(field: SheetField, read: (texts: readonly string[]) => FactReading<Value>): Value | null {
    const { texts, remarks } = columnTexts(field, this.#textsOf(field), () => this.#hasNa());
    for (const remark of remarks) this.note(field, remark);
    return texts.length === 0 ? null : this.#valueOf(field, read(texts));
  }

  #valueOf<Value>(field: SheetField, reading: FactReading<Value>): Value | null {
    if (reading.kind === "wrong") this.note(field, `${reading.reason}; left out`);
    if (reading.kind !== "value") return null;
    if (reading.remark !== undefined) this.note(field, reading.remark);
    return reading.value;
  }

  #textsOf(field: SheetField): string[] {
    return (this.#cells.get(field) ?? []).map(({ text }) => text.slice(0, TEXT_LENGTH_MAX));
  }

  /** Whether a cell that is not about territories is "NA". */
  #hasNa(): boolean {
    const others = [...this.#cells].filter(([field]) => !isTerritoryField(field));
    return (
      others.some(([, cells]) => cells.some(({ text }) => text === "NA")) || Object.values(this.unknown).includes("NA")
    );
  }

  words(field: SheetField): string[] {
    return (this.#cells.get(field) ?? []).flatMap(({ text }) => splitWords(text));
  }

  /** Returns the names in columns for parts of names, otherwise those in columns for complete names. */
  names(of: "artists" | "writers"): string[] {
    const names = this.#peopleOf(of).flatMap((parts) => nameOf(parts) || []);
    if (names.length > 0) return names;
    const texts = this.#textsOf(of);
    if (of === "artists") return texts.flatMap(splitNames);
    return [...new Set(texts.flatMap(readHolders).map(({ name }) => name))];
  }

  /** Returns the people in columns for parts of names, with their societies, numbers and shares. */
  holders(of: "writers" | "publishers"): HolderFields[] {
    return this.#peopleOf(of).flatMap((parts): HolderFields | [] => {
      const name = nameOf(parts);
      if (name === "") return [];
      const text = parts.get("share") ?? "";
      const share = readShare(text);
      if (share === undefined && !isMissing(text)) {
        this.note(of, `${wrong(`a share of ${name} in percent`, text).reason}; left out`);
      }
      const others = (["role", "ipi", "society"] as const).flatMap((part): [string, string][] => {
        const one = parts.get(part) ?? "";
        return one === "" ? [] : [[part, one]];
      });
      return { name, ...Object.fromEntries(others), ...(share === undefined ? {} : { share }) };
    });
  }

  /** The parts of each person's name and rights, in the order of their numbers. */
  #peopleOf(of: "artists" | "writers" | "publishers"): ReadonlyMap<string, string>[] {
    return [...this.#people]
      .filter(([key]) => key.startsWith(of))
      .toSorted(([a], [b]) => byNumber(a, b))
      .map(([, parts]) => parts);
  }

  note(field: SheetField, reason: string): void {
    this.notes.push({ field: this.#cells.get(field)?.[0]?.header ?? field, reason });
  }
}

function nameOf(parts: ReadonlyMap<string, string>): string {
  return ["first", "middle", "last", "name"].flatMap((part) => parts.get(part) ?? []).join(" ");
}

function byNumber(a: string, b: string): number {
  return Number(/\d+$/.exec(a)?.[0] ?? 0) - Number(/\d+$/.exec(b)?.[0] ?? 0);
}

/** Removes what spreadsheets ("1.0") and people ("001") add to a number. */
function plainNumber(text: string): string {
  return /^\d+(?:\.0+)?$/.test(text) ? String(Number(text)) : text;
}
