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
import { addRecipient } from "./recipient-store.ts";
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
  /** Null means that files have no imprint. */
  readonly recipient?: string | null | undefined;
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
  const now = deps.clock.now();
  const recipient = options.recipient ?? null;
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
    recipient,
    rate: options.rate ?? DEFAULT_RATE,
    imageQuota: options.imageQuota ?? DEFAULT_IMAGE_QUOTA,
    videoQuota: options.videoQuota ?? DEFAULT_VIDEO_QUOTA,
    audioQuota: options.audioQuota ?? DEFAULT_AUDIO_QUOTA,
    createdAt: now,
    revokedAt: null,
    expiresAt: options.expiresAt ?? null,
    lastUsedAt: null,
    previousTokenHash: null,
    previousTokenUntil: null,
    previousWebhookSecret: null,
    previousSecretUntil: null,
  };
  const playlistIds = options.playlistIds ?? [];
  const key = deps.db.transaction((tx) => {
    const numbered = { ...row, recipientNumber: numberFor(tx, { name: recipient, keyId: id, now }) };
    insertKey(tx, numbered, playlistIds);
    deps.onChange?.(tx, { action: "key.created", keyId: id, fields: [] });
    return keyOf(numbered, playlistIds);
  });
  return { key, token, webhookSecret };
}

/** Changes a key. Its token and webhook secret stay the same. Returns null if there is no such key. */
export function updateKey(deps: KeyDeps, id: string, options: KeyOptions): ApiKey | null {
  const { playlistIds, ...columns } = options;
  const change = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return deps.db.transaction((tx) => {
    const row = new KeyReader(tx).row(id);
    if (row === null) return null;
    updateKeyRow(tx, id, change);
    const { recipient: name } = options;
    if (name !== undefined && name !== row.recipient) {
      updateKeyRow(tx, id, { recipientNumber: numberFor(tx, { name, keyId: id, now: deps.clock.now() }) });
    }
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

/** The number of a new recipient of a key; null for none. */
function numberFor(
  tx: Writing,
  { name, keyId, now }: { readonly name: string | null; readonly keyId: string; readonly now: number },
): number | null {
  if (name === null) return null;
  return addRecipient(tx, { name, keyId, shareId: null, shortlistName: null, createdAt: now });
}
