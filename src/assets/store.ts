import { and, eq, inArray } from "drizzle-orm";
import { assets } from "../../schema/tables/service/assets.ts";
import type { Reading } from "../db/service-db.ts";
import type { Asset } from "./asset.ts";

/** The assets of `keyId` among `ids`; another key's count as none. `ids` is bounded by the search's hard cap. */
export function findAssets(reading: Reading, keyId: string, ids: readonly string[]): readonly Asset[] {
  if (ids.length === 0) return [];
  return reading.orm
    .select()
    .from(assets)
    .where(and(eq(assets.keyId, keyId), inArray(assets.id, [...ids])))
    .all();
}
