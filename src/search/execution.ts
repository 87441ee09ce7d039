import { Type } from "@sinclair/typebox";
import { Refinement, type SearchTurn } from "../../schema/wire/refinement.ts";
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

/** Returns the extensions of an execution's request; null without. Throws if the stored column is damaged. */
export function refinementOf({ refinement }: Pick<Execution, "refinement">): Refinement | null {
  if (refinement === null) return null;
  const read = parseChecked(Refinement, refinement);
  assert(read !== null, "executions.refinement holds the extensions of a request");
  return read;
}

/** Returns what each request of the conversation says, the latest one last. */
export function turnsOf(execution: Execution): readonly SearchTurn[] {
  const refinement = refinementOf(execution);
  const { likes = [], dislikes = [], wishes = [], sound } = refinement ?? {};
  const { query, context } = execution;
  const said = { query, context, asset_ids: [...assetIdsOf(execution)], likes, dislikes, wishes };
  const own = { ...said, ...(sound === undefined ? {} : { sound }) };
  return [...(refinement?.earlier ?? []), own];
}

/** Returns the ids of the assets of the whole conversation. */
export function allAssetIdsOf(execution: Execution): readonly string[] {
  return [...new Set(turnsOf(execution).flatMap(({ asset_ids: ids }) => ids))];
}

/** Returns the ids of the assets of an execution. Throws if the stored column is damaged. */
export function assetIdsOf({ assetIds }: Pick<Execution, "assetIds">): readonly string[] {
  const ids = parseChecked(AssetIds, assetIds);
  assert(ids !== null, "executions.asset_ids holds a list of asset ids");
  return ids;
}
