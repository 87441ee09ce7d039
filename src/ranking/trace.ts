import type { Verdict } from "../../schema/brief.ts";
import { FIELD_BITS, type FieldName } from "./packed-format.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { Ask, ConstraintCheck, Move, Shows, Sought } from "./rule.ts";
import type { Match, ScorePart } from "./score-parts.ts";

/**
 * A song's score taken apart. The points of all parts are whole numbers and add up to the score in `whole`s, exactly,
 * before it is cut at 1 and at the score of the song above.
 */
export interface Trace {
  /** What a song that gives all that was asked has. */
  readonly whole: number;
  readonly parts: readonly TracedPart[];
}

export type TracedPart =
  | ({ readonly kind: "wish" } & TracedAsk)
  | ({ readonly kind: "against" } & TracedAsk)
  | {
      readonly kind: "constraint";
      readonly rule: string;
      readonly constraint: string;
      readonly verdict: Verdict;
      /** What an unknown costs: places go by the sum of these first. 0 where the verdict is met. */
      readonly doubt: number;
      /** A met constraint has points only where a brief has nothing but constraints. */
      readonly points: number;
    }
  | ({ readonly kind: "move"; readonly points: number } & Omit<Move, "points">);

export interface TracedAsk {
  readonly rule: string;
  readonly sought: Sought;
  readonly points: number;
  /** What the best match alone gives, where a song has it whole; further ones add a quarter of theirs. */
  readonly full: number;
  readonly matches: readonly TracedMatch[];
}

export interface TracedMatch {
  readonly shows: Shows;
  /** A tag as the catalog spells it, else as it was sought. */
  readonly name: string;
  readonly fields: readonly FieldName[];
  /** How much of it the song has, 1 to 255. */
  readonly impact: number;
  /** What one of `impact` is worth. */
  readonly units: number;
  readonly points: number;
}

export interface JudgedSong {
  readonly checks: readonly ConstraintCheck[];
  readonly verdicts: readonly Verdict[];
  readonly moves: readonly Move[];
  /** Which rule an ask or a check is of. */
  readonly ruleOf: ReadonlyMap<Ask | ConstraintCheck, string>;
}

/** `constraintsOnly`: of a brief that has no other wish, the score is the share of constraints that are met. */
export function traceOf(
  index: RankingIndex,
  parts: readonly ScorePart[],
  judged: JudgedSong,
  options: { readonly whole: number; readonly constraintsOnly: boolean },
): Trace {
  const { checks, verdicts, moves, ruleOf } = judged;
  const asks = parts.flatMap((part): TracedPart[] => {
    // It decided about the place among those that meet as much, and about nothing else.
    if (options.constraintsOnly && part.points !== 0) return [];
    if (part.matches.length === 0 && !isAskedFor(part)) return [];
    const kind = part.full < 0 ? "against" : "wish";
    return [{ kind, ...tracedAsk(index, part, ruleOf.get(part.ask) ?? "") }];
  });
  const constraints = checks.map((check, at): TracedPart => {
    const verdict = verdicts[at] ?? "unknown";
    const points = options.constraintsOnly && verdict === "met" ? 1 : 0;
    const doubt = verdict === "unknown" ? check.doubt : 0;
    return { kind: "constraint", rule: ruleOf.get(check) ?? "", constraint: check.constraint, verdict, doubt, points };
  });
  return {
    whole: options.constraintsOnly ? checks.length : options.whole,
    parts: [
      ...asks,
      ...constraints,
      ...moves.map((move): TracedPart => ({
        kind: "move",
        ...move,
        points: options.constraintsOnly ? 0 : (move.points ?? 0),
      })),
    ],
  };
}

/** A wish that found nothing and an aversion that found nothing are worth knowing; what merely helps is not. */
function isAskedFor({ ask, full }: ScorePart): boolean {
  if (full > 0) return ask.share > 0;
  return ask.sought.said !== "" && ask.terms.some(({ shows }) => shows !== "contrary tag");
}

function tracedAsk(index: RankingIndex, { ask, points, full, matches }: ScorePart, rule: string): TracedAsk {
  return { rule, sought: ask.sought, points, full, matches: matches.map((match) => tracedMatch(index, match)) };
}

function tracedMatch(index: RankingIndex, { term, impact, fields, units, points }: Match): TracedMatch {
  const found = FIELDS.filter((field) => (fields & FIELD_BITS[field]) !== 0);
  return { shows: term.shows, name: index.tagName(term.term) ?? term.name, fields: found, impact, units, points };
}

const FIELDS = ["title", "artist", "tag", "description", "lyrics"] as const satisfies readonly FieldName[];
