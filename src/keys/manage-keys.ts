import { exclusive } from "../db/exclusive.ts";
import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
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

/** The name of the lock of transactions that read a key and then change it. */
export function changeOfKey(id: string): string {
  return `key ${id}`;
}

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
  readonly onChange?: (tx: Writing, change: KeyChange) => Work<void>;
}

export interface KeyChange {
  readonly action: "key.created" | "key.changed" | "key.rotated" | "key.revoked";
  readonly keyId: string;
  readonly fields: readonly string[];
}

/** What changes of keys in an open transaction need. */
export type KeyChangeDeps = Omit<KeyDeps, "db">;

export function createKey(deps: KeyDeps, options: KeyOptions & { readonly name: string }): Promise<CreatedKey> {
  return deps.db.write((tx) => createKeyIn(tx, deps, options));
}

export function* createKeyIn(
  tx: Writing,
  deps: KeyChangeDeps,
  options: KeyOptions & { readonly name: string },
): Work<CreatedKey> {
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
  const numbered = { ...row, recipientNumber: yield* numberFor(tx, { name: recipient, keyId: id, now }) };
  yield* insertKey(tx, numbered, playlistIds);
  yield* noteChange(tx, deps, { action: "key.created", keyId: id, fields: [] });
  return { key: keyOf(numbered, playlistIds), token, webhookSecret };
}

/** Changes a key. Its token and webhook secret stay the same. Returns null if there is no such key. */
export function updateKey(deps: KeyDeps, id: string, options: KeyOptions): Promise<ApiKey | null> {
  const { playlistIds, ...columns } = options;
  const change = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return deps.db.write(function* (tx) {
    yield* exclusive(tx, changeOfKey(id));
    const row = yield* new KeyReader(tx).row(id);
    if (row === null) return null;
    yield* updateKeyRow(tx, id, change);
    const { recipient: name } = options;
    if (name !== undefined && name !== row.recipient) {
      yield* updateKeyRow(tx, id, {
        recipientNumber: yield* numberFor(tx, { name, keyId: id, now: deps.clock.now() }),
      });
    }
    if (playlistIds !== undefined) yield* setPlaylists(tx, id, playlistIds);
    const fields = [...Object.keys(change), ...(playlistIds === undefined ? [] : ["playlistIds"])];
    yield* noteChange(tx, deps, { action: "key.changed", keyId: id, fields });
    return yield* new KeyReader(tx).find(id);
  });
}

/** Revokes a key: its token and the links signed for it stop working. Returns null if there is no such key. */
export function revokeKey(deps: KeyDeps, id: string): Promise<ApiKey | null> {
  return deps.db.write((tx) => revokeKeyIn(tx, deps, id));
}

export function* revokeKeyIn(tx: Writing, deps: KeyChangeDeps, id: string): Work<ApiKey | null> {
  yield* exclusive(tx, changeOfKey(id));
  const reader = new KeyReader(tx);
  const key = yield* reader.find(id);
  if (key === null || key.revokedAt !== null) return key;
  yield* updateKeyRow(tx, id, { revokedAt: deps.clock.now() });
  yield* noteChange(tx, deps, { action: "key.revoked", keyId: id, fields: [] });
  return yield* reader.find(id);
}

function* noteChange(tx: Writing, { onChange }: Pick<KeyDeps, "onChange">, change: KeyChange): Work<void> {
  if (onChange !== undefined) yield* onChange(tx, change);
}

/** The number of a new recipient of a key; null for none. */
function* numberFor(
  tx: Writing,
  { name, keyId, now }: { readonly name: string | null; readonly keyId: string; readonly now: number },
): Work<number | null> {
  if (name === null) return null;
  return yield* addRecipient(tx, { name, keyId, shareId: null, shortlistName: null, createdAt: now });
}
