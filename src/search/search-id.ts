import { LIKENESS_FACETS } from "../../schema/sound-descriptor.ts";
import type { Refinement, SoundChoice } from "../../schema/wire/refinement.ts";
import { uuidOf } from "../lib/ids.ts";
import { presentText } from "./text-input.ts";
import { toNormalForm } from "../lib/to-normal-form.ts";

export interface SearchInputs {
  readonly query: string | null;
  readonly context: string | null;
  readonly assetIds: readonly string[];
  /** Null, or missing, for a request of the interface alone. */
  readonly refinement?: Refinement | null;
}

/**
 * Returns the id of a search, derived from the key and the normalised inputs: NFKC, trimmed, inner white space collapsed,
 * assets as a sorted set; case is significant. Equivalent inputs of one key have the same id; those of two keys never do.
 * The extensions are part of the inputs. The search that is refined stands for all earlier turns.
 */
export function searchIdOf(keyId: string, inputs: SearchInputs): string {
  const assetIds = [...new Set(inputs.assetIds)].toSorted();
  const inputsOfInterface = [keyId, normalized(inputs.query), normalized(inputs.context), assetIds];
  return uuidOf(JSON.stringify([...inputsOfInterface, ...extensionInputs(inputs.refinement ?? null)]));
}

function extensionInputs(refinement: Refinement | null): readonly unknown[] {
  if (refinement === null) return [];
  const { refines, likes, dislikes, wishes, sound } = refinement;
  const changes = wishes
    .map(({ id, polarity = null, weight = null }) => [id, polarity, weight] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const heard = sound === undefined ? [] : [soundInputs(sound)];
  return [refines, likes.toSorted(), dislikes.toSorted(), changes, ...heard];
}

function soundInputs({ excerpt, temp_track, weights }: SoundChoice): readonly unknown[] {
  const weighed = weights === undefined ? [] : [LIKENESS_FACETS.map((facet) => weights[facet] ?? null)];
  return [excerpt?.start ?? null, excerpt?.end ?? null, temp_track, ...weighed];
}

function normalized(text: string | null): string | null {
  const present = presentText(text);
  return present === null ? null : toNormalForm(present, "NFKC").trim().replace(/\s+/gu, " ");
}
