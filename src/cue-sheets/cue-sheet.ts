import type { SongRights } from "../../schema/rights.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import type { WorkInSteps } from "../db/work.ts";
import { mapInSteps } from "../lib/steps.ts";
import type { EditEvent, EditList, ListFormat } from "./edit-lists/edit-list.ts";
import type { FrameRate } from "./edit-lists/frame-rate.ts";
import { type Evidence, matchSongs, type SongMatch, type SongSource } from "./match-songs.ts";

/** One use of a song. */
export interface Cue {
  readonly number: number;
  readonly songId: string;
  readonly title: string;
  /** The version that the list names by the id of its file; empty otherwise. */
  readonly version: string;
  readonly artists: readonly string[];
  readonly isrc: string | null;
  readonly rights: SongRights | null;
  /** As the list or the caller says; null if neither does. */
  readonly usage: string | null;
  /** Frames of the timeline's timecode. */
  readonly start: number;
  readonly end: number;
  readonly tracks: readonly string[];
  readonly matchedBy: Evidence;
  /** What the list calls the clip. */
  readonly clip: string;
  readonly notes: readonly string[];
}

/** An event with sound that names no song of the catalog, or several. */
export interface UnmatchedEvent {
  readonly clip: string;
  readonly start: number;
  readonly end: number;
  readonly track: string;
  readonly hasPicture: boolean;
  /** Songs that have the name, if there are several. */
  readonly candidates: readonly string[];
}

export interface CueSheet {
  readonly title: string;
  readonly format: ListFormat;
  readonly rate: FrameRate;
  readonly cues: readonly Cue[];
  readonly unmatched: readonly UnmatchedEvent[];
  readonly notes: readonly string[];
}

export interface CueSheetOptions {
  /** For cues whose use the list does not state; null for none. */
  readonly usage: string | null;
}

/** Two events of a song with at most this gap are one cue: an edit of the music is no new use. */
const GAP_FRAMES_MAX = 1;

type OpenCue = {
  -readonly [
    Field in keyof Omit<Cue, "number" | "title" | "version" | "artists" | "isrc" | "rights" | "tracks" | "notes">
  ]: Cue[Field];
} & {
  readonly fileId: string | null;
  readonly tracks: Set<string>;
  readonly notes: Set<string>;
};

/** Builds the cue sheet of a list. Events without a song are listed, not lost. */
export function* cueSheetOf(list: EditList, source: SongSource, { usage }: CueSheetOptions): WorkInSteps<CueSheet> {
  const matches = yield* matchSongs(list.events, source);
  const cues: OpenCue[] = [];
  const lastOf = new Map<string, OpenCue>();
  const unmatched: UnmatchedEvent[] = [];
  let pictures = 0;
  let reversed = 0;
  const inOrder = list.events.map((event, at) => ({ event, match: matches[at] ?? NONE }));
  for (const [at, { event, match }] of inOrder.toSorted((a, b) => a.event.start - b.event.start).entries()) {
    if (at % EVENTS_PER_STEP === 0) yield;
    if (event.end < event.start) reversed++;
    if (event.end <= event.start) continue;
    if (match.kind === "song") addCue(cues, lastOf, event, match, event.usage || usage);
    else if (event.hasSound) unmatched.push(unmatchedOf(event, match));
    else pictures++;
  }
  yield;
  const songs = new Map<string, SongRecord>();
  const ids = [...new Set(cues.map(({ songId }) => songId))];
  for (let from = 0; from < ids.length; from += SONGS_PER_STEP) {
    yield;
    for (const [id, song] of source.songsByIds(ids.slice(from, from + SONGS_PER_STEP))) songs.set(id, song);
  }
  const left = [
    ...(pictures === 0 ? [] : [`Events without sound that name no song were left out: ${pictures}.`]),
    ...(reversed === 0 ? [] : [`Events that end before they begin were left out: ${reversed}.`]),
  ];
  return {
    title: list.title,
    format: list.format,
    rate: list.rate,
    cues: yield* mapInSteps(cues, EVENTS_PER_STEP, (cue, at) => closed(cue, at + 1, songs.get(cue.songId))),
    unmatched,
    notes: [...list.notes, ...left],
  };
}

const EVENTS_PER_STEP = 200;
/** Complete songs, with artists, files and rights. */
const SONGS_PER_STEP = 50;
const NONE: SongMatch = { kind: "none" };

/** Stereo pairs and edits of one song continue its last cue. */
function addCue(
  cues: OpenCue[],
  lastOf: Map<string, OpenCue>,
  event: EditEvent,
  { songId, fileId, by }: SongMatch & { readonly kind: "song" },
  usage: string | null,
): void {
  const notes = event.speed === null || event.speed === 100 ? [] : [`plays at ${event.speed} %`];
  const last = lastOf.get(songId);
  if (last !== undefined && last.usage === usage && event.start <= last.end + GAP_FRAMES_MAX) {
    last.end = Math.max(last.end, event.end);
    if (event.track !== "") last.tracks.add(event.track);
    for (const note of notes) last.notes.add(note);
    return;
  }
  const cue: OpenCue = {
    songId,
    fileId,
    usage,
    start: event.start,
    end: event.end,
    tracks: new Set([event.track].filter((track) => track !== "")),
    matchedBy: by,
    clip: clipOf(event),
    notes: new Set(notes),
  };
  cues.push(cue);
  lastOf.set(songId, cue);
}

function closed({ fileId, tracks, notes, ...cue }: OpenCue, number: number, song: SongRecord | undefined): Cue {
  return {
    ...cue,
    tracks: [...tracks],
    notes: [...notes],
    number,
    title: song?.title ?? cue.clip,
    version: song?.audioFiles.find(({ id }) => id === fileId)?.description ?? "",
    artists: (song?.artists ?? []).map(({ name }) => name),
    isrc: song?.isrc ?? null,
    rights: song?.rights ?? null,
  };
}

function unmatchedOf(event: EditEvent, match: SongMatch): UnmatchedEvent {
  const { start, end, track, hasPicture } = event;
  const candidates = match.kind === "several" ? match.songIds : [];
  return { clip: clipOf(event), start, end, track, hasPicture, candidates };
}

function clipOf({ names, reel, songId }: EditEvent): string {
  return names[0] ?? (reel || songId);
}
