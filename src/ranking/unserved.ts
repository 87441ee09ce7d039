import type { Brief, Hit, Wish } from "../../schema/brief.ts";
import type { HeardSound } from "../../schema/heard-sound.ts";
import type { UnservedFacts } from "../../schema/wire/unserved.ts";
import { constraintJudge } from "./constraint-judge.ts";
import { firstConstraints, firstNames } from "./first-named.ts";
import type { Plan } from "./plan.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { NameInCatalog } from "./resolve-mentions.ts";
import type { ConstraintCheck } from "./rule.ts";
import { scan } from "./scan.ts";
import { soundIndex } from "./sound/sound-index.ts";

/**
 * If constraints cut at most this many songs, they are judged again one constraint at a time, to count what each one
 * cut.
 */
const COUNTED_MAX = 10_000;

/** Number of songs to name if exclusions cut all songs. */
const NEAREST_MAX = 3;

/** A brief whose wishes and words all weigh less says hardly anything about music, such as a mail about the job. */
const DESCRIBED_MIN = 0.15;

type Bar = (place: number) => boolean;

/** Returns the constraints that are unknown for every song of the answer. */
export function constraintsUnknownForAll(hits: readonly Hit[], checks: readonly ConstraintCheck[]): UnservedFacts[] {
  return checks.flatMap(({ facts }, at): UnservedFacts[] =>
    hits.length > 0 && hits.every((hit) => hit.verdicts[at]?.verdict === "unknown")
      ? [{ kind: "undecided", constraint: facts }]
      : [],
  );
}

/** Reports that the songs of an answer are guesses, if the brief hardly says anything about music. */
export function explainGuesses(brief: Brief): UnservedFacts[] {
  const { avoided, constraints, mentions, seen, heard } = brief;
  if (heard !== undefined) return [];
  if (seen !== undefined) return seen.question === null ? [] : [seen.question];
  if (isOnlyConstrained(brief)) return [{ kind: "only_constraints" }];
  const isStated = constraints.length + mentions.length > 0 || avoided.some(isRefusal);
  return isStated || isDescribed(brief) ? [] : [{ kind: "nothing_described", guesses: true }];
}

/**
 * Whether only the constraints of a long text were understood. A short one that states nothing else ("no vocals, 70 bpm")
 * is complete.
 */
function isOnlyConstrained(brief: Brief): boolean {
  const { parts, constraints, mentions } = brief;
  return parts !== undefined && constraints.length > 0 && mentions.length === 0 && !isDescribed(brief);
}

/** Whether a brief wishes for music. The words of a long text are no titles to look for. */
function isDescribed({ wanted, text, parts }: Brief): boolean {
  const sought = parts === undefined ? [...wanted, ...text] : wanted;
  return sought.some(({ weight }) => weight >= DESCRIBED_MIN);
}

/** Whether the client avoids something, and not only a situation or a constraint. */
function isRefusal({ isImplied, isEvidence }: Wish): boolean {
  return isImplied !== true && isEvidence !== true;
}

/** Returns why a brief found nothing; `known` lists what was already reported. */
export function explainNothingSought(
  index: RankingIndex,
  brief: Brief,
  known: readonly UnservedFacts[],
): readonly UnservedFacts[] {
  if (index.songCount === 0) return [{ kind: "empty_catalog", imported: true }];
  const isOfJob = brief.parts !== undefined && !isDescribed(brief) && !brief.avoided.some(isRefusal);
  if (isOfJob && known.length === 0) return [{ kind: "nothing_described", guesses: false }];
  const words = brief.text.filter(({ weight }) => weight > 0).map(({ word }) => word);
  const reported = new Set(known.flatMap(missingWish));
  const missing = brief.wanted.map(({ name }) => name).filter((name) => !reported.has(name));
  const unserved: readonly UnservedFacts[] = [
    ...(missing.length === 0 ? [] : [{ kind: "no_similar_tags" as const, ...firstNames(missing) }]),
    ...(words.length === 0 ? [] : [{ kind: "no_words" as const, ...firstNames(words) }]),
  ];
  if (known.length + unserved.length > 0) return unserved;
  return brief.avoided.some(isRefusal) ? [{ kind: "only_avoided" }] : [{ kind: "nothing_described", guesses: false }];
}

