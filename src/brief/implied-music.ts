import type { Wish } from "../../schema/brief.ts";
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
  const named = namedBy(stated, new Set(spoilers.map(({ name }) => name)));
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

/** Returns which of some names are those of wishes or of their kin. One pass, because wishes have long lists of kin. */
function namedBy(wishes: readonly Wish[], names: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  if (names.size === 0) return found;
  for (const wish of wishes) {
    if (names.has(wish.name)) found.add(wish.name);
    for (const { name, weight } of wish.kin) if (weight > 0 && names.has(name)) found.add(name);
  }
  return found;
}

function refusedNames(avoided: readonly Wish[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const wish of avoided) {
    names.add(wish.name);
    for (const { name, weight } of wish.kin) if (weight >= REFUSED_KIN) names.add(name);
  }
  return names;
}
