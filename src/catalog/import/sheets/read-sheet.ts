import { assert } from "../../../lib/assert.ts";
import { yieldToEventLoop } from "../../../lib/yield-to-event-loop.ts";
import { type DumpLine, type NoteEffect, repeatedNote } from "../dump-line.ts";
import { audioPaths } from "../audio/pair-files.ts";
import { TableEvidence, type TableNotations } from "../facts/table-notations.ts";
import { UnreadableTable } from "../failure.ts";
import { describeFamily } from "../families/describe-family.ts";
import type { Family } from "../families/plan-families.ts";
import { type GatheredTracks, gatherTracks, familyOfOne, type TrackItem } from "./gather-tracks.ts";
import { listed } from "./listed.ts";
import { namesFiles, type SheetLayout } from "./recognise-sheet.ts";
import { rowToTrack, type SheetTrack, type TrackReading } from "./row-to-track.ts";
import { SheetFiles } from "./sheet-files.ts";
import { songOfTracks, type TrackFile } from "./song-of-tracks.ts";
import { featureRowId, identifyTracks, type IdentifiedTracks, inClaimOrder } from "./track-ids.ts";
import { unnamedStems } from "./unnamed-stems.ts";

/**
 * Maximum number of rows of a sheet with versions, and of characters in all their cells. All rows are in memory at the
 * same time, because the last row can be the main track of an earlier row, or have the same number.
 */
const HELD_MAX = { rows: 250_000, characters: 256 * 1024 * 1024 } as const;
const BATCH_SONGS = 500;

export interface SheetSource {
  /** The sheet's name in reports. */
  readonly name: string;
  /** The folder of the sheet and its media. */
  readonly folder: string;
  /** Whether versions and stems become one song. */
  readonly families: boolean;
  /** How the columns are written; without it, unclear cells are left out. */
  readonly notations?: TableNotations;
  /** Stops the reading between two steps: the generator throws its reason. */
  readonly signal: AbortSignal | null;
  /** Small limits for tests. */
  readonly heldMax?: { readonly rows: number; readonly characters: number };
}

/** Batches of rows; a DumpLine is the fault of a row that cannot be read. */
export type SheetRows = AsyncIterable<readonly (CellRow | DumpLine)[]>;

export interface CellRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether U+FFFD in its cells replaces bytes that are not UTF-8. */
  readonly isDamaged?: true;
}

/** Reads the rows after the header of a sheet as lines of a dump. */
export async function* readSheet(
  rows: SheetRows,
  layout: SheetLayout,
  source: SheetSource,
): AsyncGenerator<readonly DumpLine[]> {
  yield [layoutRemark(layout)];
  // Tables of audio features can have millions of rows, and have no versions.
  const isOfFeatures = layout.kind === "audio features";
  const files = new SheetFiles(source.folder, !isOfFeatures);
  if (isOfFeatures) {
    const notations = source.notations ?? new TableEvidence([]);
    for await (const some of rows) yield await rowsAlone(some, { layout, notations }, files);
  } else {
    const { tracks, faults } = await allTracks(rows, layout, source);
    yield faults;
    yield* songsOf(tracks, files, source);
  }
  if (namesFiles(layout)) yield await files.folderLines(source.name);
}

function layoutRemark({ kind, columns }: SheetLayout): DumpLine {
  const unused = columns.filter(({ field }) => field === "unused").map(({ header }) => header);
  const left = unused.length === 0 ? "" : `; songs have no field for ${listed(unused)}`;
  return note(1, "", `read as a sheet of ${kind}${left}`, { as: "remark" });
}

async function rowsAlone(
  rows: readonly (CellRow | DumpLine)[],
  reading: TrackReading,
  files: SheetFiles,
): Promise<DumpLine[]> {
  const faults = rows.filter((row) => "kind" in row);
  const tracks = rows.flatMap((row) => ("kind" in row ? [] : rowToTrack(row.line, row.cells, reading)));
  const doubts = await files.find(tracks);
  const fileOf = (track: SheetTrack): TrackFile => files.audioOf(track);
  const songs = tracks.flatMap((track): DumpLine[] => {
    const value = songOfTracks({ family: familyOfOne(track), idOf: featureRowId, fileOf, stems: [] });
    return [...notesOf(track), { kind: "value", line: track.line, value, isLenient: true }];
  });
  return [...faults, ...doubts, ...songs];
}

