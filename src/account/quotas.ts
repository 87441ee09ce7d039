import type { MediaKind } from "../assets/media-type.ts";
import { countUploads, quotaFreeAt } from "../assets/quota-store.ts";
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

/** Returns how many pictures, films and audio files a key can upload now. */
export function* uploadsLeft(
  reading: Reading,
  key: ApiKey,
  now: number,
): Work<{ readonly images: number; readonly video: number; readonly audio: number }> {
  const { images, video, audio } = yield* quotasOf(reading, key, now);
  return { images: images.remaining, video: video.remaining, audio: audio.remaining };
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
