import { uuidOf } from "../lib/ids.ts";
import { presentText } from "./text-input.ts";

export interface SearchInputs {
  readonly query: string | null;
  readonly context: string | null;
  readonly assetIds: readonly string[];
}

/**
 * The id of a search, derived from key and normalized inputs: NFKC, trimmed, inner white space folded, assets
 * as a sorted set; case is kept. Equivalent inputs of one key always meet in one id, another key's never do.
 */
export function searchIdOf(keyId: string, inputs: SearchInputs): string {
  const assetIds = [...new Set(inputs.assetIds)].toSorted();
  return uuidOf(JSON.stringify([keyId, normalized(inputs.query), normalized(inputs.context), assetIds]));
}

function normalized(text: string | null): string | null {
  return presentText(text)?.normalize("NFKC").trim().replace(/\s+/gu, " ") ?? null;
}
