import type { Wish } from "../../schema/brief.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * Minimum weight of a wanted wish that the client stated, as a share of the avoided wish's weight. A lighter wish is
 * only implied by a scene.
 */
const STATED = 0.75;

/** The same for a wish that the text names. In a context, it has 0.7 of the weight. */
const NAMED = 0.5;

/** Minimum weight of an avoided wish that can take tags from wanted wishes. "Less strings" is below it. */
const CLEARLY = 0.6;

/** An implied wish is dropped if it is at least this close to an avoided one. */
const NEAR = 0.7;

/**
 * If a tag is equally close to something wanted and something avoided, it counts as avoided when the closeness is at least
 * this, and as wanted otherwise.
 */
const OWN = 0.8;

/** Factor for the closeness of kin, so that a wish is always closest to its own names. */
const KIN_SHARE = 0.97;

/** An avoided wish with its claims: how close it is to each tag, 1 for its own names. */
interface AvoidedClaims {
  readonly wish: Wish;
  readonly claims: ReadonlyMap<string, number>;
  /** For each tag, the highest claim of a wanted wish that is stated as clearly. */
  readonly rivals: Map<string, number>;
}

/**
 * For each tag, the avoided wishes that claim it. A dense brief avoids a hundred things, and few of them share a tag.
 */
type Claimants = ReadonlyMap<string, readonly AvoidedClaims[]>;

/**
 * Gives each tag that a wanted and an avoided wish share to the wish that is closer to it, so that a specific wish
 * overrides a general one: "rock but not metal", "a solo cello but no strings".
 */
export function resolveConflicts(
  wanted: readonly Wish[],
  avoided: readonly Wish[],
  vocabulary: Vocabulary,
): { readonly wanted: readonly Wish[]; readonly avoided: readonly Wish[] } {
  if (wanted.length === 0 || avoided.length === 0) return { wanted, avoided };
  const avoidedClaims = avoided.map((wish): AvoidedClaims => ({
    wish,
    claims: claimsOf(wish, vocabulary),
    rivals: new Map(),
  }));
  const claimants = claimantsOf(avoidedClaims);
  const kept = wanted.filter((wish) => (claimants.get(wish.name) ?? []).every((other) => !isSpoiled(wish, other)));
  return {
    wanted: kept.map((wish) => withoutAvoided(wish, claimants, vocabulary)),
    avoided: avoidedClaims.map(withoutWanted),
  };
}

function claimsOf(wish: Wish, vocabulary: Vocabulary): Map<string, number> {
  const claims = new Map<string, number>();
  for (const { name, weight } of wish.kin) if (weight > 0) claims.set(name, weight * KIN_SHARE);
  for (const name of vocabulary.concept(wish.name)?.names ?? []) claims.set(name, 1);
  return claims.set(wish.name, 1);
}

function claimantsOf(avoidedClaims: readonly AvoidedClaims[]): Claimants {
  const claimants = new Map<string, AvoidedClaims[]>();
  for (const other of avoidedClaims)
    for (const name of other.claims.keys()) {
      const known = claimants.get(name);
      if (known === undefined) claimants.set(name, [other]);
      else known.push(other);
    }
  return claimants;
}

/** Whether a scene implies the wish and the client avoids something close to it: "a funeral, but not sad". */
function isSpoiled(wish: Wish, { wish: avoided, claims }: AvoidedClaims): boolean {
  const isImplied = avoided.weight >= CLEARLY && !isStated(wish, avoided);
  return isImplied && (claims.get(wish.name) ?? 0) >= NEAR * KIN_SHARE;
}

/** Whether the client states a wish about as clearly as what is avoided. */
function isStated({ weight, isNamed }: Wish, avoided: Wish): boolean {
  return weight >= avoided.weight * (isNamed === true ? NAMED : STATED);
}

/** Removes the kin that avoided wishes win from a wanted wish, and records its claims as rivals of theirs. */
function withoutAvoided(wish: Wish, claimants: Claimants, vocabulary: Vocabulary): Wish {
  const names = vocabulary.concept(wish.name)?.names ?? [];
  const isRivalOf = (other: AvoidedClaims): boolean => isStated(wish, other.wish);
  for (const name of [wish.name, ...names])
    for (const other of claimants.get(name) ?? []) if (isRivalOf(other)) note(other, name, 1);
  const kin = wish.kin.filter(({ name, weight }) => {
    const others = weight <= 0 ? undefined : claimants.get(name);
    if (others === undefined) return true;
    const own = names.includes(name) ? 1 : weight * KIN_SHARE;
    let stays = true;
    for (const other of others) {
      if (isRivalOf(other)) note(other, name, own);
      if (other.wish.weight >= CLEARLY && !wins(own, other.claims.get(name) ?? 0)) stays = false;
    }
    return stays;
  });
  return kin.length === wish.kin.length ? wish : { ...wish, kin };
}

function note({ rivals }: AvoidedClaims, name: string, claim: number): void {
  if (claim > (rivals.get(name) ?? 0)) rivals.set(name, claim);
}

function withoutWanted({ wish, claims, rivals }: AvoidedClaims): Wish {
  if (rivals.size === 0) return wish;
  return { ...wish, kin: wish.kin.filter(({ name }) => !wins(rivals.get(name) ?? 0, claims.get(name) ?? 0)) };
}

/** Whether the wanted wish wins a tag from the avoided wish, by their claims. */
function wins(wanted: number, avoided: number): boolean {
  return wanted > avoided || (wanted === avoided && wanted > 0 && wanted < OWN);
}
