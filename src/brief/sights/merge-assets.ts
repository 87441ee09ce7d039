import type { Analysis } from "../../../schema/wire/analysis.ts";
import { type SightWishes, meanEnergy, meanTempo, type WishedConcept } from "./weigh-sights.ts";

/** Weight of a film compared with a picture: a film is the scene itself. */
const FILM = 3;

/** Share of its weight that a wish of only one asset keeps; the rest depends on how many assets share it. */
const ALONE = 0.35;

export interface AssetWishes {
  readonly analysis: Analysis;
  readonly wishes: SightWishes;
}

/** Merges the wishes of several pictures and a film. Shared wishes weigh more. */
export function mergeAssets(assets: readonly AssetWishes[]): SightWishes {
  const shareOf = ({ analysis }: AssetWishes): number => (analysis.kind === "video" ? FILM : 1);
  const whole = assets.reduce((sum, asset) => sum + shareOf(asset), 0);
  const mean = (weights: readonly (readonly [asset: AssetWishes, weight: number])[]): number => {
    const most = weights.reduce((max, [, weight]) => Math.max(max, weight), 0);
    const sum = weights.reduce((total, [asset, weight]) => total + shareOf(asset) * weight, 0);
    return ALONE * most + (1 - ALONE) * (sum / whole);
  };
  const wants = new Map<string, WishedConcept>();
  for (const name of new Set(assets.flatMap(({ wishes }) => [...wishes.wants.keys()]))) {
    const showing = assets.flatMap((asset) => {
      const wanted = asset.wishes.wants.get(name);
      return wanted === undefined ? [] : [{ asset, wanted }];
    });
    wants.set(name, {
      weight: mean(showing.map(({ asset, wanted }) => [asset, wanted.weight])),
      from: namedMost(showing.map(({ asset, wanted }) => ({ ...wanted, weight: wanted.weight * shareOf(asset) }))),
    });
  }
  const against = new Map<string, number>();
  for (const name of new Set(assets.flatMap(({ wishes }) => [...wishes.against.keys()])))
    if (!wants.has(name)) against.set(name, mean(assets.map((asset) => [asset, asset.wishes.against.get(name) ?? 0])));
  const scaled = <Pace extends { readonly weight: number }>(asset: AssetWishes, pace: Pace | null): Pace[] =>
    pace === null ? [] : [{ ...pace, weight: (pace.weight * shareOf(asset)) / FILM }];
  const unscaled = <Pace extends { readonly weight: number }>(pace: Pace | null, paces: readonly (Pace | null)[]) =>
    pace === null ? null : { ...pace, weight: Math.max(...paces.map((one) => one?.weight ?? 0)) };
  return {
    wants,
    against,
    tempo: unscaled(
      meanTempo(assets.flatMap((asset) => scaled(asset, asset.wishes.tempo))),
      assets.map(({ wishes }) => wishes.tempo),
    ),
    energy: unscaled(
      meanEnergy(assets.flatMap((asset) => scaled(asset, asset.wishes.energy))),
      assets.map(({ wishes }) => wishes.energy),
    ),
  };
}

/** Returns the two names with the most evidence. */
function namedMost(wanted: readonly WishedConcept[]): readonly string[] {
  const given = new Map<string, number>();
  for (const { weight, from } of wanted)
    from.forEach((name, at) => given.set(name, (given.get(name) ?? 0) + weight / (at + 1)));
  return [...given]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([name]) => name);
}
