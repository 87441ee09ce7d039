import type { Static } from "@sinclair/typebox";
import { CUT_ENDINGS, CUT_SECONDS, type CutAttributes } from "../../../schema/wire/cut.ts";
import type { FitLengthInput } from "../../../schema/wire/mcp.ts";
import { type CutOffer, offerCut } from "../../catalog/offer-cut.ts";
import type { AudioFileRecord } from "../../catalog/song-record.ts";
import type { RefusalName } from "../../../schema/errors.ts";
import { Refused } from "../../lib/refusal.ts";

const HUNDREDTHS = 100;

type Wanted = Pick<Static<typeof FitLengthInput>, "seconds" | "ending">;

export interface CutToLength {
  readonly cut: Omit<CutAttributes, "source"> | null;
  /** Why there is no cut; null with one. */
  readonly notServed: string | null;
}

/** Offers a cut of a version to a length. What the HTTP API refuses is said in words: the versions of the song are an answer, too. */
export async function cutToLength(
  file: AudioFileRecord,
  { seconds, ending = CUT_ENDINGS[0] }: Wanted,
  offer: Omit<CutOffer, "wanted">,
): Promise<CutToLength> {
  const hundredths = Math.round(HUNDREDTHS * seconds);
  if (hundredths < HUNDREDTHS * CUT_SECONDS.least || hundredths > HUNDREDTHS * CUT_SECONDS.most) {
    return { cut: null, notServed: `cuts are ${CUT_SECONDS.least} to ${CUT_SECONDS.most} s long` };
  }
  try {
    const { source: _, ...cut } = await offerCut(file, { ...offer, wanted: { hundredths, ending } });
    return { cut, notServed: cut.difference === "none" ? null : `the cut differs: ${cut.difference}` };
  } catch (error) {
    const reason = error instanceof Refused ? reasonOf(error) : null;
    if (reason === null) throw error;
    return { cut: null, notServed: reason };
  }
}

function reasonOf({ refusals, headers }: Refused): string | null {
  const reasons: Partial<Record<RefusalName, string>> = {
    unauthorized: "this key has no cuts: it lacks the right `edits`",
    cut_impossible:
      "the recording cannot be cut to this length: it has no sure pulse and is shorter, or its bars are too long",
    not_found: "there is no sound to cut",
    not_ready: `the cut is being prepared: call again in ${headers["retry-after"] ?? "some"} s`,
  };
  return reasons[refusals[0].name] ?? null;
}