/** Returns the name of a wish that was reported as missing. */
function missingWish(facts: UnservedFacts): readonly string[] {
  return facts.kind === "not_found" || facts.kind === "replaced" || facts.kind === "not_tagged" ? [facts.name] : [];
}

/**
 * Returns why no song is left: how many songs each constraint cut. `cut` is the number of songs that any of them cut;
 * `known` lists what was already reported.
 */
export function explainAllCut(
  index: RankingIndex,
  plan: Plan,
  checks: readonly ConstraintCheck[],
  { cut, known }: { readonly cut: number; readonly known: readonly UnservedFacts[] },
): readonly UnservedFacts[] {
  if (plan.isOpen) return [{ kind: "none_known", ...firstConstraints(checks) }];
  if (cut === 0) return [{ kind: "more_avoided" }];
  // An unknown playlist or artist was already reported.
  if (checks.length === 0 && known.length > 0) return [];
  if (checks.length === 0) return [{ kind: "only_named" }];
  const ruledOutBy = (ruling: readonly ConstraintCheck[]): UnservedFacts => ({
    kind: "all_ruled_out",
    ...firstConstraints(ruling),
    songs: cut,
  });
  if (checks.length === 1 || cut > COUNTED_MAX) return [ruledOutBy(checks)];
  const places = scan(index, plan, constraintJudge(index, []), COUNTED_MAX).songs.map(({ place }) => place);
  const counts = checks.map((check) => ({ check, songs: cutBy(index, check, places) }));
  const alone = counts.filter(({ songs }) => songs >= cut);
  if (alone.length > 0) return alone.map(({ check }) => ruledOutBy([check]));
  const some = counts.filter(({ songs }) => songs > 0).toSorted((a, b) => b.songs - a.songs);
  if (some.length === 0) return [{ kind: "no_single_version", ...firstConstraints(checks), songs: cut }];
  const by = some.map(({ check, songs }) => ({ constraint: check.facts, songs }));
  return [{ kind: "ruled_out_each", by, songs: cut }];
}

/** Returns the nearest songs that only exclusions cut, if there are any. */
export function nearestExcluded(
  index: RankingIndex,
  plan: Plan,
  { checks, bars }: { readonly checks: readonly ConstraintCheck[]; readonly bars: readonly Bar[] },
): readonly UnservedFacts[] {
  const exclusions = checks.filter(isExclusion);
  if (exclusions.length === 0 || plan.isOpen) return [];
  const others = checks.filter((check) => !isExclusion(check));
  const { songs } = scan(index, plan, constraintJudge(index, others, bars), NEAREST_MAX);
  if (songs.length === 0) return [];
  const ids = songs.map(({ place }) => index.songId(place));
  return [{ kind: "nearest_excluded", ...firstConstraints(exclusions), ids }];
}

function isExclusion({ facts }: ConstraintCheck): boolean {
  return facts.kind === "excluded";
}

/** Returns why sounds of the brief are not compared; [] if all are. */
export function explainUnheard(
  index: RankingIndex,
  heard: readonly HeardSound[],
  liked: readonly NameInCatalog[],
): readonly UnservedFacts[] {
  const sounds = soundIndex(index);
  const isSilent = ({ descriptions }: HeardSound): boolean => descriptions.length === 0;
  const silent: readonly UnservedFacts[] = heard.some(isSilent) ? [{ kind: "no_sound" }] : [];
  if (sounds === null) {
    const isAny = liked.length > 0 || !heard.every(isSilent);
    return isAny ? [...silent, { kind: "few_measured" }] : silent;
  }
  const unmeasured = liked.filter(({ places }) => !places.some((place) => sounds.has(place)));
  if (unmeasured.length === 0) return silent;
  return [...silent, { kind: "not_measured", ...firstNames(unmeasured.map(({ name }) => name)) }];
}

/** Returns why no song is left of those that sound like the sound. */
export function explainAllSoundsCut(checks: readonly ConstraintCheck[]): readonly UnservedFacts[] {
  return [{ kind: "no_similar_sound", ...firstConstraints(checks) }];
}

function cutBy(index: RankingIndex, check: ConstraintCheck, places: readonly number[]): number {
  const judge = constraintJudge(index, [check]);
  return places.filter((place) => judge.doubt(place) < 0).length;
}
