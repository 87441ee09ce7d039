import type { Kin, Wish } from "../../schema/brief.ts";
import { once } from "../lib/once.ts";
import { tagKey } from "../text/keys.ts";
import { stem } from "../text/stem.ts";
import { words } from "../text/words.ts";
import { songsTagged } from "./nearest-tag-word.ts";
import { memoize } from "../lib/memoize.ts";
import type { CatalogKin, KinTerms, RankingIndex } from "./ranking-index.ts";
import type { AskTerm, Sought } from "./rule.ts";

/** Weight of a word in a text, compared with the same word as a whole tag. */
const TEXT_PART = 0.5;

/** Minimum weight of kin that are other names of the same thing. They are searched for in texts too. */
const SYNONYM = 0.8;

/** Minimum weight of kin that are only other names of a concept. */
const OWN_NAME = 0.95;

/** If the catalog lacks a genre or an instrument, its nearest kin gain this share of what they lack to full weight. */
const WIDENED = 0.5;

/** Kin with a smaller weight never replace a wish. */
const WIDENED_MIN = 0.4;

/** Terms with a smaller part are not worth reading. */
const PART_MIN = 0.1;

/**
 * Returns all terms of this catalog by which a song can meet a wish: its tag, near tags in part, and their words in
 * texts.
 */
export function wishTerms(index: RankingIndex, wish: Wish, kinShare = 1): AskTerm[] {
  const found: AskTerm[] = [];
  const own = termsOf(index, wish.name, 1);
  if (own !== null) addTerms(found, own, 1);
  const kinOfCatalog = kinTerms(index, wish.kin);
  if (kinShare === 1) {
    for (const term of termsOfNear(kinOfCatalog)) found.push(term);
    return found;
  }
  for (const kin of kinOfCatalog.near) {
    const part = kin.weight < SYNONYM ? kin.weight * kinShare : kin.weight;
    if (part >= PART_MIN) addTerms(found, kin, part);
  }
  return found;
}

/** Returns the tags that meet one of the wishes by its own name or another name of the same thing. */
export function wishedTags(index: RankingIndex, wishes: readonly Wish[]): ReadonlySet<number> {
  return tagsNear(index, wishes, SYNONYM);
}

/**
 * Returns the tags of `wishTerms` that serve at least this part of one of the wishes. Cached, because several rules need
 * them.
 */
export function tagsNear(index: RankingIndex, wishes: readonly Wish[], partMin: number): ReadonlySet<number> {
  const known = tagsOfWishes().get(wishes);
  const byPart = known?.index === index ? known.byPart : new Map<number, ReadonlySet<number>>();
  if (known?.index !== index) tagsOfWishes().set(wishes, { index, byPart });
  const tags = byPart.get(partMin) ?? findTagsNear(index, wishes, partMin);
  byPart.set(partMin, tags);
  return tags;
}

const tagsOfWishes = once(() => new WeakMap<readonly Wish[], TagsByPart>());

interface TagsByPart {
  readonly index: RankingIndex;
  readonly byPart: Map<number, ReadonlySet<number>>;
}

function findTagsNear(index: RankingIndex, wishes: readonly Wish[], partMin: number): ReadonlySet<number> {
  const tags = new Set<number>();
  for (const { name, kin } of wishes) {
    const own = index.tag(name);
    if (own >= 0) tags.add(own);
    const { nearTags, nearWeights } = kinTerms(index, kin);
    for (let at = 0; at < nearTags.length; at++) if ((nearWeights[at] ?? 0) >= partMin) tags.add(nearTags[at] ?? 0);
  }
  return tags;
}

/** A tag that serves a wish which the catalog lacks. */
export interface Widening {
  readonly term: number;
  readonly name: string;
  /** Weight of the tag as kin of the wish. */
  readonly weight: number;
}

/**
 * Returns the nearest kin of a wish that the catalog has, if it has no tag with a name of the wish: latin for salsa. Kin
 * of another facet, such as a party mood, never replace a genre.
 */
export function wideningOf(index: RankingIndex, wish: Wish): Widening | null {
  const names = [
    wish.name,
    ...wish.kin.filter((kin) => kin.weight >= OWN_NAME && kin.isSameFacet !== true).map(({ name }) => name),
  ];
  if (names.some((name) => isTagged(index, name))) return null;
  let nearest: Kin | null = null;
  for (const kin of wish.kin) {
    if (kin.isSameFacet !== true || kin.weight < WIDENED_MIN || kin.weight <= (nearest?.weight ?? 0)) continue;
    if (index.tag(kin.name) >= 0) nearest = kin;
  }
  return nearest === null ? null : { term: index.tag(nearest.name), name: nearest.name, weight: nearest.weight };
}

/** Whether a song has a tag with this name, or with its only word. */
function isTagged(index: RankingIndex, name: string): boolean {
  if (index.tag(name) >= 0) return true;
  const word = wordOf(name);
  return word !== "" && index.word(word) >= 0 && songsTagged(index, stem(word)) > 0;
}

/**
 * Returns the terms of a wish with its widening, which serves almost like the tag itself. A mood has several near tags,
 * which together say more than the nearest one, so they keep their shares.
 */
export function widenedTerms(
  index: RankingIndex,
  wish: Wish,
  { term, name, weight }: Widening,
  kinShare: number,
): AskTerm[] {
  const terms = wishTerms(index, wish, kinShare);
  if (wish.facet !== "genre" && wish.facet !== "instrument") return terms;
  const others = terms.filter((other) => other.term !== term);
  return [{ term, part: (weight + WIDENED * (1 - weight)) * kinShare, shows: "near tag", name }, ...others];
}

