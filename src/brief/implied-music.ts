import type { Kin, Wish } from "../../schema/brief.ts";
import { once } from "../lib/once.ts";
import type { Passage } from "./passage.ts";
import { type ImpliedMusic, NOTHING_IMPLIED, readSituations } from "./situations/read-situations.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** How fast what a story implies gives way to what the client states: by this much of its weight for each stated wish. */
const STATED_SHARE = 0.5;

/** Implied wishes that weigh less are left out: a text about the job implies nothing. */
const WEIGHT_MIN = 0.05;

/** If nothing is stated and the heaviest implied wish weighs less, the text has no story. */
const HEAVIEST_MIN = 0.08;

/** Implied music that is this close to something refused is not wanted. */
const REFUSED_KIN = 0.7;

/**
 * Returns what the stories of long texts imply. The more the client states, the less it weighs. Nothing that the client
 * states or refuses is contradicted.
 */
export function impliedMusic(
  passages: readonly Passage[],
  { stated, avoided }: { readonly stated: readonly Wish[]; readonly avoided: readonly Wish[] },
  known: Vocabulary,
): ImpliedMusic {
  if (passages.every(({ parts }) => parts === null)) return NOTHING_IMPLIED;
  const implied = readSituations(passages, known);
  const share = 1 / (1 + STATED_SHARE * stated.reduce((sum, { weight }) => sum + weight, 0));
  const spoilers = implied.avoided.filter(({ weight }) => weight >= WEIGHT_MIN);
  const named = namedBy(
    stated,
    spoilers.map(({ name }) => name),
  );
  const refused = refusedNames(avoided);
  const heaviest = Math.max(0, ...implied.wanted.map(({ weight }) => weight));
  const isStory = stated.length > 0 || heaviest >= HEAVIEST_MIN;
  const wanted = isStory ? implied.wanted.filter(({ name }) => !refused.has(name)) : [];
  return {
    wanted: wanted
      .map((wish) => ({ ...wish, weight: wish.weight * share }))
      .filter(({ weight }) => weight >= WEIGHT_MIN),
    avoided: spoilers.filter(({ name }) => !named.has(name)),
  };
}

/** Returns which of some names are those of wishes or of their kin. */
function namedBy(wishes: readonly Wish[], names: readonly string[]): ReadonlySet<string> {
  if (names.length === 0) return new Set();
  const lists = wishes.map(({ kin }) => suitingNames(kin));
  const stated = new Set(wishes.map(({ name }) => name));
  return new Set(names.filter((name) => stated.has(name) || lists.some((list) => list.has(name))));
}

/** Returns the names of kin that suit. Cached, because the lists are long and those of the vocabulary come back. */
function suitingNames(kin: readonly Kin[]): ReadonlySet<string> {
  const known = namesByKin().get(kin);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const { name, weight } of kin) if (weight > 0) names.add(name);
  namesByKin().set(kin, names);
  return names;
}

const namesByKin = once(() => new WeakMap<readonly Kin[], ReadonlySet<string>>());

function refusedNames(avoided: readonly Wish[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const wish of avoided) {
    names.add(wish.name);
    for (const { name, weight } of wish.kin) if (weight >= REFUSED_KIN) names.add(name);
  }
  return names;
}
