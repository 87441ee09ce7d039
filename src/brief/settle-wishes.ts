import type { Kin, Wish } from "../../schema/brief.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A wish that weighs this share of what is avoided was stated as clearly, and not only implied by a scene. */
const STATED = 0.75;

/** Avoided as clearly as this, it takes away from what is wanted; "less strings" does not. */
const CLEARLY = 0.6;

/** An implied wish as near as this to something that is avoided is avoided with it. */
const NEAR = 0.7;

/** Two that claim a tag equally and as near as this: what must not be there wins. */
const OWN = 0.8;

/** A kin's claim is always less than a name's. */
const KIN_SHARE = 0.97;

/** How near a tag is to a wish: 1 for its own names. */
type Claims = ReadonlyMap<string, number>;

interface Claimant {
  readonly wish: Wish;
  readonly claims: Claims;
}

/**
 * "Rock but not metal", "a solo cello but no strings": what is wanted and what is avoided share kin. Each tag is left
 * to the one it is nearer to, so that the narrower of two statements holds within the wider.
 */
export function settleWishes(
  wanted: readonly Wish[],
  avoided: readonly Wish[],
  vocabulary: Vocabulary,
): { readonly wanted: readonly Wish[]; readonly avoided: readonly Wish[] } {
  if (wanted.length === 0 || avoided.length === 0) return { wanted, avoided };
  const wants = wanted.map((wish) => claimant(wish, vocabulary));
  const shuns = avoided.map((wish) => claimant(wish, vocabulary));
  return {
    wanted: wants.flatMap((one) => (isSpoiled(one.wish, shuns) ? [] : [withoutShunned(one, shuns)])),
    avoided: shuns.map((one) => withoutWanted(one, wants)),
  };
}

function claimant(wish: Wish, vocabulary: Vocabulary): Claimant {
  const claims = new Map<string, number>();
  for (const { name, weight } of wish.kin) if (weight > 0) claims.set(name, weight * KIN_SHARE);
  const names = vocabulary.concept(wish.name)?.names ?? [];
  for (const name of [wish.name, ...names]) claims.set(name, 1);
  return { wish, claims };
}

/** A scene's wish that is close to what the client will not have: "a funeral, but not sad". */
function isSpoiled(wish: Wish, shuns: readonly Claimant[]): boolean {
  return shuns.some(
    (shun) =>
      shun.wish.weight >= CLEARLY &&
      wish.weight < shun.wish.weight * STATED &&
      (shun.claims.get(wish.name) ?? 0) >= NEAR * KIN_SHARE,
  );
}

function withoutShunned({ wish, claims }: Claimant, shuns: readonly Claimant[]): Wish {
  const rivals = shuns.filter((shun) => shun.wish.weight >= CLEARLY);
  if (rivals.length === 0) return wish;
  const keeps = ({ name, weight }: Kin): boolean => {
    if (weight <= 0) return true;
    const own = claims.get(name) ?? 0;
    return rivals.every((rival) => {
      const theirs = rival.claims.get(name) ?? 0;
      return own > theirs || (own === theirs && own < OWN);
    });
  };
  return { ...wish, kin: wish.kin.filter(keeps) };
}

function withoutWanted({ wish, claims }: Claimant, wants: readonly Claimant[]): Wish {
  const rivals = wants.filter((want) => want.wish.weight >= wish.weight * STATED);
  if (rivals.length === 0) return wish;
  const keeps = ({ name }: Kin): boolean => {
    const own = claims.get(name) ?? 0;
    return rivals.every((rival) => {
      const theirs = rival.claims.get(name) ?? 0;
      return own > theirs || (own === theirs && own >= OWN);
    });
  };
  return { ...wish, kin: wish.kin.filter(keeps) };
}
