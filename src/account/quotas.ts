import type { MediaKind } from "../assets/media-type.ts";
import { countUploads, countUploadsOf, quotaFreeAt } from "../assets/quota-store.ts";
import type { Reading } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { ApiKey } from "../keys/key.ts";

/** What is left of one of a key's quotas: uploads in any 24 hours. */
export interface QuotaState {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** When the next upload is possible, in milliseconds. Null while some remain, and if the limit is 0. */
  readonly freeAt: number | null;
}

export function* quotasOf(
  reading: Reading,
  key: ApiKey,
  now: number,
): Work<Readonly<Record<"images" | "video" | "audio", QuotaState>>> {
  return {
    images: yield* quotaOf(reading, { key, kind: "image", limit: key.imageQuota, now }),
    video: yield* quotaOf(reading, { key, kind: "video", limit: key.videoQuota, now }),
    audio: yield* quotaOf(reading, { key, kind: "audio", limit: key.audioQuota, now }),
  };
}

/** How many pictures, films and audio files a key can upload now. */
export interface UploadsLeft {
  readonly images: number;
  readonly video: number;
  readonly audio: number;
}

/** Returns what is left of the quotas of keys, by their ids. One statement however many keys there are. */
export function* uploadsLeft(
  reading: Reading,
  keys: readonly ApiKey[],
  now: number,
): Work<ReadonlyMap<string, UploadsLeft>> {
  const ids = keys.map(({ id }) => id);
  const counted = yield* countUploadsOf(reading, ids, now);
  const used = new Map(counted.map((row) => [`${row.keyId} ${row.kind}`, row.used]));
  const left = (id: string, kind: MediaKind, quota: number) => Math.max(0, quota - (used.get(`${id} ${kind}`) ?? 0));
  return new Map(
    keys.map(({ id, imageQuota, videoQuota, audioQuota }) => [
      id,
      {
        images: left(id, "image", imageQuota),
        video: left(id, "video", videoQuota),
        audio: left(id, "audio", audioQuota),
      },
    ]),
  );
}

function* quotaOf(
  reading: Reading,
  asked: { readonly key: ApiKey; readonly kind: MediaKind; readonly limit: number; readonly now: number },
): Work<QuotaState> {
  const { key, kind, limit, now } = asked;
  const used = yield* countUploads(reading, key.id, kind, now);
  const freeAt = yield* quotaFreeAt(reading, { keyId: key.id, kind, quota: limit, now });
  return { limit, used, remaining: Math.max(0, limit - used), freeAt };
}

/** The form of a quota in JSON. */
export function quotaDocument({ limit, used, remaining, freeAt }: QuotaState) {
  return { limit, used, remaining, free_at: freeAt === null ? null : new Date(freeAt).toISOString() };
}
