import { once } from "../../lib/once.ts";
import { isFunctionWord } from "../../text/function-words.ts";
import { codesOfTitle, isSeparatePiece } from "../base-title.ts";
import { reasonOf } from "../describe-reason.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type Move, moved, type Ranked, type Rule } from "../rule.ts";
import type { ResolvedBrief } from "../resolve-mentions.ts";

/** Songs with one title and artist are versions if they share this much of the shorter list of tags. */
const SHARED_TAGS_MIN = 0.5;

/**
 * Gives "Harbour", "Harbour (Instrumental)" and "Harbour - 60s" of one artist one place, that of the version that fits
 * best. Remixes and live recordings are separate songs. A brief with the title gets all versions.
 */
export const versionsRule: Rule = {
  name: "versions",
  prepare: (index, brief) => {
    const named = once(() => namedTitles(index, brief));
    return { arrange: (ordered) => foldVersions(index, ordered, named) };
  },
};

function namedTitles(index: RankingIndex, { said, found }: ResolvedBrief): ReadonlySet<number> {
  const runs = said.map(({ words }) => withoutGrammarAround(words).join(" "));
  const places = found.flatMap((one) => (one.kind === "song" && one.role === "by" ? one.places : []));
  const codes = places.map((place) => index.sections.titleCodes[place] ?? 0);
  return new Set([...runs.flatMap(codesOfTitle), ...codes]);
}

function withoutGrammarAround(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => !isFunctionWord(word));
  const to = words.findLastIndex((word) => !isFunctionWord(word));
  return from < 0 ? words : words.slice(from, to + 1);
}

/** `named` is read only if two songs look like versions of each other. */
function foldVersions(
  index: RankingIndex,
  ordered: readonly Ranked[],
  named: () => ReadonlySet<number>,
): readonly Ranked[] {
  const standing = new Map<string, number>();
  const folded = new Map<number, number[]>();
  const codeOf = ({ place }: Ranked): number => index.sections.titleCodes[place] ?? 0;
  const repeated = repeatedOf(ordered.map(codeOf));
  if (repeated.size === 0) return ordered;
  const kept = ordered.filter((song) => {
    const { place } = song;
    const code = codeOf(song);
    if (!repeated.has(code)) return true;
    if (code === 0 || isSeparatePiece(code)) return true;
    const keys = Array.from(index.artistsOf(place), (artist) => `${code} ${artist}`);
    const first = keys.map((key) => standing.get(key)).find((other) => other !== undefined);
    if (first !== undefined && isAlike(index, first, place) && !named().has(code)) {
      folded.set(first, [...(folded.get(first) ?? []), place]);
      return false;
    }
    for (const key of keys) if (!standing.has(key)) standing.set(key, place);
    return true;
  });
  if (folded.size === 0) return ordered;
  return kept.map((song) => {
    const others = folded.get(song.place);
    return others === undefined ? song : moved(song, description(index, others));
  });
}

function repeatedOf(codes: readonly number[]): ReadonlySet<number> {
  const seen = new Set<number>();
  return new Set(codes.filter((code) => seen.size === seen.add(code).size));
}

/** Whether two songs have similar tags; untitled pieces of one artist share only their title. */
function isAlike(index: RankingIndex, one: number, other: number): boolean {
  const [tags, others] = [index.tagsOf(one), index.tagsOf(other)];
  const shared = tags.filter((tag) => others.includes(tag)).length;
  return shared >= SHARED_TAGS_MIN * Math.min(tags.length, others.length);
}

function description(index: RankingIndex, others: readonly number[]): Move {
  const ids = others.map((place) => index.songId(place)).join(", ");
  return {
    rule: versionsRule.name,
    description: `shown instead of ${others.length === 1 ? "another version" : `${others.length} other versions`}: ${ids}`,
    reason: reasonOf({ kind: "versions", count: others.length }),
  };
}
