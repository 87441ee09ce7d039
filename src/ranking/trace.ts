import type { Verdict } from "../../schema/brief.ts";
import { FIELD_BITS, type FieldName } from "./packed-format.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { Ask, ConstraintCheck, Move, Shows, Sought } from "./rule.ts";
import type { Match, ScorePart } from "./score-parts.ts";

/**
 * The parts of a song's score. Their points are whole numbers and add up exactly to the score times `whole`, before the
 * score is limited to 1 and to that of the song above.
 */
export interface Trace {
  /** The points of a song that meets the entire brief. */
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
      /** The doubt of an unknown verdict; 0 if the constraint is met. */
      readonly doubt: number;
      /** Above 0 only for a met constraint of a brief with constraints only. */
      readonly points: number;
    }
  | ({ readonly kind: "move"; readonly points: number } & Omit<Move, "points">);

export interface TracedAsk {
  readonly rule: string;
  readonly sought: Sought;
  readonly points: number;
  /** The points of the best match at the highest impact; further matches add a quarter of theirs. */
  readonly full: number;
  readonly matches: readonly TracedMatch[];
}

export interface TracedMatch {
  readonly shows: Shows;
  /** The tag as the catalog spells it, or else as it was sought. */
  readonly name: string;
  readonly fields: readonly FieldName[];
  /** How strongly the song has it, 1 to 255. */
  readonly impact: number;
  /** Points per unit of impact. */
  readonly units: number;
  readonly points: number;
}

export interface JudgedSong {
  readonly checks: readonly ConstraintCheck[];
  readonly verdicts: readonly Verdict[];
  readonly moves: readonly Move[];
  /** The name of the rule that contributed an ask or a check. */
  readonly ruleOf: ReadonlyMap<Ask | ConstraintCheck, string>;
}

/** Creates a trace. `constraintsOnly`: the brief has no wishes, so the score is the share of met constraints. */
export function traceOf(
  index: RankingIndex,
  parts: readonly ScorePart[],
  judged: JudgedSong,
  options: { readonly whole: number; readonly constraintsOnly: boolean },
): Trace {
  const { checks, verdicts, moves, ruleOf } = judged;
  const asks = parts.flatMap((part): TracedPart[] => {
    // The ask only decided the order of songs that meet the same number of constraints.
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

/** Whether to report a part without matches: only wishes and avoided things are reported. */
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
