import type { Verdict, VocalsWanted } from "../../../schema/brief.ts";
import { VOCALS, type Vocals } from "../../../schema/song.ts";
import { describeConstraint } from "../../brief/describe-constraint.ts";
import { UNKNOWN } from "../packed-format.ts";
import { DOUBT, type Rule } from "../rule.ts";

/** Judged per full version: a vocal song with an instrumental mix serves "no vocals" by that mix. */
export const vocalsRule: Rule = {
  name: "vocals",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "vocals")
      .map((constraint) => ({
        of: "version" as const,
        constraint: describeConstraint(constraint),
        doubt: DOUBT.vocals,
        column: { values: index.sections.fileVocals, unknown: UNKNOWN, met: codes(constraint.want) },
        judge: (file: number) => judge(constraint.want, index.sections.fileVocals[file]),
        reason: () => REASONS[constraint.want],
      })),
  }),
};

const REASONS = {
  none: "a version without vocals",
  not_lead: "an instrumental version",
  lead: "lead vocals",
  background: "background vocals",
} as const;

/** Lead is 0, background 1, none 2. */
function codes(want: VocalsWanted): readonly (readonly [number, number])[] {
  return VOCALS.flatMap((vocals, code) => (meets(want, vocals) ? [[code, code] as const] : []));
}

function meets(want: VocalsWanted, vocals: Vocals): boolean {
  return want === "not_lead" ? vocals !== "lead" : vocals === want;
}

function judge(want: VocalsWanted, code: number | undefined): Verdict {
  const vocals = VOCALS[code ?? VOCALS.length];
  if (vocals === undefined) return "unknown";
  return meets(want, vocals) ? "met" : "failed";
}
