import type { ApiKey } from "../keys/key.ts";
import { isoTime, timeText } from "./print.ts";
import { renderTable } from "./table.ts";

/** A key as `--json` prints it; it holds no secret. */
export function keyDocument(key: ApiKey): object {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    supervisor: key.hasSupervisor,
    images: key.hasImages,
    video: key.hasVideo,
    rate: key.rate,
    image_quota: key.imageQuota,
    video_quota: key.videoQuota,
    playlists: key.playlistIds,
    created_at: isoTime(key.createdAt),
    revoked_at: isoTime(key.revokedAt),
  };
}

export function accessText(key: ApiKey): string {
  const services = [
    ...(key.hasSupervisor ? ["search"] : []),
    ...(key.hasImages ? ["images"] : []),
    ...(key.hasVideo ? ["video"] : []),
  ];
  return services.length === 0 ? "none" : services.join(", ");
}

/** A key for people, a property a line; `secrets` stand at its end. */
export function keyText(key: ApiKey, secrets: readonly (readonly [string, string])[] = []): string {
  return renderTable([
    ["ID", key.id],
    ["Name", key.name],
    ["Mode", key.mode],
    ["Access", accessText(key)],
    ["Rate", `${key.rate} searches a second`],
    ["Quota", `${key.imageQuota} pictures, ${key.videoQuota} films in 24 hours`],
    ["Playlists", key.playlistIds.length === 0 ? "public ones only" : key.playlistIds.join(", ")],
    ["Created", timeText(key.createdAt)],
    ...(key.revokedAt === null ? [] : [["Revoked", timeText(key.revokedAt)]]),
    ...secrets,
  ]);
}
