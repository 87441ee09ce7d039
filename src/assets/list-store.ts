import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import { assets } from "../../schema/tables/service/assets.ts";
import type { ListedWindows } from "../db/list-in-windows.ts";
import { unindexed } from "../db/engine-sql.ts";
import type { Reading } from "../db/service-db.ts";
import { all, first, type Work } from "../db/work.ts";
import type { Asset, AssetPosition } from "./asset.ts";

/** What administrators list assets by. Null: all. */
export interface AssetFilter {
  readonly keyId: string | null;
  readonly mediaKind: Asset["mediaKind"] | null;
  readonly status: Asset["status"] | null;
  /** Times of the upload, inclusive and exclusive, in milliseconds. */
  readonly from: number | null;
  readonly to: number | null;
}

type IndexedBy = "key" | "status" | "time";

/** A list by the index of the key or of the state, whichever passes the assets faster. */
export function allAssets(
  reading: Reading,
  filter: AssetFilter,
  expiredBefore: number,
): ListedWindows<AssetPosition, Asset> {
  const { keyId, mediaKind, status, from, to } = filter;
  const { submittedAt, id } = assets;
  const order = [desc(submittedAt), desc(id)] as const;
  const indexes: readonly IndexedBy[] = [
    ...(keyId === null ? [] : ["key" as const]),
    ...(status === null ? [] : ["status" as const]),
  ];
  const isIndexed = mediaKind === null && status !== "processed" && indexes.length < 2;
  const [usual = "time"] = indexes;
  let indexedBy: IndexedBy = usual;
  /** A position replaces a time that is farther, so that SQLite reads only the rows in between. The plus keeps it from an index. */
  const isIn = (by: IndexedBy, after: AssetPosition | null, through: AssetPosition | null) => {
    const isAfterFrom = from === null ? undefined : gte(submittedAt, from);
    const isBeforeTo = to === null ? undefined : lt(submittedAt, to);
    const startsAtTo = after === null || (to !== null && to <= after.submittedAt);
    return and(
      keyId === null || by !== "key" ? undefined : eq(assets.keyId, keyId),
      status === null || by !== "status" ? undefined : eq(assets.status, status),
      through === null ? isAfterFrom : sql`(${submittedAt}, ${id}) >= (${through.submittedAt}, ${through.id})`,
      startsAtTo ? isBeforeTo : sql`(${submittedAt}, ${id}) < (${after.submittedAt}, ${after.id})`,
    );
  };
  const endBy = (by: IndexedBy, after: AssetPosition | null, size: number): Work<AssetPosition | null> =>
    first(
      reading.orm
        .select({ submittedAt, id })
        .from(assets)
        .where(isIn(by, after, null))
        .orderBy(...order)
        .limit(1)
        .offset(size - 1),
    );
  return {
    *endOf(after, size) {
      if (isIndexed) return null;
      const [one, other] = indexes;
      if (one === undefined) return yield* endBy("time", after, size);
      const end = yield* endBy(one, after, size);
      indexedBy = one;
      if (other === undefined || end === null) return end;
      const otherEnd = yield* endBy(other, after, size);
      if (!isFarther(otherEnd, end)) return end;
      indexedBy = other;
      return otherEnd;
    },
    rowsIn: ({ after, through, limit }) =>
      all(
        reading.orm
          .select()
          .from(assets)
          .where(
            and(
              isIn(indexedBy, after, through),
              keyId === null || indexedBy === "key" ? undefined : eq(unindexed(reading, assets.keyId), keyId),
              status === null || indexedBy === "status" ? undefined : eq(unindexed(reading, assets.status), status),
              mediaKind === null ? undefined : eq(assets.mediaKind, mediaKind),
              status === "processed" ? gte(unindexed(reading, assets.processedAt), expiredBefore) : undefined,
            ),
          )
          .orderBy(...order)
          .limit(limit),
      ),
  };
}

/** Whether a list that ends at `one` passes more assets. The newest are first, and null is the end of the list. */
function isFarther(one: AssetPosition | null, other: AssetPosition): boolean {
  return one === null || one.submittedAt < other.submittedAt;
}
