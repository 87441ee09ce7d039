import type { Brief, Kin, LookedFor, Wish } from "../../../schema/brief.ts";
import type { Analysis } from "../../../schema/wire/analysis.ts";
import { mergeWishes } from "../parse-brief.ts";
import { resolveConflicts } from "../resolve-conflicts.ts";
import { isRuledOut } from "../voice-evidence.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { roomBesides } from "./beside-text.ts";
import { describedSights } from "./described.ts";
import { wordsLookedFor } from "./looked-for.ts";
import { type AssetWishes, mergeAssets } from "./merge-assets.ts";
import { energyBeside, tempoBeside } from "./pace-beside-text.ts";
import { type DetectedSight, sightsOf } from "./see.ts";
import { type SightWishes, weighSights } from "./weigh.ts";

/** A sight asks for many things at once, so for each of them as little as a scene of a text does. */
const SIGHT = 0.6;

/** So many wishes describe a picture; of the rest each would only blur the others. */
const WISHES_MAX = 16;

/** A wish of a picture that weighs less than this share of the foremost is noise. */
const FAINT = 0.28;

/** All that is seen weighs at most so much beside all that is said. */
const BESIDE_TEXT = 0.9;

/** The words by which an asset is described, at most. */
const WORDS_MAX = 8;

interface AssetSights extends AssetWishes {
  readonly seen: readonly DetectedSight[];
}

/**
 * The brief of pictures, film and text together. What the pictures share weighs more; the text outweighs them where
 * they contradict; promises come from the text alone. Without text the brief stands on what was seen. Pure.
 */
export function briefOfSights(analyses: readonly Analysis[], text: Brief, known: Vocabulary): Brief {
  const looked = withoutRepeats(analyses).map((analysis): AssetSights => {
    const seen = [...sightsOf(analysis), ...describedSights(analysis.description, known)];
    return { analysis, seen, asked: weighSights(seen) };
  });
  if (looked.length === 0) return text;
  const asked = mergeAssets(looked);
  const hasRoom = roomBesides(text, known);
  const wishes = wishesOf(asked, hasRoom, known).filter((wish) => !isRuledOut(wish, text.constraints));
  const kept = resolveConflicts(beside(text, wishes), text.avoided, known).wanted;
  const films = looked.flatMap(({ analysis }) => (analysis.kind === "video" ? [analysis.duration] : []));
  return {
    ...text,
    wanted: withSeen(text.wanted, kept),
    seen: {
      words: wordsOf(looked),
      assets: looked.map(({ analysis, seen }) => ({ kind: analysis.kind, words: namesOf(seen) })),
      lookedFor: heardIn(text, wordsLookedFor(looked.map(({ analysis }) => analysis))),
      tempo: tempoBeside(text, asked, analyses, hasRoom),
      energy: energyBeside(text, asked, hasRoom),
      filmSeconds: films.length === 0 ? null : Math.max(...films),
    },
  };
}

/** The same picture twice is one picture: what was seen in it does not become truer. */
function withoutRepeats(analyses: readonly Analysis[]): readonly Analysis[] {
  return [...new Map(analyses.map((analysis) => [JSON.stringify(analysis), analysis])).values()];
}

/** What is left when the text has had its say, and sights have settled their contradictions: the weightier has it. */
function wishesOf(asked: SightWishes, hasRoom: (name: string) => boolean, known: Vocabulary): Wish[] {
  const sorted = [...asked.wants].toSorted(([a, one], [b, other]) => other.weight - one.weight || (a < b ? -1 : 1));
  const kept: { name: string; weight: number; from: readonly string[]; kin: readonly Kin[] }[] = [];
  for (const [name, { weight, from }] of sorted) {
    if (!hasRoom(name)) continue;
    const kin = known.concept(name)?.kin ?? [];
    const spoiled = kept.reduce((sum, other) => Math.max(sum, other.weight * contrariety(other, { name, kin })), 0);
    if (weight > spoiled) kept.push({ name, weight: weight - spoiled, from, kin });
  }
  const most = kept[0]?.weight ?? 0;
  const telling = kept
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ weight }) => weight >= most * FAINT)
    .slice(0, WISHES_MAX);
  return telling.map(({ name, weight, from, kin }, at): Wish => {
    const facet = known.concept(name)?.facet ?? "mood";
    const against = at === 0 ? contraries(asked, hasRoom, telling) : [];
    const own = kin.filter((one) => against.every((other) => other.name !== one.name) && !isWanted(one, telling));
    return { facet, name, weight: rounded(SIGHT * weight), from, seen: from, kin: [...own, ...against] };
  });
}

