import { Value } from "@sinclair/typebox/value";
import { Analysis } from "../../schema/wire/analysis.ts";
import type { AssetReader } from "../assets/store.ts";
import type { Execution } from "./execution.ts";

/** What was seen in the assets of an execution, pictures first: the one place where a search takes it from. */
export function sightsOf(assets: AssetReader, execution: Pick<Execution, "keyId" | "assetIds">): readonly Analysis[] {
  const ids: string[] = JSON.parse(execution.assetIds);
  const sights = assets.findAll(execution.keyId, ids).flatMap(({ analysis }) => {
    const value: unknown = analysis === null ? null : JSON.parse(analysis);
    // An older version may have seen other things; the search does without rather than fail.
    return Value.Check(Analysis, value) ? [value] : [];
  });
  return sights.toSorted((one, other) => one.kind.localeCompare(other.kind));
}
