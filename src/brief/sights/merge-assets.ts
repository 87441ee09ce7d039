import type { Analysis } from "../../../schema/wire/analysis.ts";
import { type SightWishes, meanEnergy, meanTempo, type WishedConcept } from "./weigh.ts";

/** A film is the scene itself; a picture is a frame, or a place that may come to be in it. */
const FILM = 3;

/** What a wish keeps that only one of many shows; the rest is for those that share it. */
const ALONE = 0.35;

export interface AssetWishes {
  readonly analysis: Analysis;
  readonly asked: SightWishes;
}

/** What several pictures and a film ask for together: what they share weighs more. */
export function mergeAssets(assets: readonly AssetWishes[]): SightWishes {
  const shareOf = ({ analysis }: AssetWishes): number => (analysis.kind === "video" ? FILM : 1);
  const whole = assets.reduce((sum, asset) => sum + shareOf(asset), 0);
  const mean = (weights: readonly (readonly [asset: AssetWishes, weight: number])[]): number => {
    const most = weights.reduce((max, [, weight]) => Math.max(max, weight), 0);
    const sum = weights.reduce((total, [asset, weight]) => total + shareOf(asset) * weight, 0);
    return ALONE * most + (1 - ALONE) * (sum / whole);
  };
  const wants = new Map<string, WishedConcept>();
  for (const name of new Set(assets.flatMap(({ asked }) => [...asked.wants.keys()]))) {
    const showing = assets.flatMap((asset) => {
      const wanted = asset.asked.wants.get(name);
      return wanted === undefined ? [] : [{ asset, wanted }];
    });
    wants.set(name, {
      weight: mean(showing.map(({ asset, wanted }) => [asset, wanted.weight])),
      from: namedMost(showing.map(({ asset, wanted }) => ({ ...wanted, weight: wanted.weight * shareOf(asset) }))),
    });
  }
  const against = new Map<string, number>();
  for (const name of new Set(assets.flatMap(({ asked }) => [...asked.against.keys()])))
    if (!wants.has(name)) against.set(name, mean(assets.map((asset) => [asset, asset.asked.against.get(name) ?? 0])));
  const scaled = <Pace extends { readonly weight: number }>(asset: AssetWishes, pace: Pace | null): Pace[] =>
    pace === null ? [] : [{ ...pace, weight: (pace.weight * shareOf(asset)) / FILM }];
  const unscaled = <Pace extends { readonly weight: number }>(pace: Pace | null, paces: readonly (Pace | null)[]) =>
    pace === null ? null : { ...pace, weight: Math.max(...paces.map((one) => one?.weight ?? 0)) };
  return {
    wants,
    against,
    tempo: unscaled(
      meanTempo(assets.flatMap((asset) => scaled(asset, asset.asked.tempo))),
      assets.map(({ asked }) => asked.tempo),
    ),
    energy: unscaled(
      meanEnergy(assets.flatMap((asset) => scaled(asset, asset.asked.energy))),
      assets.map(({ asked }) => asked.energy),
    ),
  };
}

/** The names that most of the evidence goes by, two at most. */
function namedMost(wanted: readonly WishedConcept[]): readonly string[] {
  const given = new Map<string, number>();
  for (const { weight, from } of wanted)
    from.forEach((name, at) => given.set(name, (given.get(name) ?? 0) + weight / (at + 1)));
  return [...given]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([name]) => name);
}
