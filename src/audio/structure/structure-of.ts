import type { StructureDocument } from "../../../schema/wire/structure.ts";
import { ONSETS_A_SECOND } from "../onset-analyser.ts";
import { cosineOf, meanNotes } from "./beat-evidence.ts";
import { type Stretch, stretchesOf } from "./bar-features.ts";
import { findBars } from "./find-bars.ts";
import { findEdits, findLoops } from "./find-edits.ts";
import { findEnds, type SoundEnds } from "./find-ending.ts";
import { findSections } from "./find-sections.ts";
import type { StructureFrames } from "./structure-meter.ts";

/** Without bars, sections are found among stretches of this length. */
const STRETCH_SECONDS = 2;
/** The range of levels over which energy grows from 0 to 1. Decibels. */
const ENERGY_RANGE = 24;
const LEVEL_WEIGHT = 0.6;

/** Returns the structure of a sound of `duration` seconds. The same sound has the same structure. */
export function structureOf(frames: StructureFrames, duration: number): StructureDocument {
  const ends = findEnds(frames);
  const bars = ends.ending === null ? null : findBars(frames);
  const lines = bars === null ? [] : bars.downbeats.map((beat) => bars.beats[beat] ?? 0);
  const stretches = stretchesOf(frames, [...lines, Math.max(ends.end, (lines.at(-1) ?? 0) + 0.1)]);
  const edits = bars === null ? [] : findEdits(stretches);
  const loops = findLoops(edits).map(({ leave, enter, likeness }) => ({
    from: milliseconds(lines[enter] ?? 0),
    to: milliseconds(lines[leave] ?? 0),
    likeness,
  }));
  return {
    duration: milliseconds(duration),
    pulse:
      bars === null
        ? null
        : { bpm: Math.round(bars.bpm * 10) / 10, beats_per_bar: bars.beatsPerBar, confidence: bars.confidence },
    beats: (bars?.beats ?? []).map(milliseconds),
    downbeats: lines.map(milliseconds),
    levels: bars === null ? [] : stretches.map(({ level }) => Math.round(level * 10) / 10),
    closes: [...closesOf(frames, lines, ends)],
    sections: sectionsOf(frames, ends, bars === null ? null : { lines, stretches }),
    starts_at: milliseconds(ends.start),
    ends_at: milliseconds(ends.end),
    ending: ends.ending,
    loops,
    edits: [...edits],
  };
}

function sectionsOf(
  frames: StructureFrames,
  { start, end, ending }: SoundEnds,
  bars: { readonly lines: readonly number[]; readonly stretches: readonly Stretch[] } | null,
): StructureDocument["sections"] {
  if (ending === null) return [];
  const times = bars?.lines ?? evenTimes(start, end);
  const parts = findSections(bars?.stretches ?? stretchesOf(frames, [...times, end])).map(({ from, to, label }) => ({
    from: from === 0 ? start : (times[from] ?? end),
    to: times[to] ?? end,
    label,
  }));
  const levels = parts.map(({ from, to }) => levelOf(frames, from, to));
  const rates = parts.map(({ from, to }) => onsetsOf(frames, from, to));
  const [loudest, fastest] = [Math.max(...levels), Math.max(...rates, 1e-9)];
  return parts.map(({ from, to, label }, at) => {
    const level = Math.max(0, 1 - (loudest - (levels[at] ?? loudest)) / ENERGY_RANGE);
    const energy = LEVEL_WEIGHT * level + (1 - LEVEL_WEIGHT) * ((rates[at] ?? 0) / fastest);
    return { from: milliseconds(from), to: milliseconds(to), label, energy: Math.round(energy * 100) / 100 };
  });
}

/** Compares the beginning of each bar with the last bar; with the first one if the piece fades out. */
function closesOf(frames: StructureFrames, lines: readonly number[], { end, ending }: SoundEnds): readonly number[] {
  const [first, second] = lines;
  if (first === undefined || second === undefined) return lines.map(() => 0);
  const last = lines.at(-1) ?? first;
  const half = (second - first) / 2;
  const home =
    ending === "fade" ? meanNotes(frames, first, second) : meanNotes(frames, last, Math.max(end, last + half));
  return lines.map((line) => {
    const likeness = Math.max(0, cosineOf(meanNotes(frames, line, line + half), home) ?? 0);
    return Math.round(likeness * 100) / 100;
  });
}

function evenTimes(start: number, end: number): readonly number[] {
  return Array.from(
    { length: Math.max(1, Math.floor((end - start) / STRETCH_SECONDS)) },
    (_, at) => start + at * STRETCH_SECONDS,
  );
}

function levelOf(frames: StructureFrames, from: number, to: number): number {
  return stretchesOf(frames, [from, to])[0]?.level ?? -90;
}

/** The mean onset between two times. */
function onsetsOf({ onsets }: StructureFrames, from: number, to: number): number {
  const these = onsets.slice(Math.floor(from * ONSETS_A_SECOND), Math.ceil(to * ONSETS_A_SECOND));
  return these.reduce((sum, { onset }) => sum + onset, 0) / Math.max(1, these.length);
}

/** Rounds seconds to milliseconds. */
function milliseconds(seconds: number): number {
  return Math.round(Math.max(0, seconds) * 1_000) / 1_000;
}