async function allTracks(
  rows: SheetRows,
  layout: SheetLayout,
  source: SheetSource,
): Promise<{ readonly tracks: readonly SheetTrack[]; readonly faults: readonly DumpLine[] }> {
  const tracks: SheetTrack[] = [];
  const faults: DumpLine[] = [];
  const max = source.heldMax ?? HELD_MAX;
  const reading = { layout, notations: source.notations ?? new TableEvidence([]) };
  let characters = 0;
  for await (const some of rows) {
    for (const row of some) {
      if ("kind" in row) faults.push(row);
      else {
        tracks.push(rowToTrack(row.line, row.cells, reading));
        characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      }
    }
    if (tracks.length + faults.length > max.rows) throw tooLarge(source, `${max.rows} rows`);
    if (characters > max.characters) throw tooLarge(source, `${max.characters} characters`);
  }
  return { tracks, faults };
}

function tooLarge({ name }: SheetSource, what: string): UnreadableTable {
  return new UnreadableTable(
    `${name} has more than ${what}. Split it by album: all rows are read into memory to find the versions of songs.`,
  );
}

async function* songsOf(
  all: readonly SheetTrack[],
  files: SheetFiles,
  { families: hasFamilies, signal }: SheetSource,
): AsyncGenerator<readonly DumpLine[]> {
  const identified = identifyTracks(all);
  await yieldToEventLoop(signal);
  yield notesOfIds(identified);
  const { tracks } = identified;
  const { families, how, orphans } = hasFamilies ? gatherTracks(tracks, inClaimOrder) : eachAlone(tracks);
  await yieldToEventLoop(signal);
  yield await files.find(tracks);
  await yieldToEventLoop(signal);
  const stems = unnamedStems(hasFamilies ? families : [], (track) => files.fileOf(track), files.items());
  const idOf = (track: SheetTrack): string => {
    const id = identified.idOf.get(track);
    assert(id !== undefined, "every remaining row has an id");
    return id;
  };
  let lines: DumpLine[] = [];
  for (const [at, family] of families.entries()) {
    const found = stems.get(family) ?? [];
    for (const { item } of found) files.use(item);
    const paths = found.flatMap(({ item }) => audioPaths(item).map((path) => ({ line: lineOf(family), path })));
    lines.push(...(await files.refuseOthers(paths)));
    const parts = {
      family,
      idOf,
      fileOf: (track: SheetTrack) => files.audioOf(track),
      stems: found
        .map((stem) => ({ ...stem, item: files.audioIn(stem.item) }))
        .filter(({ item }) => audioPaths(item).length > 0),
    };
    lines.push(...linesOf(family, how.get(family) ?? "", orphans, parts.stems.length));
    lines.push({ kind: "value", line: lineOf(family), value: songOfTracks(parts), isLenient: true });
    if (at % BATCH_SONGS !== BATCH_SONGS - 1) continue;
    yield lines;
    lines = [];
  }
  yield lines;
}

function eachAlone(tracks: readonly SheetTrack[]): GatheredTracks {
  return { families: tracks.map(familyOfOne), how: new Map(), orphans: new Set() };
}

function notesOfIds({ repeated, doubled, idOf }: IdentifiedTracks): DumpLine[] {
  return [
    ...repeated.map(({ track, by }) =>
      repeatedNote(
        track.line,
        `line ${by.line} is a later row of ${JSON.stringify(idOf.get(by))} and was used; this one was skipped`,
      ),
    ),
    ...doubled.map(({ track, by }) => {
      const reason = `line ${by.line} has the same number in the album, and therefore the id ${idOf.get(by)}; this song's id is ${idOf.get(track)}`;
      const summary = "a track number of two songs in an album; the id of one is built from its title";
      return note(track.line, "id", reason, { as: "warning", summary });
    }),
  ];
}

function linesOf(family: Family<TrackItem>, how: string, orphans: ReadonlySet<SheetTrack>, stems: number): DumpLine[] {
  const lines = family.members.flatMap(({ item }) => notesOf(item.track));
  for (const { item } of family.members) {
    if (!orphans.has(item.track)) continue;
    const reason = "the sheet has no row for this row's main track; it became a separate song";
    const summary = "rows whose main track is missing in the sheet";
    lines.push(note(item.track.line, "audio_files", reason, { as: "warning", summary }));
  }
  const files = family.members.length + stems;
  if (files < 2) return lines;
  const fromFolder = stems === 0 ? "" : `, with ${stems} stem${stems === 1 ? "" : "s"} from the folder`;
  const reason = describeFamily(family, "rows", how, ({ track }) => `line ${track.line}`) + fromFolder;
  return [...lines, note(lineOf(family), "audio_files", reason, { as: "family", files })];
}

function lineOf(family: Family<TrackItem>): number {
  return family.members[0]?.item.track.line ?? 1;
}

function notesOf(track: SheetTrack): DumpLine[] {
  return track.notes.map(({ field, reason }) =>
    note(track.line, field, reason, { as: "warning", summary: `a cell of ${field} that is wrong or unclear` }),
  );
}

function note(line: number, field: string, reason: string, effect: NoteEffect): DumpLine {
  return { kind: "note", line, field, reason, effect };
}
