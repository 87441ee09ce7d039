import { type Energy, FACETS, type Tags } from "../../schema/song.ts";
import { memoize } from "../lib/memoize.ts";
import { once } from "../lib/once.ts";
import { fold } from "./fold.ts";

/**
 * Energy of tags, from -2 (very calm) to 2 (driving). Only tags with a clear energy are listed, not genres that span all
 * levels. Compared with the complete tag, then with its words.
 */
const TAG_ENERGY: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ambient: -2,
    drone: -2,
    meditation: -2,
    meditative: -2,
    sleep: -2,
    lullaby: -2,
    "new age": -2,
    calm: -1.5,
    peaceful: -1.5,
    serene: -1.5,
    relaxing: -1.5,
    soothing: -1.5,
    sparse: -1,
    gentle: -1,
    soft: -1,
    quiet: -1,
    slow: -1,
    intimate: -1,
    melancholic: -1,
    sad: -1,
    lounge: -1,
    chillout: -1,
    downtempo: -1,
    acoustic: -0.5,
    folk: -0.5,
    groovy: 0.5,
    funk: 0.5,
    pop: 0.5,
    upbeat: 1,
    happy: 1,
    fun: 1,
    dance: 1,
    disco: 1,
    rock: 1,
    fast: 1.5,
    party: 1.5,
    driving: 1.5,
    pulsing: 1,
    energetic: 2,
    powerful: 2,
    intense: 2,
    aggressive: 2,
    epic: 1.5,
    punk: 2,
    metal: 2,
    hardcore: 2,
    techno: 1.5,
    "drum and bass": 2,
    dubstep: 1.5,
  }),
);

/** Energy of tempos. The first entry with a larger bound applies. */
const TEMPO_ENERGY: readonly { readonly belowBpm: number; readonly energy: number }[] = [
  { belowBpm: 70, energy: -1.5 },
  { belowBpm: 90, energy: -0.5 },
  { belowBpm: 115, energy: 0 },
  { belowBpm: 135, energy: 0.75 },
  { belowBpm: Number.POSITIVE_INFINITY, energy: 1.5 },
];

const LEVELS: readonly { readonly below: number; readonly energy: Energy }[] = [
  { below: -1.25, energy: "very_low" },
  { below: -0.4, energy: "low" },
  { below: 0.9, energy: "medium" },
  { below: Number.POSITIVE_INFINITY, energy: "high" },
];

/**
 * Infers the energy from tags and tempo: the mean of their energies, medium without any. The result is for display and soft
 * ranking only and never decides a constraint.
 */
export function inferEnergy(tags: Tags, bpm: number | null): Energy {
  let sum = 0;
  let count = 0;
  const add = (energy: number | null): void => {
    if (energy === null) return;
    sum += energy;
    count++;
  };
  const energyOf = energiesOfTags();
  for (const facet of FACETS) for (const tag of tags[facet]) add(energyOf(tag));
  if (bpm !== null) add(TEMPO_ENERGY.find((tempo) => bpm < tempo.belowBpm)?.energy ?? null);
  const mean = count === 0 ? 0 : sum / count;
  return LEVELS.find((level) => mean < level.below)?.energy ?? "medium";
}

/** Cached, because the same tags recur in many songs. */
const energiesOfTags = once(() => memoize((tag: string) => energyOfTag(fold(tag)) ?? null));

function energyOfTag(tag: string): number | undefined {
  const energy = TAG_ENERGY.get(tag);
  if (energy !== undefined) return energy;
  return tag.includes(" ")
    ? tag
        .split(" ")
        .map((word) => TAG_ENERGY.get(word))
        .find((wordEnergy) => wordEnergy !== undefined)
    : undefined;
}
