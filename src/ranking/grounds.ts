import type { Brief, Wish } from "../../schema/brief.ts";
import { tagKey } from "../text/keys.ts";
import { stem, stemsOf } from "../text/stem.ts";
import { words } from "../text/words.ts";
import type { Sought } from "./rule.ts";
import { soughtBy } from "./wish-terms.ts";

/** In a long text, a wish with less weight comes from the story, even if the story has its name ("the warm water"). */
const ASKED_MIN = 0.3;

/** The same minimum for a wish that the client's words do not name, such as one in another language. */
const UNNAMED_MIN = 0.35;

/** A story's wish with less weight is too uncertain for a reason. */
const SCENE_MIN = 0.1;

/** A situation is likely if it explains this share of the implied wishes. Of two situations of a wish, the second counts half. */
const LIKELY = 0.65;
/** Minimum share of a second likely situation. */
const NEXT_LIKELY = 0.3;
const SECOND = 0.5;
const SITUATIONS_MAX = 2;
/** Fewer implied wishes do not tell which situation is likely. */
const IMPLIED_MIN = 4;

/** Minimum weight of the kin that a refused wish refuses too. */
const REFUSED_KIN = 0.7;

/** Why a wish is in the brief. */
export type Ground =
  /** The client asks for it in these words. */
  | { readonly kind: "asked"; readonly said: string }
  /** A phrase of the client implies it: "car chase", or "like Nina Simone". */
  | { readonly kind: "phrase" }
  /** A story implies it. The likely situations that explain it; empty if no situation of the story is likely. */
  | { readonly kind: "story"; readonly situations: readonly string[] }
  /** Only an everyday word of a story implies it. */
  | { readonly kind: "everyday" };

/** What reasons need to know about a brief. */
export interface Grounds {
  /** Whether the brief has a text so long that most of it can be a story. */
  readonly isLong: boolean;
  of(sought: Sought): Ground;
  isWish(sought: Sought): boolean;
  /** Whether a kin of a wish is near enough for a reason: of the same facet. A party mood says little about salsa. */
  isNear(sought: Sought, kin: string): boolean;
  /**
   * Whether a phrase of a long text is no reason by itself: its words are in the story, or in another part that is not a
   * direction for the music, or they are only part of what the client asks for ("ambient" of "dark ambient").
   */
  isLoose(phrase: string): boolean;
  /** Whether the brief refuses a tag or a word. `isAsked`: the client asks for it, so no situation can refuse it. */
  isRefused(name: string, isAsked: boolean): boolean;
}

export function groundsOf(brief: Brief): Grounds {
  const isLong = brief.parts !== undefined;
  const parts = (brief.parts ?? []).map(({ kind, text }): SaidPart => ({ kind, said: words(text) }));
  const situations = isLong ? situationsOf(brief, parts) : NO_SITUATIONS;
  const story = new Set<string>();
  for (const { kind, said } of parts) if (kind !== "direction") for (const word of said) story.add(stem(word));
  const grounds = new Map(
    brief.wanted.map((wish) => [soughtBy(wish), groundOf(brief, wish, situations, story)] as const),
  );
  const wishes = new Map(brief.wanted.map((wish) => [soughtBy(wish), wish] as const));
  const longer = isLong
    ? [...grounds.values()].flatMap((ground) => (ground.kind === "asked" ? [stemsOf(ground.said)] : []))
    : [];
  return {
    isLong,
    // Rules also look for words of the client, and for tags of a named artist.
    of: (sought) => grounds.get(sought) ?? (sought.isNamed ? { kind: "asked", said: sought.said } : { kind: "phrase" }),
    isWish: (sought) => grounds.has(sought),
    isNear: (sought, kin) =>
      wishes.get(sought)?.kin.some(({ name, isSameFacet }) => name === kin && isSameFacet === true) ?? true,
    isLoose: (phrase) => {
      const stems = stemsOf(phrase);
      return (
        stems.every((one) => story.has(one)) ||
        longer.some((asked) => asked.length > stems.length && stems.every((one) => asked.includes(one)))
      );
    },
    isRefused: refusalsOf(brief, grounds),
  };
}

/** The folded words of a part of a long text. */
interface SaidPart {
  readonly kind: string;
  readonly said: readonly string[];
}

interface Situations {
  /** The situations in the grounds of a wish, the likeliest first. */
  readonly by: ReadonlyMap<Wish, readonly string[]>;
  /** Those that explain most of the implied wishes. */
  readonly likely: readonly string[];
}

const NO_SITUATIONS: Situations = { by: new Map(), likely: [] };

