import { and, count, desc, eq, gt, inArray, lte, or } from "drizzle-orm";
import { uploads } from "../../schema/tables/service/assets.ts";
import { itemsOf } from "../db/engine-sql.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, run, type Work } from "../db/work.ts";
import { CLOCK_SLACK_MS, DAY_MS } from "../lib/clock.ts";
import type { MediaKind } from "./media-type.ts";

const QUOTA_WINDOW_MS = DAY_MS;

/**
 * Returns the time when a key can upload again; null if its quota is not used up. At that time, the oldest of its
 * latest `quota` uploads is no longer in the window (index uploads_by_key). Uploads more than CLOCK_SLACK_MS in the
 * future were recorded while the clock was ahead; they do not count, because they would lock the key out.
 */
export function* quotaFreeAt(
  reading: Reading,
  request: { readonly keyId: string; readonly kind: MediaKind; readonly quota: number; readonly now: number },
): Work<number | null> {
  const { keyId, kind, quota, now } = request;
  if (quota === 0) return now + QUOTA_WINDOW_MS;
  const row = yield* first(
    reading.orm
      .select({ acceptedAt: uploads.acceptedAt })
      .from(uploads)
      .where(inWindow(keyId, kind, now))
      .orderBy(desc(uploads.acceptedAt))
      .limit(1)
      .offset(quota - 1),
  );
  return row === null ? null : row.acceptedAt + QUOTA_WINDOW_MS;
}

/** Counts the uploads of a key in the window that ends now (index uploads_by_key). */
export function* countUploads(reading: Reading, keyId: string, kind: MediaKind, now: number): Work<number> {
  const row = yield* first(
    reading.orm
      .select({ used: count() })
      .from(uploads)
      .where(inWindow(keyId, kind, now)),
  );
  return row?.used ?? 0;
}

/** Counts the uploads of keys in the window that ends now, by key and kind (index uploads_by_key). */
export function* countUploadsOf(
  reading: Reading,
  keyIds: readonly string[],
  now: number,
): Work<readonly { readonly keyId: string; readonly kind: MediaKind; readonly used: number }[]> {
  return yield* all(
    reading.orm
      .select({ keyId: uploads.keyId, kind: uploads.mediaKind, used: count() })
      .from(uploads)
      .where(and(inArray(uploads.keyId, itemsOf(reading, keyIds)), isInWindow(now)))
      .groupBy(uploads.keyId, uploads.mediaKind),
  );
}

function inWindow(keyId: string, kind: MediaKind, now: number) {
  return and(eq(uploads.keyId, keyId), eq(uploads.mediaKind, kind), isInWindow(now));
}

function isInWindow(now: number) {
  return and(gt(uploads.acceptedAt, now - QUOTA_WINDOW_MS), lte(uploads.acceptedAt, now + CLOCK_SLACK_MS));
}

export function recordUpload(
  tx: Writing,
  upload: { keyId: string; mediaKind: MediaKind; acceptedAt: number },
): Work<void> {
  return run(tx.orm.insert(uploads).values(upload));
}

/**
 * Deletes up to `limit` records of uploads that have left the window, or are more than a window in the future (index
 * uploads_by_time). Returns how many.
 */
export function* deleteUploadRecords(tx: Writing, now: number, limit: number): Work<number> {
  const outdated = tx.orm
    .select({ id: uploads.id })
    .from(uploads)
    .where(or(lte(uploads.acceptedAt, now - QUOTA_WINDOW_MS), gt(uploads.acceptedAt, now + QUOTA_WINDOW_MS)))
    .limit(limit);
  const deleted = yield* all(tx.orm.delete(uploads).where(inArray(uploads.id, outdated)).returning({ id: uploads.id }));
  return deleted.length;
}
