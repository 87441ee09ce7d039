import type { Wish } from "../../schema/brief.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A wish that weighs this share of what is avoided was stated as clearly, and not only implied by a scene. */
const STATED = 0.75;

/** Avoided as clearly as this, it takes away from what is wanted; "less strings" does not. */
const CLEARLY = 0.6;

/** An implied wish as near as this to something that is avoided is avoided with it. */
const NEAR = 0.7;

/** A claim as near as this is close. */
const OWN = 0.8;

/** A kin's claim is always less than a name's. */
const KIN_SHARE = 0.97;

/** What is avoided, and how near each tag is to it: 1 for its own names. */
interface Shunned {
  readonly wish: Wish;
  readonly claims: ReadonlyMap<string, number>;
  /** By tag: the nearest wish that was stated as clearly. */
  readonly rivals: Map<string, number>;
}

/** What each tag is claimed by, so that a tag of a wish meets those alone that claim it: a dense brief avoids a hundred things. */
type Claimants = ReadonlyMap<string, readonly Shunned[]>;

/**
 * "Rock but not metal", "a solo cello but no strings": what is wanted and what is avoided share kin. Each tag is left
 * to the one it is nearer to, so that the narrower of two statements holds within the wider.
 */
export function resolveConflicts(
  wanted: readonly Wish[],
  avoided: readonly Wish[],
  vocabulary: Vocabulary,
): { readonly wanted: readonly Wish[]; readonly avoided: readonly Wish[] } {
  if (wanted.length === 0 || avoided.length === 0) return { wanted, avoided };
  const shuns = avoided.map((wish): Shunned => ({ wish, claims: claimsOf(wish, vocabulary), rivals: new Map() }));
  const claimants = claimantsOf(shuns);
  const kept = wanted.filter((wish) => (claimants.get(wish.name) ?? []).every((shun) => !isSpoiled(wish, shun)));
  return {
    wanted: kept.map((wish) => withoutShunned(wish, claimants, vocabulary)),
    avoided: shuns.map(withoutWanted),
  };
}

function claimsOf(wish: Wish, vocabulary: Vocabulary): Map<string, number> {
  const claims = new Map<string, number>();
  for (const { name, weight } of wish.kin) if (weight > 0) claims.set(name, weight * KIN_SHARE);
  for (const name of vocabulary.concept(wish.name)?.names ?? []) claims.set(name, 1);
  return claims.set(wish.name, 1);
}

function claimantsOf(shuns: readonly Shunned[]): Claimants {
  const claimants = new Map<string, Shunned[]>();
  for (const shun of shuns)
    for (const name of shun.claims.keys()) {
      const known = claimants.get(name);
      if (known === undefined) claimants.set(name, [shun]);
      else known.push(shun);
    }
  return claimants;
}

/** A scene's wish that is close to what the client will not have: "a funeral, but not sad". */
function isSpoiled(wish: Wish, { wish: shunned, claims }: Shunned): boolean {
  const isImplied = shunned.weight >= CLEARLY && wish.weight < shunned.weight * STATED;
  return isImplied && (claims.get(wish.name) ?? 0) >= NEAR * KIN_SHARE;
}

/** Notes on the way what this wish claims of the avoided ones. */
function withoutShunned(wish: Wish, claimants: Claimants, vocabulary: Vocabulary): Wish {
  const names = new Set(vocabulary.concept(wish.name)?.names ?? []);
  const isRivalOf = (shun: Shunned): boolean => wish.weight >= shun.wish.weight * STATED;
  for (const name of [wish.name, ...names])
    for (const shun of claimants.get(name) ?? []) if (isRivalOf(shun)) note(shun, name, 1);
  const kin = wish.kin.filter(({ name, weight }) => {
    if (weight <= 0) return true;
    const own = names.has(name) ? 1 : weight * KIN_SHARE;
    let stays = true;
    for (const shun of claimants.get(name) ?? []) {
      if (isRivalOf(shun)) note(shun, name, own);
      if (shun.wish.weight >= CLEARLY && !wins(own, shun.claims.get(name) ?? 0)) stays = false;
    }
    return stays;
  });
  return kin.length === wish.kin.length ? wish : { ...wish, kin };
}

function note({ rivals }: Shunned, name: string, claim: number): void {
  if (claim > (rivals.get(name) ?? 0)) rivals.set(name, claim);
}

function withoutWanted({ wish, claims, rivals }: Shunned): Wish {
  if (rivals.size === 0) return wish;
  return { ...wish, kin: wish.kin.filter(({ name }) => !wins(rivals.get(name) ?? 0, claims.get(name) ?? 0)) };
}

/** Whether a tag is the wanted wish's. Between two that claim it equally and closely, what must not be there wins. */
function wins(wanted: number, shunned: number): boolean {
  return wanted > shunned || (wanted === shunned && wanted > 0 && wanted < OWN);
}
