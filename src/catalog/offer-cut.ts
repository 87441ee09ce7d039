import type { CutAttributes, CutEnding } from "../../schema/wire/cut.ts";
import { type ApiKey, isLive } from "../keys/key.ts";
import { missingRights } from "../keys/missing-rights.ts";
import { Refused, refuse } from "../lib/refusal.ts";
import type { CutPlans } from "../media/cut/cut-plans.ts";
import type { MediaTarget } from "../media/signed-url.ts";
import { losslessOf } from "../media/targets.ts";
import type { AudioFileRecord } from "./song-record.ts";

const HUNDREDTHS = 100;

export interface WantedCut {
  /** The length in hundredths of a second. */
  readonly hundredths: number;
  readonly ending: CutEnding;
}

export interface CutOffer {
  readonly wanted: WantedCut;
  readonly key: ApiKey;
  readonly cuts: CutPlans;
  /** Signs a link for the key. */
  readonly link: (target: MediaTarget) => string;
}

/**
 * Describes a cut of a file, with links for the key: watermarked ones, unless it is live. Throws Refused: 403 for a live key without the
 * right, 422 without such a cut, and as `CutPlans.planFor` does.
 */
export async function offerCut(file: AudioFileRecord, { wanted, key, cuts, link }: CutOffer): Promise<CutAttributes> {
  if (isLive(key) && !key.hasEdits) throw new Refused([missingRights(["edits"])]);
  const plan = await cuts.planFor(file, wanted, key.id);
  if (plan === null) throw refuse("cut_impossible");
  const target = { kind: "cut", audioFileId: file.id, ...wanted } as const;
  return {
    source: "cut",
    audio_file: file.id,
    length: wanted.hundredths / HUNDREDTHS,
    difference: plan.ending === wanted.ending ? "none" : `it fades out, because it cannot end with a ${wanted.ending}`,
    ending: plan.ending,
    parts: plan.parts.map(({ from, to }) => ({ from: milliseconds(from), to: milliseconds(to) })),
    joins: plan.joins.map(({ at, leave, enter, likeness }) => ({
      at: milliseconds(at),
      leave: milliseconds(leave),
      enter: milliseconds(enter),
      likeness,
    })),
    fade: milliseconds(plan.fade),
    silence: milliseconds(plan.silence),
    mp3: link({ ...target, form: isLive(key) ? "mp3" : "watermarked" }),
    wav: isLive(key) && losslessOf(file) !== null ? link({ ...target, form: "wav" }) : null,
  };
}

/** Rounds seconds to milliseconds. */
function milliseconds(seconds: number): number {
  return Math.round(1_000 * seconds) / 1_000;
}
