import type { keys } from "../../schema/tables/service/keys.ts";

/** Default limits of a key: searches per second, and uploads per rolling 24 hours. */
export const DEFAULT_RATE = 25;
export const DEFAULT_IMAGE_QUOTA = 17_000;
export const DEFAULT_VIDEO_QUOTA = 200;
export const DEFAULT_AUDIO_QUOTA = 200;

export const KEY_MODES = ["live", "test", "trial"] as const;
export type KeyMode = (typeof KEY_MODES)[number];
export const KEY_STATES = ["active", "expired", "revoked"] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** An API key without its secrets. `id` is the public UUID. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly hasSupervisor: boolean;
  readonly hasImages: boolean;
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  /** Whether a live key can get cuts of songs. Other keys get watermarked cuts. */
  readonly hasEdits: boolean;
  /** Whom the key is for, if its watermarked files have an imprint. Null if they have none. */
  readonly recipient: string | null;
  /** The number of the recipient. Another recipient has another number. */
  readonly recipientNumber: number | null;
  readonly rate: number;
  readonly imageQuota: number;
  readonly videoQuota: number;
  readonly audioQuota: number;
  /** Private playlists that the key may see in addition to the public ones. */
  readonly playlistIds: readonly number[];
  readonly createdAt: number;
  readonly revokedAt: number | null;
  /** From this time on, the key is refused. Null means never. */
  readonly expiresAt: number | null;
  /** The last request with the key or with a link signed for it. It can be a minute old. */
  readonly lastUsedAt: number | null;
  /** The ends of the overlaps of the last rotation, also past ones. Null if that was never rotated. */
  readonly previousTokenUntil: number | null;
  readonly previousSecretUntil: number | null;
}

export type KeyRow = typeof keys.$inferSelect;

/** Returns whether a key gets full files. Test and trial keys get watermarked files. */
export function isLive(key: Pick<ApiKey, "mode">): boolean {
  return key.mode === "live";
}

/** Returns when a key expired, or null if it has not. */
export function expiryOf({ expiresAt }: Pick<ApiKey, "expiresAt">, now: number): number | null {
  return expiresAt !== null && expiresAt <= now ? expiresAt : null;
}

/** Returns whether a key and the links signed for it work at `now`. */
export function isUsable(key: Pick<ApiKey, "revokedAt" | "expiresAt">, now: number): boolean {
  return key.revokedAt === null && expiryOf(key, now) === null;
}

export function stateOf(key: Pick<ApiKey, "revokedAt" | "expiresAt">, now: number): KeyState {
  if (key.revokedAt !== null) return "revoked";
  return expiryOf(key, now) === null ? "active" : "expired";
}

export function keyOf(row: KeyRow, playlistIds: readonly number[]): ApiKey {
  const {
    tokenHash: _tokenHash,
    webhookSecret: _webhookSecret,
    previousTokenHash: _previousTokenHash,
    previousWebhookSecret: _previousWebhookSecret,
    ...shown
  } = row;
  return { ...shown, playlistIds };
}
