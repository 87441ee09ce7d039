import type { Wish } from "../../schema/brief.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** From this share of an avoided wish's weight on, a wish is stated. Below it a scene only implies the wish. */
const STATED = 0.75;

/** Avoided wishes take tags away from wanted ones from this weight on; "less strings" weighs less. */
const CLEARLY = 0.6;

/** From this weight on, an implied wish near an avoided one is dropped. */
const NEAR = 0.7;

/** Of equal claims, those at least this close go to the avoided wish, and weaker ones to the wanted wish. */
const OWN = 0.8;

/** Factor for near tags, so that a name's claim always wins. */
const KIN_SHARE = 0.97;

/** An avoided wish, and how close each tag is to it: 1 for its own names. */
interface AvoidedClaims {
  readonly wish: Wish;
  readonly claims: ReadonlyMap<string, number>;
  /** By tag: the claim of the closest wanted wish that is stated as clearly. */
  readonly rivals: Map<string, number>;
}

/** The avoided wishes that claim a tag, by tag: a dense brief avoids a hundred things, and few of them share a tag. */
type Claimants = ReadonlyMap<string, readonly AvoidedClaims[]>;

/**
 * Resolves tags that a wanted and an avoided wish share, as in "rock but not metal" and "a solo cello but no strings".
 * The wish that a tag is closer to keeps it, so the narrower statement holds within the wider one.
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
  const isImplied = avoided.weight >= CLEARLY && wish.weight < avoided.weight * STATED;
  return isImplied && (claims.get(wish.name) ?? 0) >= NEAR * KIN_SHARE;
}

/** Removes the tags that avoided wishes win, and records this wish's claims among their rivals. */
function withoutAvoided(wish: Wish, claimants: Claimants, vocabulary: Vocabulary): Wish {
  const names = new Set(vocabulary.concept(wish.name)?.names ?? []);
  const isRivalOf = (other: AvoidedClaims): boolean => wish.weight >= other.wish.weight * STATED;
  for (const name of [wish.name, ...names])
    for (const other of claimants.get(name) ?? []) if (isRivalOf(other)) note(other, name, 1);
  const kin = wish.kin.filter(({ name, weight }) => {
    if (weight <= 0) return true;
    const own = names.has(name) ? 1 : weight * KIN_SHARE;
    let stays = true;
    for (const other of claimants.get(name) ?? []) {
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

/** Whether the wanted wish keeps a tag. Of equal and close claims, the avoided one wins. */
function wins(wanted: number, avoided: number): boolean {
  return wanted > avoided || (wanted === avoided && wanted > 0 && wanted < OWN);
}
