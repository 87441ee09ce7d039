import type { MusicalKey, Verdict } from "../../../schema/brief.ts";
import { MODES } from "../../../schema/song.ts";
import { namedConstraint } from "../named-constraint.ts";
import { keyName } from "../constraint-facts.ts";
import { reasonOf } from "../describe-reason.ts";
import { UNKNOWN } from "../packed-format.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { DOUBT, type Rule } from "../rule.ts";

/** Judges by any of the keys that the brief names. Enharmonic names are one key. */
export const keyRule: Rule = {
  name: "key",
  prepare: (index, brief) => ({
    checks: brief.constraints
      .filter((constraint) => constraint.kind === "key")
      .map((constraint) => ({
        of: "song" as const,
        ...namedConstraint(constraint),
        doubt: DOUBT.other,
        judge: (place: number) => judge(constraint.keys, keyOf(index, place)),
        reason: (place: number) => {
          const { tonic, mode } = keyOf(index, place);
          return reasonOf({ kind: "key", key: keyName(tonic, mode) });
        },
      })),
  }),
};

function keyOf(index: RankingIndex, place: number): MusicalKey {
  const tonic = index.sections.keyTonic[place] ?? UNKNOWN;
  return { tonic: tonic === UNKNOWN ? null : tonic, mode: MODES[index.sections.keyMode[place] ?? UNKNOWN] ?? null };
}

function judge(wanted: readonly MusicalKey[], key: MusicalKey): Verdict {
  let best: Verdict = "failed";
  for (const one of wanted) {
    const verdict = judgeOne(one, key);
    if (verdict === "met") return "met";
    if (verdict === "unknown") best = "unknown";
  }
  return best;
}

function judgeOne(wanted: MusicalKey, key: MusicalKey): Verdict {
  if (wanted.tonic !== null && key.tonic !== null && wanted.tonic !== key.tonic) return "failed";
  if (wanted.mode !== null && key.mode !== null && wanted.mode !== key.mode) return "failed";
  const isOpen = (wanted.tonic !== null && key.tonic === null) || (wanted.mode !== null && key.mode === null);
  return isOpen ? "unknown" : "met";
}
