import { Analysis } from "../../schema/wire/analysis.ts";
import type { AssetReader } from "../assets/store.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { assetIdsOf, type Execution } from "./execution.ts";

/** What was seen in the assets of an execution, pictures first: the one place where a search takes it from. */
export function sightsOf(assets: AssetReader, execution: Pick<Execution, "keyId" | "assetIds">): readonly Analysis[] {
  // An analysis that this version cannot read is ignored: the search must not fail because of it.
  const sights = assets
    .findAll(execution.keyId, assetIdsOf(execution))
    .flatMap(({ analysis }) => (analysis === null ? [] : (parseChecked(Analysis, analysis) ?? [])));
  return sights.toSorted((one, other) => one.kind.localeCompare(other.kind));
}
