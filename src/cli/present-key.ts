import type { ApiKey } from "../keys/key.ts";
import { isoTime, timeText } from "./print.ts";
import { renderTable } from "./table.ts";

/** A key for `--json`, without its secrets. */
export function keyDocument(key: ApiKey): object {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    supervisor: key.hasSupervisor,
    images: key.hasImages,
    video: key.hasVideo,
    audio: key.hasAudio,
    edits: key.hasEdits,
    recipient: key.recipient,
    rate: key.rate,
    image_quota: key.imageQuota,
    video_quota: key.videoQuota,
    audio_quota: key.audioQuota,
    playlists: key.playlistIds,
    created_at: isoTime(key.createdAt),
    expires_at: isoTime(key.expiresAt),
    revoked_at: isoTime(key.revokedAt),
    last_used_at: isoTime(key.lastUsedAt),
    previous_token_until: isoTime(key.previousTokenUntil),
    previous_secret_until: isoTime(key.previousSecretUntil),
  };
}

export function accessText(key: ApiKey): string {
  const services = [
    ...(key.hasSupervisor ? ["search"] : []),
    ...(key.hasImages ? ["images"] : []),
    ...(key.hasVideo ? ["video"] : []),
    ...(key.hasAudio ? ["audio"] : []),
    ...(key.hasEdits ? ["edits"] : []),
  ];
  return services.length === 0 ? "none" : services.join(", ");
}

/** What ends a key, or an empty text: `revoked 2026-03-04 05:06:07`. */
export function endText({ revokedAt, expiresAt }: ApiKey, now: number): string {
  if (revokedAt !== null) return `revoked ${timeText(revokedAt)}`;
  if (expiresAt === null) return "-";
  return `${expiresAt <= now ? "expired" : "expires"} ${timeText(expiresAt)}`;
}

/** Renders a key as text, one property per line, with `secrets` at the end. */
export function keyText(key: ApiKey, secrets: readonly (readonly [string, string])[] = []): string {
  return renderTable([
    ["ID", key.id],
    ["Name", key.name],
    ["Mode", key.mode],
    ["Access", accessText(key)],
    ["Rate", `${key.rate} searches per second`],
    ["Quota", `${key.imageQuota} pictures, ${key.videoQuota} films, ${key.audioQuota} audio files per 24 hours`],
    ...(key.recipient === null ? [] : [["Recipient", `${key.recipient} (imprint ${key.recipientNumber})`]]),
    ["Playlists", key.playlistIds.length === 0 ? "public only" : key.playlistIds.join(", ")],
    ["Created", timeText(key.createdAt)],
    ["Last used", key.lastUsedAt === null ? "never" : timeText(key.lastUsedAt)],
    ["Expires", key.expiresAt === null ? "never" : timeText(key.expiresAt)],
    ...(key.previousTokenUntil === null ? [] : [["Old token valid until", timeText(key.previousTokenUntil)]]),
    ...(key.previousSecretUntil === null ? [] : [["Old secret valid until", timeText(key.previousSecretUntil)]]),
    ...(key.revokedAt === null ? [] : [["Revoked", timeText(key.revokedAt)]]),
    ...secrets,
  ]);
}
