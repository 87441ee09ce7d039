import type { VocalsWanted } from "../../../schema/brief.ts";
import { VOCALS, type Vocals } from "../../../schema/song.ts";
import { versionCheck } from "../column-check.ts";
import { type Reason, reasonOf } from "../describe-reason.ts";
import { UNKNOWN } from "../packed-format.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { DOUBT, type Rule } from "../rule.ts";

/** Judges each full version: a song with a lead vocal meets "no vocals" by its instrumental mix. */
export const vocalsRule: Rule = {
  name: "vocals",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "vocals")
      .map((constraint) =>
        versionCheck({
          constraint,
          doubt: DOUBT.vocals,
          column: { values: index.sections.fileVocals, unknown: UNKNOWN, met: codes(constraint.want) },
          reason: (place, file) => fact(index, constraint.want, place, file),
        }),
      ),
  }),
};

const LEAD = VOCALS.indexOf("lead");
const BACKGROUND = VOCALS.indexOf("background");

/** Returns the fact to report; an instrumental mix of a sung song differs from a song without vocals. */
function fact(index: RankingIndex, want: VocalsWanted, place: number, file: number | null): Reason {
  if (want === "lead") return reasonOf({ kind: "vocals", want });
  const { fileVocals } = index.sections;
  if (want === "background" || (file !== null && fileVocals[file] === BACKGROUND))
    return reasonOf({ kind: "vocals", want: "background" });
  const isSung = fileVocals.subarray(...index.filesOf(place)).includes(LEAD);
  return reasonOf({ kind: "vocals", want: isSung ? "instrumental" : "none" });
}

/** Returns the codes that meet the constraint: lead is 0, background 1, none 2. */
function codes(want: VocalsWanted): readonly (readonly [number, number])[] {
  return VOCALS.flatMap((vocals, code) => (meets(want, vocals) ? [[code, code] as const] : []));
}

function meets(want: VocalsWanted, vocals: Vocals): boolean {
  return want === "not_lead" ? vocals !== "lead" : vocals === want;
}
