import { uuidOf } from "../lib/ids.ts";
import { presentText } from "./text-input.ts";

export interface SearchInputs {
  readonly query: string | null;
  readonly context: string | null;
  readonly assetIds: readonly string[];
}

/**
 * Returns the id of a search, derived from the key and the normalised inputs: NFKC, trimmed, inner white space collapsed,
 * assets as a sorted set; case is significant. Equivalent inputs of one key have the same id; those of two keys never do.
 */
export function searchIdOf(keyId: string, inputs: SearchInputs): string {
  const assetIds = [...new Set(inputs.assetIds)].toSorted();
  return uuidOf(JSON.stringify([keyId, normalized(inputs.query), normalized(inputs.context), assetIds]));
}

function normalized(text: string | null): string | null {
  return presentText(text)?.normalize("NFKC").trim().replace(/\s+/gu, " ") ?? null;
}
