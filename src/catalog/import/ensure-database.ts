import { messageOf } from "../../lib/assert.ts";
import { CatalogNotFetched, type StoredCatalogs } from "../stored/stored-catalogs.ts";
import { ImportFailure } from "./failure.ts";

/** Downloads the database of a generation that the data folder has lost. Throws ImportFailure, or the signal's reason. */
export async function ensureDatabase(
  { stored = null }: { readonly stored?: StoredCatalogs | null },
  generation: number,
  signal: AbortSignal | null,
): Promise<void> {
  try {
    await stored?.ensureDatabase(generation, { signal });
  } catch (error) {
    if (error instanceof CatalogNotFetched) throw new ImportFailure(messageOf(error), { cause: error });
    throw error;
  }
}
