import type { Verdict, VocalsWanted } from "../../../schema/brief.ts";
import { VOCALS } from "../../../schema/song.ts";
import { describeConstraint } from "../../brief/describe-constraint.ts";
import type { RankingIndex } from "../ranking-index.ts";
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
        reason: (place, file) => fact(index, constraint.want, place, file),
      })),
  }),
};

const LEAD = VOCALS.indexOf("lead");
const BACKGROUND = VOCALS.indexOf("background");

/** An instrumental mix of a sung song is told apart from a song that nobody sings. */
function fact(index: RankingIndex, want: VocalsWanted, place: number, file: number | null): string {
  if (want === "lead") return "lead vocals";
  const { fileVocals } = index.sections;
  if (want === "background" || (file !== null && fileVocals[file] === BACKGROUND)) return "background vocals only";
  return fileVocals.subarray(...index.filesOf(place)).includes(LEAD) ? "instrumental mix" : "no vocals";
}

function judge(want: VocalsWanted, code: number | undefined): Verdict {
  const vocals = VOCALS[code ?? VOCALS.length];
  if (vocals === undefined) return "unknown";
  const meets = want === "not_lead" ? vocals !== "lead" : vocals === want;
  return meets ? "met" : "failed";
}