/** A contrary of one wish that another one asks for speaks against no song. */
function isWanted(kin: Kin, wishes: readonly { readonly name: string }[]): boolean {
  return kin.weight < 0 && wishes.some(({ name }) => name === kin.name);
}

function contrariety(one: Pick<Wish, "name" | "kin">, other: Pick<Wish, "name" | "kin">): number {
  const towards = (kin: readonly Kin[], name: string): number =>
    -Math.min(0, ...kin.filter((own) => own.name === name).map(({ weight }) => weight));
  return Math.max(towards(one.kin, other.name), towards(other.kin, one.name));
}

/** What would spoil the picture speaks against a song through the foremost wish, as with a scene of a text. */
function contraries(
  asked: SightWishes,
  hasRoom: (name: string) => boolean,
  wishes: readonly { readonly name: string }[],
): Kin[] {
  return [...asked.against]
    .filter(([name]) => hasRoom(name) && wishes.every((wish) => wish.name !== name))
    .map(([name, weight]) => ({ name, weight: -rounded(weight) }));
}

/** Beside what was said, what was seen steps back; beside a promise or a prohibition alone it is all there is. */
function beside(text: Brief, wishes: readonly Wish[]): readonly Wish[] {
  const said =
    text.wanted.reduce((sum, { weight }) => sum + weight, 0) +
    text.text.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  const seen = wishes.reduce((sum, { weight }) => sum + weight, 0);
  if (said === 0 || seen <= said * BESIDE_TEXT) return wishes.map((wish) => withoutSaid(text, wish));
  const share = (said * BESIDE_TEXT) / seen;
  return wishes.map((wish) => withoutSaid(text, { ...wish, weight: rounded(wish.weight * share) }));
}

/** What the client asked for is never held against a song because of a picture. */
function withoutSaid(text: Brief, wish: Wish): Wish {
  const isSaid = (kin: Kin): boolean =>
    kin.weight < 0 &&
    text.wanted.some(
      (said) => said.name === kin.name || said.kin.some((own) => own.weight >= 0.5 && own.name === kin.name),
    );
  return wish.kin.some(isSaid) ? { ...wish, kin: wish.kin.filter((kin) => !isSaid(kin)) } : wish;
}

/** What was said and seen is one wish, the client's, with what was seen among its grounds. */
function withSeen(said: readonly Wish[], seen: readonly Wish[]): Wish[] {
  return mergeWishes([...said, ...seen]).map((wish) => {
    const sight = seen.find(({ name, facet }) => name === wish.name && facet === wish.facet);
    return sight?.seen === undefined ? wish : { ...wish, seen: sight.seen };
  });
}

function heardIn(text: Brief, lookedFor: readonly LookedFor[]): readonly LookedFor[] {
  const unwanted = new Set([
    ...text.text.flatMap(({ word, weight }) => (weight < 0 ? [word] : [])),
    ...text.said.flatMap(({ words, negated }) => (negated ? words : [])),
  ]);
  return lookedFor.map((one) => ({ ...one, words: one.words.filter((word) => !unwanted.has(word)) }));
}

function wordsOf(looked: readonly AssetSights[]): readonly string[] {
  const given = new Map<string, number>();
  for (const { seen } of looked)
    namesOf(seen).forEach((name, at) => given.set(name, (given.get(name) ?? 0) + 1 / (1 + at / 2)));
  const sorted = [...given].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  return sorted.slice(0, looked.length === 1 ? WORDS_MAX : WORDS_MAX * 2);
}

/** Scenes in place of their parts. */
function namesOf(seen: readonly DetectedSight[]): string[] {
  return [...new Set(seen.map(({ name }) => name))].slice(0, WORDS_MAX);
}

function rounded(weight: number): number {
  return Math.round(Math.min(1, Math.max(0, weight)) * 1000) / 1000;
}
