import type { Refinement } from "../../schema/wire/refinement.ts";
import type { CheckedRequest } from "./check-request.ts";
import type { Execution } from "./execution.ts";

export type CheckedSearch = CheckedRequest & { readonly refinement: Refinement | null };

/** Returns an execution that begins now. */
export function newExecution(
  id: string,
  from: Pick<Execution, "searchId" | "keyId" | "requestId">,
  checked: CheckedSearch,
  now: number,
): Omit<Execution, "answer"> {
  return {
    id,
    ...from,
    status: "processing",
    tier: checked.tier,
    query: checked.query,
    context: checked.context,
    assetIds: JSON.stringify(checked.assetIds),
    callbackUrl: checked.callbackUrl,
    refinement: checked.refinement === null ? null : JSON.stringify(checked.refinement),
    errorCode: null,
    errorDetail: null,
    createdAt: now,
    finishedAt: null,
  };
}