/** Returns the learned tags by which a song can meet a wish: its own and those of its other names. */
export function likelyTerms(index: RankingIndex, wish: Wish): AskTerm[] {
  const own = termsOf(index, wish.name, 1);
  const found: AskTerm[] = [];
  if (own !== null && own.likely >= 0) found.push(likelyTerm(own));
  for (const kin of kinTerms(index, wish.kin).likely) found.push(likelyTerm(kin));
  return found;
}

function likelyTerm({ name, weight, likely }: KinTerms): AskTerm {
  return { term: likely, part: weight, shows: "likely tag", name };
}

/** Returns the tags that contradict a wish. */
export function contraryTerms(index: RankingIndex, wish: Wish): AskTerm[] {
  return kinTerms(index, wish.kin).contrary.map(({ name, weight, tag }) => ({
    term: tag,
    part: -weight,
    shows: "contrary tag",
    name,
  }));
}

/** Returns the catalog's terms for a concept's kin. Cached with the index, because kin never change. */
function kinTerms(index: RankingIndex, kin: readonly Kin[]): CatalogKin {
  const known = index.kinTerms.get(kin);
  if (known !== undefined) return known;
  const near: KinTerms[] = [];
  const contrary: KinTerms[] = [];
  const likely: KinTerms[] = [];
  for (const one of kin) {
    const found = termsOfKin(index, one);
    if (found === null) continue;
    if (found.weight > 0) near.push(found);
    else if (found.tag >= 0) contrary.push(found);
    if (found.likely >= 0) likely.push(found);
  }
  const tagged = near.filter(({ tag }) => tag >= 0);
  const nearTags = Int32Array.from(tagged, ({ tag }) => tag);
  const nearWeights = Float64Array.from(tagged, ({ weight }) => weight);
  const found: CatalogKin = { near, nearTags, nearWeights, contrary, likely };
  index.kinTerms.set(kin, found);
  return found;
}

/** Returns the terms of kin that keep all of their weight. Cached, because most wishes have the kin of their concept. */
function termsOfNear(kin: CatalogKin): readonly AskTerm[] {
  const known = nearTerms().get(kin);
  if (known !== undefined) return known;
  const found: AskTerm[] = [];
  for (const one of kin.near) if (one.weight >= PART_MIN) addTerms(found, one, one.weight);
  nearTerms().set(kin, found);
  return found;
}

const nearTerms = once(() => new WeakMap<CatalogKin, readonly AskTerm[]>());

/** Cached as well, because a brief that refuses something has shorter lists of the same kin. */
function termsOfKin(index: RankingIndex, kin: Kin): KinTerms | null {
  const known = index.termsOfKin.get(kin);
  if (known !== undefined) return known;
  const found = termsOf(index, kin.name, kin.weight);
  index.termsOfKin.set(kin, found);
  return found;
}

/** Returns the terms of a name; null if the catalog has none of them. */
function termsOf(index: RankingIndex, name: string, weight: number): KinTerms | null {
  const tag = index.tag(name);
  const sought = weight < SYNONYM ? "" : wordOf(name);
  const word = sought === "" ? -1 : index.word(sought);
  const likely = weight < SYNONYM ? -1 : index.learned(name);
  return tag < 0 && word < 0 && likely < 0 ? null : { name, weight, tag, likely, word, sought };
}

function addTerms(found: AskTerm[], { name, weight, tag, word, sought }: KinTerms, part: number): void {
  if (tag >= 0) found.push({ term: tag, part, shows: weight < SYNONYM ? "near tag" : "tag", name });
  if (word >= 0) found.push({ term: word, part: weight * TEXT_PART, shows: "word", name: sought });
}

/** Returns the word to look for in texts; "" if there is none: the single words of a longer name have little meaning. */
function wordOf(name: string): string {
  return wordsOfNames()(name);
}

const wordsOfNames = once(() =>
  memoize((name: string): string => {
    const [word = "", ...more] = words(name);
    // "Hip-hop" is looked for as one word.
    return more.length === 0 ? word : name.includes(" ") ? "" : (more.at(-1) ?? "");
  }),
);

/** Returns what a wish is about. Of the client's words for it, one that names it comes first, then the longest. */
export function soughtBy(wish: Wish): Sought {
  const known = soughtOf().get(wish);
  if (known !== undefined) return known;
  const sought = readSought(wish);
  soughtOf().set(wish, sought);
  return sought;
}

/** Cached, because several rules need it for each wish. */
const soughtOf = once(() => new WeakMap<Wish, Sought>());

function readSought({ name, from: grounds, kin, seen = [] }: Wish): Sought {
  const key = tagKey(name);
  const from = grounds.filter((ground) => !seen.includes(ground));
  const [sight] = seen;
  if (from.length === 0 && sight !== undefined) return { name, said: sight, isNamed: false, isSeen: true };
  const own = from.find((said) => tagKey(said) === key);
  const named = own ?? from.find((said) => otherNames(kin).has(tagKey(said)));
  const longest = from.toSorted((a, b) => b.length - a.length)[0] ?? name;
  const said = named ?? longest;
  // "Car chase" can be another name of action, but is still a scene.
  return { name, said, isNamed: own !== undefined || (named !== undefined && !/\s/.test(named)) };
}

/** Returns the keys of the kin that are other names of their concept. Cached, because kin never change. */
function otherNames(kin: readonly Kin[]): ReadonlySet<string> {
  const known = namesOfKin().get(kin);
  if (known !== undefined) return known;
  const names = new Set(kin.flatMap(({ name, weight }) => (weight >= SYNONYM ? [tagKey(name)] : [])));
  namesOfKin().set(kin, names);
  return names;
}

const namesOfKin = once(() => new WeakMap<readonly Kin[], ReadonlySet<string>>());
