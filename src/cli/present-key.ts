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

/** Renders a key as text, one property per line, with `secrets` at the end. */
export function keyText(key: ApiKey, secrets: readonly (readonly [string, string])[] = []): string {
  return renderTable([
    ["ID", key.id],
    ["Name", key.name],
    ["Mode", key.mode],
    ["Access", accessText(key)],
    ["Rate", `${key.rate} searches per second`],
    ["Quota", `${key.imageQuota} pictures, ${key.videoQuota} films per 24 hours`],
    ["Playlists", key.playlistIds.length === 0 ? "public only" : key.playlistIds.join(", ")],
    ["Created", timeText(key.createdAt)],
    ...(key.revokedAt === null ? [] : [["Revoked", timeText(key.revokedAt)]]),
    ...secrets,
  ]);
}

export function keyMissing(id: string): Error {
  return new Error(`There is no key ${JSON.stringify(id)}; \`needledrop keys list\` shows all keys.`);
}
