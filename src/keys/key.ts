import type { keys } from "../../schema/tables/service/keys.ts";

/** Default limits of a key: searches per second, and uploads per rolling 24 hours. */
export const DEFAULT_RATE = 25;
export const DEFAULT_IMAGE_QUOTA = 17_000;
export const DEFAULT_VIDEO_QUOTA = 200;

export const KEY_MODES = ["live", "test", "trial"] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** An API key without its secrets. `id` is the public UUID. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly hasSupervisor: boolean;
  readonly hasImages: boolean;
  readonly hasVideo: boolean;
  readonly rate: number;
  readonly imageQuota: number;
  readonly videoQuota: number;
  /** Private playlists that the key may see in addition to the public ones. */
  readonly playlistIds: readonly number[];
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

export type KeyRow = typeof keys.$inferSelect;

/** Returns whether a key gets full files. Test and trial keys get watermarked files. */
export function isLive(key: Pick<ApiKey, "mode">): boolean {
  return key.mode === "live";
}

export function keyOf(row: KeyRow, playlistIds: readonly number[]): ApiKey {
  const { tokenHash: _tokenHash, webhookSecret: _webhookSecret, ...shown } = row;
  return { ...shown, playlistIds };
}
