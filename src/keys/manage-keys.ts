import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Clock } from "../lib/clock.ts";
import type { NewId } from "../lib/ids.ts";
import {
  type ApiKey,
  DEFAULT_AUDIO_QUOTA,
  DEFAULT_IMAGE_QUOTA,
  DEFAULT_RATE,
  DEFAULT_VIDEO_QUOTA,
  type KeyMode,
  keyOf,
} from "./key.ts";
import { insertKey, KeyReader, setPlaylists, updateKeyRow } from "./store.ts";
import { mintToken, mintWebhookSecret } from "./token.ts";

/** Options of `keys create` and `keys update`. An omitted option keeps its value or takes the default. */
export interface KeyOptions {
  readonly name?: string | undefined;
  readonly mode?: KeyMode | undefined;
  readonly hasSupervisor?: boolean | undefined;
  readonly hasImages?: boolean | undefined;
  readonly hasVideo?: boolean | undefined;
  readonly hasAudio?: boolean | undefined;
  readonly hasEdits?: boolean | undefined;
  readonly rate?: number | undefined;
  readonly imageQuota?: number | undefined;
  readonly videoQuota?: number | undefined;
  readonly audioQuota?: number | undefined;
  readonly playlistIds?: readonly number[] | undefined;
  /** Milliseconds; null means never. */
  readonly expiresAt?: number | null | undefined;
}

export interface CreatedKey {
  readonly key: ApiKey;
  /** Shown once; only its hash is stored. */
  readonly token: string;
  readonly webhookSecret: string;
}

export interface KeyDeps {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Runs in the transaction that changes a key, for the audit trail. `fields` are the names of what changed. */
  readonly onChange?: (tx: Writing, change: KeyChange) => void;
}

export interface KeyChange {
  readonly action: "key.created" | "key.changed" | "key.rotated" | "key.revoked";
  readonly keyId: string;
  readonly fields: readonly string[];
}

export function createKey(deps: KeyDeps, options: KeyOptions & { readonly name: string }): CreatedKey {
  const id = deps.newId();
  const mode = options.mode ?? "test";
  const { token, tokenHash } = mintToken(id, mode);
  const webhookSecret = mintWebhookSecret();
  const row = {
    id,
    name: options.name,
    mode,
    tokenHash,
    webhookSecret,
    hasSupervisor: options.hasSupervisor ?? true,
    hasImages: options.hasImages ?? false,
    hasVideo: options.hasVideo ?? false,
    hasAudio: options.hasAudio ?? false,
    hasEdits: options.hasEdits ?? false,
    rate: options.rate ?? DEFAULT_RATE,
    imageQuota: options.imageQuota ?? DEFAULT_IMAGE_QUOTA,
    videoQuota: options.videoQuota ?? DEFAULT_VIDEO_QUOTA,
    audioQuota: options.audioQuota ?? DEFAULT_AUDIO_QUOTA,
    createdAt: deps.clock.now(),
    revokedAt: null,
    expiresAt: options.expiresAt ?? null,
    lastUsedAt: null,
    previousTokenHash: null,
    previousTokenUntil: null,
    previousWebhookSecret: null,
    previousSecretUntil: null,
  };
  const playlistIds = options.playlistIds ?? [];
  deps.db.transaction((tx) => {
    insertKey(tx, row, playlistIds);
    deps.onChange?.(tx, { action: "key.created", keyId: id, fields: [] });
  });
  return { key: keyOf(row, playlistIds), token, webhookSecret };
}

/** Changes a key. Its token and webhook secret stay the same. Returns null if there is no such key. */
export function updateKey(deps: KeyDeps, id: string, options: KeyOptions): ApiKey | null {
  const { playlistIds, ...columns } = options;
  const change = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return deps.db.transaction((tx) => {
    if (new KeyReader(tx).row(id) === null) return null;
    updateKeyRow(tx, id, change);
    if (playlistIds !== undefined) setPlaylists(tx, id, playlistIds);
    const fields = [...Object.keys(change), ...(playlistIds === undefined ? [] : ["playlistIds"])];
    deps.onChange?.(tx, { action: "key.changed", keyId: id, fields });
    return new KeyReader(tx).find(id);
  });
}

/** Revokes a key: its token and the links signed for it stop working. Returns null if there is no such key. */
export function revokeKey(deps: KeyDeps, id: string): ApiKey | null {
  return deps.db.transaction((tx) => {
    const reader = new KeyReader(tx);
    const key = reader.find(id);
    if (key === null || key.revokedAt !== null) return key;
    updateKeyRow(tx, id, { revokedAt: deps.clock.now() });
    deps.onChange?.(tx, { action: "key.revoked", keyId: id, fields: [] });
    return reader.find(id);
  });
}
