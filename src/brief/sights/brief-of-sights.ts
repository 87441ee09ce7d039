import type { Brief, Kin, SeenWords, Wish } from "../../../schema/brief.ts";
import type { Analysis } from "../../../schema/wire/analysis.ts";
import { runSteps, type Steps } from "../../lib/steps.ts";
import { mergeWishes } from "../parse-brief.ts";
import { resolveConflicts } from "../resolve-conflicts.ts";
import { isRuledOut } from "../voice-evidence.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { allowedByText } from "./allowed-by-text.ts";
import { arcsOfFilms } from "./arcs-of-films.ts";
import { certaintyOfSights, questionAbout } from "./certainty.ts";
import { describedScene } from "./described-scene.ts";
import { describedSights } from "./described.ts";
import { seenWordsOf } from "./seen-words.ts";
import { type AssetWishes, mergeAssets } from "./merge-assets.ts";
import { seenEnergy, seenTempo } from "./pace-of-sights.ts";
import { type DetectedSight, detectSights } from "./detect-sights.ts";
import { type SightWishes, weighSights } from "./weigh-sights.ts";

/** Weight of a sight's wishes. A sight has many wishes at once, like a scene in a text. */
const SIGHT = 0.6;

/** A brief has at most this many wishes from sights; more would dilute each other. */
const WISHES_MAX = 16;

/** A wish from sights below this share of the strongest one is noise. */
const FAINT = 0.28;

/** The weight of all wishes from sights, at most, as a share of the text's wishes: a picture colours a text. */
const SHARE_OF_TEXT = 0.4;

/** Fainter wishes and words of a text say hardly anything about music, such as those of a mail about the job. */
const SAID_MIN = 0.15;

/** At most this many words describe an asset. */
const WORDS_MAX = 8;

interface AssetSights extends AssetWishes {
  readonly seen: readonly DetectedSight[];
}

/**
 * Merges pictures, film and text into one brief. Wishes that several pictures share weigh more, and the text wins
 * contradictions. All constraints come from the text. Without text the brief consists of sights only. Pure.
 */
export function briefOfSights(analyses: readonly Analysis[], text: Brief, known: Vocabulary): Brief {
  return runSteps(readingSights(analyses, text, known));
}

/** `briefOfSights` in steps of a few milliseconds. */
export function* readingSights(analyses: readonly Analysis[], text: Brief, known: Vocabulary): Steps<Brief> {
  const assets: AssetSights[] = [];
  for (const analysis of withoutRepeats(analyses)) {
    const { description } = analysis;
    const scene = yield* describedScene(description?.sentence ?? "", known);
    const seen = [...detectSights(analysis), ...describedSights(description, known), ...scene];
    assets.push({ analysis, seen, wishes: weighSights(seen) });
    yield;
  }
  if (assets.length === 0) return text;
  const merged = mergeAssets(assets);
  const isAllowed = allowedByText(text, known);
  const wishes = wishesOf(merged, isAllowed, known).filter((wish) => !isRuledOut(wish, text.constraints));
  const kept = resolveConflicts(limited(text, wishes), text.avoided, known).wanted;
  const arcs = text.arcs ?? arcsOfFilms(analyses);
  const hasText = saysMusic(text);
  const colouring = <Of extends { readonly weight: number }>(of: Of): Of =>
    hasText ? { ...of, weight: rounded(of.weight * SHARE_OF_TEXT) } : of;
  const tempo = seenTempo(text, merged, analyses, isAllowed);
  const energy = seenEnergy(text, merged, isAllowed);
  const certainty = certaintyOfSights(assets.flatMap(({ seen }) => seen));
  const films = assets.flatMap(({ analysis }) => (analysis.kind === "video" ? [analysis.duration] : []));
  return {
    ...text,
    wanted: withSeen(text.wanted, kept),
    ...(arcs.length === 0 ? {} : { arcs }),
    seen: {
      words: wordsOf(assets),
      assets: assets.map(({ analysis, seen }) => ({ kind: analysis.kind, words: namesOf(seen) })),
      textWords: withoutUnwanted(text, seenWordsOf(assets.map(({ analysis }) => analysis))).map(colouring),
      tempo: tempo === null ? null : colouring(tempo),
      energy: energy === null ? null : colouring(energy),
      filmSeconds: films.length === 0 ? null : Math.max(...films),
      certainty: rounded(certainty),
      question: questionAbout(analyses, certainty, hasText),
    },
  };
}

/** Whether the client's text says what the music shall be. Constraints only say what it shall not be. */
function saysMusic({ wanted, text, mentions, parts }: Brief): boolean {
  const said = parts === undefined ? [...wanted, ...text] : wanted;
  return mentions.length > 0 || said.some(({ weight }) => weight >= SAID_MIN);
}

/** Removes repeated analyses, because a second copy of a picture is not additional evidence. */
function withoutRepeats(analyses: readonly Analysis[]): readonly Analysis[] {
  return [...new Map(analyses.map((analysis) => [JSON.stringify(analysis), analysis])).values()];
}

/**
 * Returns the wishes that the text allows. Of two contrary wishes the stronger one stays, and its weight is reduced by
 * that of the other.
 */
