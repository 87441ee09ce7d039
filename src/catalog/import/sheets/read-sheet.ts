import { assert } from "../../../lib/assert.ts";
import { turn } from "../../../lib/turn.ts";
import { type DumpLine, type NoteEffect, repeatedNote } from "../dump-line.ts";
import { UnreadableTable } from "../failure.ts";
import { describeFamily } from "../families/describe-family.ts";
import type { Family } from "../families/plan-families.ts";
import { type GatheredTracks, gatherTracks, trackAlone, type TrackItem } from "./gather-tracks.ts";
import { namesFiles, type SheetLayout } from "./recognise-sheet.ts";
import { rowToTrack, type SheetTrack } from "./row-to-track.ts";
import { audioPaths, SheetFiles } from "./sheet-files.ts";
import { songOfTracks, type TrackFile } from "./song-of-tracks.ts";
import { stemsBeside } from "./stems-beside.ts";
import { featureRowId, identifyTracks, type IdentifiedTracks, inClaimOrder } from "./track-ids.ts";

/**
 * Rows of a sheet with versions, and the characters in all their cells. They are held until all are read: the main track,
 * or another row with the same number, may be the last of them.
 */
const HELD_MAX = { rows: 250_000, characters: 256 * 1024 * 1024 } as const;
const BATCH_SONGS = 500;
const SHOWN_MAX = 10;

export interface SheetSource {
  /** How reports call the sheet, and where its media lie. */
  readonly name: string;
  readonly folder: string;
  readonly families: boolean;
  /** Ends the reading between two steps: the generator throws its reason. */
  readonly signal: AbortSignal | null;
  /** Tests pass small limits. */
  readonly heldMax?: { readonly rows: number; readonly characters: number };
}

/** A row's cells, or why it has none. */
export type SheetRows = AsyncIterable<readonly (CellRow | DumpLine)[]>;
export interface CellRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads the rows behind the header of a sheet whose layout is known, as lines of a dump. */
export async function* readSheet(
  rows: SheetRows,
  layout: SheetLayout,
  source: SheetSource,
): AsyncGenerator<readonly DumpLine[]> {
  yield [remark(layout)];
  // Tables of audio features have millions of rows and no versions.
  const isOfFeatures = layout.kind === "audio features";
  const files = new SheetFiles(source.folder, !isOfFeatures);
  if (isOfFeatures) {
    for await (const some of rows) yield await rowsAlone(some, layout, files);
  } else {
    const { tracks, faults } = await heldTracks(rows, layout, source);
    yield faults;
    yield* songsOf(tracks, files, source);
  }
  if (namesFiles(layout)) yield await files.unnamed();
}

function remark({ kind, columns }: SheetLayout): DumpLine {
  const unused = columns.filter(({ field }) => field === "unused").map(({ header }) => header);
  const some = unused.slice(0, SHOWN_MAX).join(", ");
  const more = unused.length > SHOWN_MAX ? ` and ${unused.length - SHOWN_MAX} more` : "";
  const left = unused.length === 0 ? "" : `; a song has no place for ${some}${more}`;
  return { kind: "note", line: 1, field: "", reason: `read as a sheet of ${kind}${left}`, effect: { as: "remark" } };
}

async function rowsAlone(
  rows: readonly (CellRow | DumpLine)[],
  layout: SheetLayout,
  files: SheetFiles,
): Promise<DumpLine[]> {
  const faults = rows.filter((row) => "kind" in row);
  const tracks = rows.flatMap((row) => ("kind" in row ? [] : rowToTrack(row.line, row.cells, layout)));
  const doubts = await files.look(tracks);
  const fileOf = (track: SheetTrack): TrackFile => files.audioOf(track);
  const songs = tracks.flatMap((track): DumpLine[] => {
    const value = songOfTracks({ family: trackAlone(track), idOf: featureRowId, fileOf, stems: [] });
    return [...notesOf(track), { kind: "value", line: track.line, value }];
  });
  return [...faults, ...doubts, ...songs];
}

