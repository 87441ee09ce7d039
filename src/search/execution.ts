import { Type } from "@sinclair/typebox";
import type { executions } from "../../schema/tables/service/executions.ts";
import { assert } from "../lib/assert.ts";
import { HOUR_MS } from "../lib/clock.ts";
import { parseChecked } from "../lib/parse-json.ts";

const AssetIds = Type.Array(Type.String());

/** One run of a search. `answer` is JSON, and null until the execution has completed. */
export type Execution = typeof executions.$inferSelect & { readonly answer: string | null };

/** The `callbackUrl` of an execution whose request waits for the result itself. */
export const NO_CALLBACK = "";

/** A completed execution answers equivalent searches of its key for this time after it ended. */
export const CACHE_LIFETIME_MS = 24 * HOUR_MS;

/** Returns the ids of the assets of an execution. Throws if the stored column is damaged. */
export function assetIdsOf({ assetIds }: Pick<Execution, "assetIds">): readonly string[] {
  const ids = parseChecked(AssetIds, assetIds);
  assert(ids !== null, "executions.asset_ids holds a list of asset ids");
  return ids;
}
