import { ENERGIES, type Energy, MODES, type Mode } from "../../schema/song.ts";
import { once } from "../lib/once.ts";
import { describeReason } from "./describe-reason.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { AskTerm } from "./rule.ts";
import {
  energyTerm,
  loudnessTerm,
  modeTerm,
  ORIGINS,
  TEMPO_ORIGINS,
  type TempoOrigin,
  tempoTerm,
} from "./song-values.ts";
import { TEMPO_WORDS, tempoDistance } from "./tempo-words.ts";

/** Tempi that are looked for, in beats per minute. */
const BPM = { least: 20, most: 300 } as const;
/** Loudness that is looked for, in LUFS. */
const LUFS = { least: -70, most: 0 } as const;
/** At this distance from the range of a word, in octaves of tempo, a tempo does not serve it at all. */
const TEMPO_EDGE = 0.25;
/** LUFS that serve "quiet" and "loud" in full and not at all. Mastered music is between -20 and -6. */
const QUIET = { full: -26, none: -18 } as const;
const LOUD = { full: -10, none: -16 } as const;
/** The parts of the wish for which the energy levels serve, from very low to high. */
const ENERGETIC = [0, 0, 0.3, 1] as const;
const CALM = [1, 0.6, 0, 0] as const;
/** Calm music is quiet music in part, however loud its recording is. */
const QUIET_BY_ENERGY = [0.6, 0.2, 0, 0] as const;
/** Parts below this are too faint to look for. */
const PART_MIN = 0.1;

/** What a value serves: parts of a wish, 0 to 1. Missing kinds of values say nothing about it. */
interface Plain {
  readonly tempo?: (bpm: number) => number;
  readonly loudness?: (lufs: number) => number;
  readonly energy?: (level: Energy) => number;
  readonly mode?: Mode;
  /** The opposite concept. */
  readonly contrary: string | null;
}

const byLevel =
  (parts: readonly number[]) =>
  (level: Energy): number =>
    parts[ENERGIES.indexOf(level)] ?? 0;
const byTempo = (word: string, contrary: string | null): readonly [string, Plain] => [
  word,
  { tempo: (bpm) => Math.max(0, 1 - tempoDistance(bpm, TEMPO_WORDS.get(word) ?? [0, 0]) / TEMPO_EDGE), contrary },
];

/** The concepts of the vocabulary that a value answers. */
const PLAIN: ReadonlyMap<string, Plain> = new Map<string, Plain>([
  byTempo("slow", "fast"),
  byTempo("very slow", "fast"),
  byTempo("mid-tempo", null),
  byTempo("uptempo", "slow"),
  byTempo("fast", "slow"),
  byTempo("very fast", "slow"),
  ["loud", { loudness: between(LOUD), contrary: "quiet" }],
  ["quiet", { loudness: between(QUIET), energy: byLevel(QUIET_BY_ENERGY), contrary: "loud" }],
  ["energetic", { energy: byLevel(ENERGETIC), contrary: "calm" }],
  ["calm", { energy: byLevel(CALM), contrary: "energetic" }],
  ["minor key", { mode: "minor", contrary: "major key" }],
  ["major key", { mode: "major", contrary: "minor key" }],
]);

/** Returns the terms of stated and measured values that serve a concept; empty for other concepts. */
export function plainTerms(index: RankingIndex, concept: string): readonly AskTerm[] {
  const plain = PLAIN.get(concept);
  if (plain === undefined) return [];
  const known = cacheOf(index);
  const cached = known.get(concept);
  if (cached !== undefined) return cached;
  const terms = termsOf(index, plain);
  known.set(concept, terms);
  return terms;
}

/** Returns the terms that contradict a concept. */
export function contraryPlainTerms(index: RankingIndex, concept: string): readonly AskTerm[] {
  const contrary = PLAIN.get(concept)?.contrary ?? null;
  return contrary === null ? [] : plainTerms(index, contrary).map((term) => ({ ...term, shows: "contrary tag" }));
}

/** Returns the terms of these energy levels. */
export function energyTerms(index: RankingIndex, levels: readonly Energy[]): readonly AskTerm[] {
  return termsOf(index, { energy: (level) => (levels.includes(level) ? 1 : 0), contrary: null });
}

/** Returns the terms of these modes. */
export function modeTerms(index: RankingIndex, modes: readonly Mode[]): readonly AskTerm[] {
  return modes.flatMap((mode) => termsOf(index, { mode, contrary: null }));
}

/** Linear between the two loudnesses. */
function between({ full, none }: { readonly full: number; readonly none: number }): (lufs: number) => number {
  return (lufs) => Math.max(0, Math.min(1, (lufs - none) / (full - none)));
}

function termsOf(index: RankingIndex, { tempo, loudness, energy, mode }: Plain): readonly AskTerm[] {
  const found: AskTerm[] = [];
  const add = (spelling: string, part: number, facts: NonNullable<AskTerm["facts"]>): void => {
    const term = part < PART_MIN ? -1 : index.term(spelling);
    if (term >= 0) found.push({ term, part, shows: "value", name: describeReason(facts), facts });
  };
  if (tempo !== undefined)
    for (const origin of TEMPO_ORIGINS)
      for (let bpm = BPM.least; bpm <= BPM.most; bpm++)
        add(tempoTerm(origin, bpm), tempo(feltTempo(origin, bpm)), tempoFacts(origin, bpm));
  if (loudness !== undefined)
    for (let lufs = LUFS.least; lufs <= LUFS.most; lufs++)
      add(loudnessTerm(lufs), loudness(lufs), { kind: "loudness", lufs });
  for (const origin of ORIGINS) {
    const measured = origin === "measured";
    for (const level of energy === undefined ? [] : ENERGIES)
      add(energyTerm(origin, level), energy?.(level) ?? 0, { kind: "energy", level, measured });
    for (const one of MODES) if (one === mode) add(modeTerm(origin, one), 1, { kind: "mode", mode: one, measured });
  }
  return found;
}

function feltTempo(origin: TempoOrigin, bpm: number): number {
  return origin === "half" ? bpm / 2 : origin === "double" ? bpm * 2 : bpm;
}

function tempoFacts(origin: TempoOrigin, bpm: number): NonNullable<AskTerm["facts"]> {
  const isFeltSo = origin === "stated" || origin === "measured";
  const felt = isFeltSo ? null : Math.round(feltTempo(origin, bpm));
  return { kind: "tempo", bpm, felt, measured: origin !== "stated" };
}

/** Terms by concept. Cached with the index, because a tempo has hundreds of spellings. */
function cacheOf(index: RankingIndex): Map<string, readonly AskTerm[]> {
  const caches = cachesByIndex();
  const known = caches.get(index);
  if (known !== undefined) return known;
  const made = new Map<string, readonly AskTerm[]>();
  caches.set(index, made);
  return made;
}

const cachesByIndex = once(() => new WeakMap<RankingIndex, Map<string, readonly AskTerm[]>>());