async function heldTracks(
  rows: SheetRows,
  layout: SheetLayout,
  source: SheetSource,
): Promise<{ readonly tracks: readonly SheetTrack[]; readonly faults: readonly DumpLine[] }> {
  const tracks: SheetTrack[] = [];
  const faults: DumpLine[] = [];
  const max = source.heldMax ?? HELD_MAX;
  let characters = 0;
  for await (const some of rows) {
    for (const row of some) {
      if ("kind" in row) faults.push(row);
      else {
        tracks.push(rowToTrack(row.line, row.cells, layout));
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
    `${name} has more than ${what}, which are held to find the versions of songs; part it by album.`,
  );
}

/** Without `gathers` every row is a song. */
async function* songsOf(
  all: readonly SheetTrack[],
  files: SheetFiles,
  { families: gathers, signal }: SheetSource,
): AsyncGenerator<readonly DumpLine[]> {
  const identified = identifyTracks(all);
  await turn(signal);
  yield notesOfIds(identified);
  const { tracks } = identified;
  const { families, how, orphans } = gathers ? gatherTracks(tracks, inClaimOrder) : eachAlone(tracks);
  await turn(signal);
  yield await files.look(tracks);
  await turn(signal);
  const stems = stemsBeside(gathers ? families : [], (track) => files.fileOf(track), files.items());
  const idOf = (track: SheetTrack): string => {
    const id = identified.idOf.get(track);
    assert(id !== undefined, "every row that is kept has an id");
    return id;
  };
  let lines: DumpLine[] = [];
  for (const [at, family] of families.entries()) {
    const beside = stems.get(family) ?? [];
    for (const { item } of beside) files.use(item);
    const named = beside.flatMap(({ item }) => audioPaths(item).map((path) => ({ line: lineOf(family), path })));
    lines.push(...(await files.judge(named)));
    const parts = {
      family,
      idOf,
      fileOf: (track: SheetTrack) => files.audioOf(track),
      stems: beside
        .map((stem) => ({ ...stem, item: files.audioIn(stem.item) }))
        .filter(({ item }) => audioPaths(item).length > 0),
    };
    lines.push(...linesOf(family, how.get(family) ?? "", orphans, parts.stems.length));
    lines.push({ kind: "value", line: lineOf(family), value: songOfTracks(parts) });
    if (at % BATCH_SONGS !== BATCH_SONGS - 1) continue;
    yield lines;
    lines = [];
  }
  yield lines;
}

function eachAlone(tracks: readonly SheetTrack[]): GatheredTracks {
  return { families: tracks.map(trackAlone), how: new Map(), orphans: new Set() };
}

function notesOfIds({ repeated, doubled, idOf }: IdentifiedTracks): DumpLine[] {
  return [
    ...repeated.map(({ track, by }) =>
      repeatedNote(
        track.line,
        `line ${by.line} is a later row of ${JSON.stringify(idOf.get(by))} and counts; this one was passed over`,
      ),
    ),
    ...doubled.map(({ track, by }) => {
      const reason = `line ${by.line} has the same number in the album, and so the id ${idOf.get(by)}; this song's id is ${idOf.get(track)}`;
      const summary = "a track number that two songs of an album have; one of them has an id made of its title";
      return note(track.line, "id", reason, { as: "warning", summary });
    }),
  ];
}

function linesOf(family: Family<TrackItem>, how: string, orphans: ReadonlySet<SheetTrack>, stems: number): DumpLine[] {
  const lines = family.members.flatMap(({ item }) => notesOf(item.track));
  for (const { item } of family.members) {
    if (!orphans.has(item.track)) continue;
    const reason = "the sheet has no row of the main track that this one names; it became a song of its own";
    const summary = "rows that name a main track which the sheet does not have";
    lines.push(note(item.track.line, "audio_files", reason, { as: "warning", summary }));
  }
  const files = family.members.length + stems;
  if (files < 2) return lines;
  const beside = stems === 0 ? "" : `, with ${stems} stem${stems === 1 ? "" : "s"} from the folder`;
  const reason = describeFamily(family, "rows", how, ({ track }) => `line ${track.line}`) + beside;
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
