import type { Verdict, VocalsWanted } from "../../../schema/brief.ts";
import { VOCALS } from "../../../schema/song.ts";
import { describeConstraint } from "../../brief/describe-constraint.ts";
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

function judge(want: VocalsWanted, code: number | undefined): Verdict {
  const vocals = VOCALS[code ?? VOCALS.length];
  if (vocals === undefined) return "unknown";
  const meets = want === "not_lead" ? vocals !== "lead" : vocals === want;
  return meets ? "met" : "failed";
}