function situationsOf(brief: Brief, parts: readonly SaidPart[]): Situations {
  const isSaid = saidIn(brief, parts);
  const implied = new Set(brief.wanted.filter(({ isImplied }) => isImplied === true).flatMap(({ from }) => from));
  const by = new Map<Wish, readonly string[]>();
  const explained = new Map<string, number>();
  for (const wish of brief.wanted) {
    const names = wish.from.filter(
      (ground) => wish.seen?.includes(ground) !== true && (implied.has(ground) || !isSaid(ground)),
    );
    if (names.length === 0) continue;
    by.set(wish, names);
    names.forEach((name, at) => explained.set(name, (explained.get(name) ?? 0) + (at === 0 ? 1 : SECOND)));
  }
  const likely = [...explained]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SITUATIONS_MAX)
    .filter(([, wishes], at) => wishes >= by.size * (at === 0 ? LIKELY : NEXT_LIKELY))
    .map(([name]) => name);
  const isClear = Math.max(0, ...explained.values()) >= by.size * LIKELY && by.size >= IMPLIED_MIN;
  return { by, likely: isClear ? likely : [] };
}

/** Returns a test whether the client said a phrase. A situation is never in the client's words, except by chance. */
function saidIn(brief: Brief, parts: readonly SaidPart[]): (phrase: string) => boolean {
  const said = new Set<string>();
  for (const run of brief.said) for (const word of run.words) said.add(word);
  for (const part of parts) for (const word of part.said) said.add(word);
  for (const { from } of brief.corrected) for (const word of words(from)) said.add(word);
  return (phrase) => words(phrase).every((word) => said.has(word));
}

function groundOf(brief: Brief, wish: Wish, { by, likely }: Situations, story: ReadonlySet<string>): Ground {
  const isLong = brief.parts !== undefined;
  const named = by.get(wish) ?? [];
  const said = wish.from.filter((ground) => !named.includes(ground) && wish.seen?.includes(ground) !== true);
  const asked = askedWords(brief, wish, said, story);
  if (asked !== null) return { kind: "asked", said: asked };
  if (!isLong) return { kind: "phrase" };
  if (named.length > 0) {
    const explaining = likely.filter((name) => named.includes(name));
    const isWorth = explaining.length > 0 || (likely.length === 0 && isOfScene(wish));
    return isWorth ? { kind: "story", situations: explaining } : { kind: "everyday" };
  }
  return words(soughtBy(wish).said).length > 1 ? { kind: "phrase" } : { kind: "everyday" };
}

/** Whether a wish can suit a scene in general. An instrument or a genre needs a situation that explains it. */
function isOfScene({ facet, weight }: Wish): boolean {
  return weight >= SCENE_MIN && (facet === "mood" || facet === "characteristic");
}

/**
 * Returns the words by which the client asks for a wish, or null: its name, or words that lead to no other wish, as those
 * of another language do, and are not in the story.
 */
function askedWords(brief: Brief, wish: Wish, said: readonly string[], story: ReadonlySet<string>): string | null {
  const isLong = brief.parts !== undefined;
  if (wish.isImplied === true) return null;
  const sought = soughtBy(wish);
  if (sought.isNamed && said.includes(sought.said)) return !isLong || wish.weight >= ASKED_MIN ? sought.said : null;
  if (wish.weight < UNNAMED_MIN) return null;
  const isOfStory = (phrase: string): boolean => isLong && stemsOf(phrase).every((one) => story.has(one));
  const isAlone = (phrase: string): boolean =>
    brief.wanted.every((other) => other === wish || !other.from.includes(phrase));
  return said.find((phrase) => isAlone(phrase) && !isOfStory(phrase)) ?? null;
}

/** Returns a test whether a brief refuses a tag or a word. */
function refusalsOf(brief: Brief, grounds: ReadonlyMap<Sought, Ground>): Grounds["isRefused"] {
  const asked = new Set(
    brief.wanted.flatMap((wish) => (grounds.get(soughtBy(wish))?.kind === "asked" ? [tagKey(wish.name)] : [])),
  );
  const stated = new Set<string>();
  const implied = new Set<string>();
  for (const { name, kin, isImplied, isEvidence } of brief.avoided) {
    if (isEvidence === true) continue;
    const refused = isImplied === true ? implied : stated;
    refused.add(tagKey(name));
    for (const one of kin) if (one.weight >= REFUSED_KIN) refused.add(tagKey(one.name));
  }
  const isNot = new Set<string>();
  for (const constraint of brief.constraints) {
    if (constraint.kind !== "excluded") continue;
    for (const name of constraint.kin) stated.add(tagKey(name));
    for (const name of constraint.notKin) isNot.add(tagKey(name));
  }
  for (const { word, weight } of brief.text) if (weight < 0) stated.add(tagKey(word));
  return memoizedPair((name, isOwn) => {
    const key = tagKey(name);
    if (asked.has(key) || isNot.has(key)) return false;
    if (stated.has(key) || words(name).some((word) => stated.has(tagKey(word)) && !asked.has(tagKey(word))))
      return true;
    return !isOwn && implied.has(key);
  });
}

/** Remembers the answers of a test, because the songs of an answer share most of their tags. */
function memoizedPair(test: Grounds["isRefused"]): Grounds["isRefused"] {
  const known = { true: new Map<string, boolean>(), false: new Map<string, boolean>() };
  return (name, isAsked) => {
    const answers = known[`${isAsked}`];
    const answer = answers.get(name) ?? test(name, isAsked);
    answers.set(name, answer);
    return answer;
  };
}
