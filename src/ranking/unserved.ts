import type { Brief, Constraint, Hit, Wish } from "../../schema/brief.ts";
import type { HeardSound } from "../../schema/heard-sound.ts";
import { constraintJudge } from "./constraint-judge.ts";
import { describeConstraint } from "./describe-constraint.ts";
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

const NAMED_MAX = 6;

/** Number of songs to name if exclusions cut all songs. */
const NEAREST_MAX = 3;

/** A brief whose wishes and words all weigh less says hardly anything about music, such as a mail about the job. */
const DESCRIBED_MIN = 0.15;

const NOTHING_DESCRIBED = "the brief does not describe any music";
const NOTHING_BUT_CONSTRAINTS =
  "nothing about the sound of the music was understood; these songs only meet the constraints";

type Bar = (place: number) => boolean;

/** Returns the constraints that are unknown for every song of the answer. */
export function constraintsUnknownForAll(hits: readonly Hit[], checks: readonly ConstraintCheck[]): string[] {
  return checks.flatMap(({ constraint }, at) =>
    hits.length > 0 && hits.every((hit) => hit.verdicts[at]?.verdict === "unknown")
      ? [`the catalog does not say of these songs: ${constraint}`]
      : [],
  );
}

/** Says that the songs of an answer are guesses, if the brief hardly says anything about music. */
export function explainGuesses(brief: Brief): string[] {
  const { avoided, constraints, mentions, seen, heard } = brief;
  if (heard !== undefined) return [];
  if (seen !== undefined) return seen.question === null ? [] : [seen.question];
  if (isOnlyConstrained(brief)) return [NOTHING_BUT_CONSTRAINTS];
  const isStated = constraints.length + mentions.length > 0 || avoided.some(isRefusal);
  return isStated || isDescribed(brief) ? [] : [`${NOTHING_DESCRIBED}; these songs are guesses`];
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
export function explainNothingSought(index: RankingIndex, brief: Brief, known: readonly string[]): string[] {
  if (index.songCount === 0) return ["the catalog is empty: it has no songs"];
  const isOfJob = brief.parts !== undefined && !isDescribed(brief) && !brief.avoided.some(isRefusal);
  if (isOfJob && known.length === 0) return [NOTHING_DESCRIBED];
  const sought = brief.text.filter(({ weight }) => weight > 0).map(({ word }) => `'${word}'`);
  const words = sought.length === 0 ? [] : [`no song mentions ${listed(sought)}`];
  // Names of missing wishes were already reported.
  const missing = brief.wanted.map(({ name }) => name).filter((name) => !known.some((one) => one.includes(name)));
  const tags = missing.length === 0 ? [] : [`no song has tags for ${listed(missing)}, or similar ones`];
  const unserved = [...tags, ...words];
  if (known.length + unserved.length > 0) return unserved;
  return [
    brief.avoided.some(isRefusal) ? "the brief only says what to avoid, not what to look for" : NOTHING_DESCRIBED,
  ];
}

/**
 * Returns why no song is left: how many songs each constraint cut. `cut` is the number of songs that any of them cut;
 * `known` lists what was already reported.
 */
export function explainAllCut(
  index: RankingIndex,
  plan: Plan,
  checks: readonly ConstraintCheck[],
  { cut, known }: { readonly cut: number; readonly known: readonly string[] },
): string[] {
  const names = checks.map(({ constraint }) => `'${constraint}'`);
  if (plan.isOpen) return [`no song is known to meet ${listed(names)}`];
  if (cut === 0) return ["every song with wanted tags or words has more avoided ones"];
  // An unknown playlist or artist was already reported.
  if (checks.length === 0 && known.length > 0) return [];
  if (checks.length === 0) return ["the only songs that fit are those named in the brief"];
  const all = cut === 1 ? "the one song that fits otherwise" : `all ${cut} songs that fit otherwise`;
  if (checks.length === 1 || cut > COUNTED_MAX)
    return [`${listed(names)} ${checks.length === 1 ? "rules" : "rule"} out ${all}`];
  const places = scan(index, plan, constraintJudge(index, []), COUNTED_MAX).songs.map(({ place }) => place);
  const counts = checks.map((check, at) => ({ name: names[at] ?? "", count: cutBy(index, check, places) }));
  const alone = counts.filter(({ count }) => count >= cut).map(({ name }) => name);
  if (alone.length > 0) return alone.map((name) => `${name} rules out ${all}`);
  const some = counts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  if (some.length === 0) return [`no single version meets ${listed(names)} together, in ${all}`];
  return [`of ${all}, ${some.map(({ name, count }) => `${name} rules out ${count}`).join(", ")}`];
}

/** Returns the nearest songs that only exclusions cut, if there are any. */
export function nearestExcluded(
  index: RankingIndex,
  plan: Plan,
  constraints: readonly Constraint[],
  { checks, bars }: { readonly checks: readonly ConstraintCheck[]; readonly bars: readonly Bar[] },
): string[] {
  const exclusions = constraints.filter(({ kind }) => kind === "excluded").map(describeConstraint);
  if (exclusions.length === 0 || plan.isOpen) return [];
  const others = checks.filter(({ constraint }) => !exclusions.includes(constraint));
  const { songs } = scan(index, plan, constraintJudge(index, others, bars), NEAREST_MAX);
  if (songs.length === 0) return [];
  const names = listed(exclusions.map((constraint) => `'${constraint}'`));
  return [`the nearest songs break ${names}: ${listed(songs.map(({ place }) => index.songId(place)))}`];
}

/** Returns why sounds of the brief are not compared; [] if all are. */
export function explainUnheard(
  index: RankingIndex,
  heard: readonly HeardSound[],
  liked: readonly NameInCatalog[],
): string[] {
  const sounds = soundIndex(index);
  const isSilent = ({ descriptions }: HeardSound): boolean => descriptions.length === 0;
  const silent = heard.some(isSilent)
    ? ["the sound is too short or too quiet to be compared, or the film has none: it is not searched by"]
    : [];
  if (sounds === null) {
    const isAny = liked.length > 0 || !heard.every(isSilent);
    return isAny ? [...silent, "the sound is not compared: too few songs of the catalog are measured yet"] : silent;
  }
  const unmeasured = liked.filter(({ places }) => !places.some((place) => sounds.has(place)));
  if (unmeasured.length === 0) return silent;
  const names = listed(unmeasured.map(({ name }) => `'${name}'`));
  return [...silent, `the sound of ${names} is not compared: it is not measured yet`];
}

/** Returns why no song is left of those that sound like the sound. */
export function explainAllSoundsCut(checks: readonly ConstraintCheck[]): string[] {
  const names = checks.map(({ constraint }) => `'${constraint}'`);
  return [
    names.length === 0 ? "no measured song sounds like it" : `no song that sounds like it meets ${listed(names)}`,
  ];
}

function cutBy(index: RankingIndex, check: ConstraintCheck, places: readonly number[]): number {
  const judge = constraintJudge(index, [check]);
  return places.filter((place) => judge.doubt(place) < 0).length;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX);
  const last = shown.length === names.length ? shown.pop() : `${names.length - NAMED_MAX} more`;
  return shown.length === 0 ? (last ?? "") : `${shown.join(", ")} and ${last}`;
}