function wishesOf(merged: SightWishes, isAllowed: (name: string) => boolean, known: Vocabulary): Wish[] {
  const sorted = [...merged.wants].toSorted(([a, one], [b, other]) => other.weight - one.weight || (a < b ? -1 : 1));
  const kept: { name: string; weight: number; from: readonly string[]; kin: readonly Kin[] }[] = [];
  for (const [name, { weight, from }] of sorted) {
    if (!isAllowed(name)) continue;
    const kin = known.concept(name)?.kin ?? [];
    const spoiled = kept.reduce((sum, other) => Math.max(sum, other.weight * contrariety(other, { name, kin })), 0);
    if (weight > spoiled) kept.push({ name, weight: weight - spoiled, from, kin });
  }
  const most = kept[0]?.weight ?? 0;
  const strong = kept
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ weight }) => weight >= most * FAINT)
    .slice(0, WISHES_MAX);
  return strong.map(({ name, weight, from, kin }, at): Wish => {
    const facet = known.concept(name)?.facet ?? "mood";
    const against = at === 0 ? contraries(merged, isAllowed, strong) : [];
    const own = kin.filter((one) => against.every((other) => other.name !== one.name) && !isWanted(one, strong));
    return { facet, name, weight: rounded(SIGHT * weight), from, seen: from, kin: [...own, ...against] };
  });
}

/** Whether another wish wants this contrary tag, so that the tag must not count against songs. */
function isWanted(kin: Kin, wishes: readonly { readonly name: string }[]): boolean {
  return kin.weight < 0 && wishes.some(({ name }) => name === kin.name);
}

function contrariety(one: Pick<Wish, "name" | "kin">, other: Pick<Wish, "name" | "kin">): number {
  const towards = (kin: readonly Kin[], name: string): number =>
    -Math.min(0, ...kin.filter((own) => own.name === name).map(({ weight }) => weight));
  return Math.max(towards(one.kin, other.name), towards(other.kin, one.name));
}

/** Returns what would spoil the picture. Like the contraries of a scene, it belongs to the first wish. */
function contraries(
  merged: SightWishes,
  isAllowed: (name: string) => boolean,
  wishes: readonly { readonly name: string }[],
): Kin[] {
  return [...merged.against]
    .filter(([name]) => isAllowed(name) && wishes.every((wish) => wish.name !== name))
    .map(([name, weight]) => ({ name, weight: -rounded(weight) }));
}

/** Limits the weight of what was seen, if the text has wishes. */
function limited(text: Brief, wishes: readonly Wish[]): readonly Wish[] {
  const said =
    text.wanted.reduce((sum, { weight }) => sum + weight, 0) +
    text.text.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  const seen = wishes.reduce((sum, { weight }) => sum + weight, 0);
  if (said === 0 || seen <= said * SHARE_OF_TEXT) return wishes.map((wish) => withoutSaid(text, wish));
  const share = (said * SHARE_OF_TEXT) / seen;
  return wishes.map((wish) => withoutSaid(text, { ...wish, weight: rounded(wish.weight * share) }));
}

/** Removes contraries that the client asked for. */
function withoutSaid(text: Brief, wish: Wish): Wish {
  const isSaid = (kin: Kin): boolean =>
    kin.weight < 0 &&
    text.wanted.some(
      (said) => said.name === kin.name || said.kin.some((own) => own.weight >= 0.5 && own.name === kin.name),
    );
  return wish.kin.some(isSaid) ? { ...wish, kin: wish.kin.filter((kin) => !isSaid(kin)) } : wish;
}

/** Merges what was said and seen into one wish per concept, and records what was seen. */
function withSeen(said: readonly Wish[], seen: readonly Wish[]): Wish[] {
  return mergeWishes([...said, ...seen]).map((wish) => {
    const sight = seen.find(({ name, facet }) => name === wish.name && facet === wish.facet);
    return sight?.seen === undefined ? wish : { ...wish, seen: sight.seen };
  });
}

function withoutUnwanted(text: Brief, textWords: readonly SeenWords[]): readonly SeenWords[] {
  const unwanted = new Set([
    ...text.text.flatMap(({ word, weight }) => (weight < 0 ? [word] : [])),
    ...text.said.flatMap(({ words, negated }) => (negated ? words : [])),
  ]);
  return textWords.map((one) => ({ ...one, words: one.words.filter((word) => !unwanted.has(word)) }));
}

function wordsOf(assets: readonly AssetSights[]): readonly string[] {
  const given = new Map<string, number>();
  for (const { seen } of assets)
    namesOf(seen).forEach((name, at) => given.set(name, (given.get(name) ?? 0) + 1 / (1 + at / 2)));
  const sorted = [...given].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  return sorted.slice(0, assets.length === 1 ? WORDS_MAX : WORDS_MAX * 2);
}

/** Returns the names of what was seen; a scene replaces its parts. */
function namesOf(seen: readonly DetectedSight[]): string[] {
  return [...new Set(seen.map(({ name }) => name))].slice(0, WORDS_MAX);
}

function rounded(weight: number): number {
  return Math.round(Math.min(1, Math.max(0, weight)) * 1000) / 1000;
}
