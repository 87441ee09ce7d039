import { contextOf, readScenes } from "../../eval/labelled-scenes.ts";
import { type Random, randomFrom } from "../../lib/random.ts";
import { type Lexicon, pick, zipf } from "./catalog.ts";

/** Words with a lower rank are too common to be useful in a search. */
const COMMON_RANK = 100;
const TAGS_OF_FORTY = 18;
const LONG_CHARS = 2_000;
/** The kind of the longest briefs, which are scenes. */
export const LONG_KIND = "2,000 characters";

/** A kind of brief, with examples. */
export interface BriefKind {
  readonly name: string;
  readonly briefs: readonly string[];
}

/** Returns briefs of every measured kind. The same count gives the same briefs. */
export function briefKinds(lexicon: Lexicon, count: number): readonly BriefKind[] {
  const forty = many(count, 2, (random) => fortyTerms(lexicon, random));
  return [
    { name: "3 words", briefs: many(count, 1, (random) => threeWords(lexicon, random)) },
    { name: "scene", briefs: many(count, 3, (random) => scene(lexicon, random)) },
    { name: LONG_KIND, briefs: longScenes(count) },
    { name: "40 terms", briefs: forty },
    {
      name: "40 terms, constraints",
      briefs: forty.map((brief) => `${brief}, no vocals, 110 to 140 bpm, released after 2008`),
    },
    { name: "3 words, exclusions", briefs: excluding(many(count, 1, (random) => threeWords(lexicon, random))) },
    { name: "40 terms, exclusions", briefs: excluding(forty) },
    { name: "40 terms, none passes", briefs: forty.map((brief) => `${brief}, 230 bpm`) },
    { name: "40 terms, 0.01 % pass", briefs: forty.map((brief) => `${brief}, :15`) },
    { name: "40 terms, all unknown", briefs: forty.map((brief) => `${brief}, energy: high`) },
  ];
}

/** Labelled scenes of this project, joined and cut to one length. */
function longScenes(count: number): readonly string[] {
  const contexts = readScenes("train").map(contextOf);
  return Array.from({ length: count }, (_, first) => {
    let text = "";
    for (let at = first; text.length < LONG_CHARS; at++) text += `${contexts[at % contexts.length] ?? ""}\n\n`;
    return text.slice(0, LONG_CHARS);
  });
}

function excluding(briefs: readonly string[]): readonly string[] {
  return briefs.map((brief) => `${brief}. No drums, no guitar, no rock, nothing electronic, no 80s sound.`);
}

function many(count: number, seed: number, make: (random: Random) => string): string[] {
  const random = randomFrom(seed * 1_000);
  return Array.from({ length: count }, () => make(random));
}

/** One tag and two words. */
function threeWords({ tags, words }: Lexicon, random: Random): string {
  const rare = words.slice(COMMON_RANK);
  return `${zipf(tags.mood, random)} ${zipf(rare, random)} ${zipf(rare, random)}`;
}

function scene({ tags, scenes }: Lexicon, random: Random): string {
  const [mood, other] = [pick(tags.mood, random), pick(tags.mood, random)];
  return `${pick(scenes, random)}, ${mood} but not ${other}, with ${pick(tags.instrument, random)}`;
}

/** Eighteen tags of all facets and twenty-two words. */
function fortyTerms({ tags, words }: Lexicon, random: Random): string {
  const facets = Object.values(tags);
  const rare = words.slice(COMMON_RANK);
  const wanted = Array.from({ length: TAGS_OF_FORTY }, (_, at) => zipf(facets[at % facets.length] ?? [], random));
  const text = Array.from({ length: 40 - TAGS_OF_FORTY }, () => zipf(rare, random));
  return `${wanted.join(", ")}; ${text.join(" ")}`;
}
