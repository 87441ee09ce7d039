import type { Steps } from "../../lib/steps.ts";
import type { StructureDocument } from "../../../schema/wire/structure.ts";

/** Bars that are played one after the other, from one bar line to another. `likeness` is that of the join before them. */
export interface WalkStep {
  readonly from: number;
  readonly to: number;
  readonly likeness: number | null;
}

export interface Walk<Tail> {
  readonly steps: readonly WalkStep[];
  readonly tail: Tail;
}

export interface WalkWanted<Tail> {
  /** Where the sound begins, in seconds of the recording. */
  readonly start: number;
  /** How long before its first bar line a cut begins that starts later. */
  readonly lead: number;
  /** The length of the cut. */
  readonly seconds: number;
  /** What follows the bar line with this number, if `rest` seconds are left; null if the piece cannot end there. */
  readonly tailOf: (line: number, rest: number) => Tail | null;
}

/** Bars that are played between two joins. */
const RUN_BARS_MIN = 2;
const JOIN = { cost: 0.35, unlikeness: 1.5, offPhrase: 0.15, unlike: 3 } as const;
/** What it costs to begin elsewhere than the recording does. */
const START = { section: 1.4, bar: 2.4 } as const;
const PHRASE_BARS = 4;
/** Longer sounds have more bars, but their cuts are limited, too. */
const BARS_MAX = 600;
/** Bar lines at the end of a piece to which it can always be cut. */
const LAST_LINES = 6;

interface Place {
  readonly cost: number;
  /** Seconds of the cut up to this bar line. */
  readonly elapsed: number;
  /** Bars since the last join or the start. */
  readonly run: number;
  readonly before: Place | null;
  readonly line: number;
  /** The likeness of the join that led here; undefined for a bar that was played. */
  readonly joined?: number | null;
}

/**
 * Finds the cheapest walk over the bars of a piece that has the wanted length: dynamic programming over the number of played bars
 * and the bar line, one step per played bar. A join costs the more, the less alike its bars are. Null if no walk has a tail.
 */
export function* cheapestWalk<Tail extends { readonly cost: number }>(
  structure: StructureDocument,
  { start, lead, seconds, tailOf }: WalkWanted<Tail>,
): Steps<Walk<Tail> | null> {
  const { downbeats } = structure;
  const lines = Math.min(downbeats.length, BARS_MAX);
  const joins = joinsByLine(structure, lines);
  let places = starts(structure, lines, { start, lead });
  let best: { readonly place: Place; readonly tail: Tail; readonly cost: number } | null = null;
  for (let bars = 0; bars <= BARS_MAX && places.size > 0; bars++) {
    yield;
    for (const place of places.values()) {
      if (place.run < RUN_BARS_MIN) continue;
      for (const { enter, cost, likeness } of joins.get(place.line) ?? []) {
        const there = places.get(enter);
        const total = place.cost + cost;
        if (there !== undefined && there.cost <= total) continue;
        places.set(enter, {
          cost: total,
          elapsed: place.elapsed,
          run: 0,
          before: place,
          line: enter,
          joined: likeness,
        });
      }
    }
    const next = new Map<number, Place>();
    for (const place of places.values()) {
      const rest = seconds - place.elapsed;
      if (rest < 0) continue;
      // A join is followed by bars, and not by the end.
      const tail = place.run === 0 && place.before !== null ? null : tailOf(place.line, rest);
      if (tail !== null && (best === null || place.cost + tail.cost < best.cost)) {
        best = { place, tail, cost: place.cost + tail.cost };
      }
      const line = place.line + 1;
      if (line >= lines) continue;
      const bar = (downbeats[line] ?? 0) - (downbeats[place.line] ?? 0);
      next.set(line, { cost: place.cost, elapsed: place.elapsed + bar, run: place.run + 1, before: place, line });
    }
    places = next;
  }
  return best === null ? null : { steps: stepsTo(best.place), tail: best.tail };
}

function starts(
  { downbeats, sections }: StructureDocument,
  lines: number,
  { start, lead }: { readonly start: number; readonly lead: number },
): Map<number, Place> {
  const first = downbeats[0] ?? 0;
  const places = new Map<number, Place>([[0, { cost: 0, elapsed: first - start, run: 0, before: null, line: 0 }]]);
  for (let line = 1; line < lines; line++) {
    const time = downbeats[line] ?? 0;
    const isSection = sections.some(({ from }) => Math.abs(from - time) < 0.01);
    places.set(line, {
      cost: isSection ? START.section : START.bar,
      elapsed: lead,
      run: 0,
      before: null,
      line,
    });
  }
  return places;
}

interface WeighedJoin {
  readonly enter: number;
  readonly cost: number;
  readonly likeness: number | null;
}

function joinsByLine({ edits, downbeats, sections }: StructureDocument, lines: number): Map<number, WeighedJoin[]> {
  const found = new Map<number, WeighedJoin[]>();
  const add = (leave: number, join: WeighedJoin): void => {
    const known = found.get(leave);
    if (known === undefined) found.set(leave, [join]);
    else known.push(join);
  };
  for (const { leave, enter, likeness } of edits) {
    if (leave >= lines || enter >= lines) continue;
    const isOff = (leave - enter) % PHRASE_BARS !== 0;
    const cost = JOIN.cost + JOIN.unlikeness * (1 - likeness) + (isOff ? JOIN.offPhrase : 0);
    add(leave, { enter, cost, likeness });
  }
  // Without like bars, the border of a section is the least bad place.
  const borders = sections.map(({ from }) => downbeats.findIndex((time) => Math.abs(time - from) < 0.01));
  const last = Array.from({ length: LAST_LINES }, (_, at) => lines - 1 - at);
  for (let leave = 1; leave < lines; leave++) {
    for (const enter of new Set([...borders, ...last])) {
      if (enter > 0 && enter !== leave) add(leave, { enter, cost: JOIN.unlike, likeness: null });
    }
  }
  return found;
}

function stepsTo(last: Place): readonly WalkStep[] {
  const steps: WalkStep[] = [];
  let to = last.line;
  for (let place: Place | null = last; place !== null; place = place.before) {
    if (place.before !== null && place.joined === undefined) continue;
    steps.push({ from: place.line, to, likeness: place.joined ?? null });
    to = place.before?.line ?? to;
  }
  return steps.toReversed();
}
