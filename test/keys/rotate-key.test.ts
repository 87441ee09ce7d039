import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runNow } from "../../src/db/work.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { authenticate } from "../../src/keys/authenticate.ts";
import { revokeKey, updateKey } from "../../src/keys/manage-keys.ts";
import { type Rotation, rotateKey } from "../../src/keys/rotate-key.ts";
import { signingSecrets } from "../../src/keys/signing-secrets.ts";
import { KeyReader } from "../../src/keys/store.ts";
import { assert } from "../../src/lib/assert.ts";
import { randomId } from "../../src/lib/ids.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createKey } from "../support/create-key.ts";
import { newServiceDb } from "../support/new-service-db.ts";

const BOTH: Rotation = { token: true, secret: true, overlapMs: 1_000 };

let folder: string;
let db: SqliteServiceDb;
let keys: KeyReader;
let now = 10_000;
const clock = { now: () => now };

beforeEach(() => {
  folder = temporaryFolder();
  db = newServiceDb(join(folder, "needledrop.db"));
  keys = new KeyReader(db);
  now = 10_000;
});

afterEach(() => {
  db.close();
});

function create(options: { readonly expiresAt?: number } = {}) {
  return createKey({ db, clock, newId: randomId }, { name: "studio", ...options });
}

async function rotate(id: string, rotation: Partial<Rotation> = {}) {
  const rotated = await rotateKey({ db, clock }, id, { ...BOTH, ...rotation });
  assert(rotated.outcome === "rotated", "the key can be rotated");
  return rotated;
}

function outcomeOf(token: string | null): string {
  return runNow(authenticate(keys, `Token ${token}`, { now })).outcome;
}

function secretsOf(id: string): readonly string[] {
  const row = runNow(keys.row(id));
  assert(row !== null, "the key exists");
  return signingSecrets(row, now);
}

describe("a rotation", () => {
  test("makes a new token at once, and the old one works until the end of the overlap", async () => {
    const { key, token: old } = create();
    const { token, until } = await rotate(key.id);
    expect(until).toBe(11_000);
    expect(runNow(authenticate(keys, `Token ${token}`, { now }))).toMatchObject({ outcome: "valid", tokenUntil: null });
    expect(runNow(authenticate(keys, `Token ${old}`, { now }))).toMatchObject({ outcome: "valid", tokenUntil: 11_000 });
    now = 10_999;
    expect([outcomeOf(old), outcomeOf(token)]).toEqual(["valid", "valid"]);
    now = 11_000;
    expect([outcomeOf(old), outcomeOf(token)]).toEqual(["replaced", "valid"]);
  });

  test("signs with both secrets until the end of the overlap, the new one first", async () => {
    const { key, webhookSecret: old } = create();
    const { webhookSecret } = await rotate(key.id);
    expect(secretsOf(key.id)).toEqual([webhookSecret ?? "", old]);
    now = 11_000;
    expect(secretsOf(key.id)).toEqual([webhookSecret ?? ""]);
  });

  test("without an overlap ends the old token and secret now", async () => {
    const { key, token: old } = create();
    const { token, webhookSecret } = await rotate(key.id, { overlapMs: 0 });
    expect([outcomeOf(old), outcomeOf(token)]).toEqual(["replaced", "valid"]);
    expect(secretsOf(key.id)).toEqual([webhookSecret ?? ""]);
  });

  test("of the token keeps the secret, and of the secret the token", async () => {
    const { key, token, webhookSecret } = create();
    const first = await rotate(key.id, { secret: false });
    expect(first.webhookSecret).toBeNull();
    expect(secretsOf(key.id)).toEqual([webhookSecret]);
    const second = await rotate(key.id, { token: false, overlapMs: 5_000 });
    expect(second.token).toBeNull();
    expect([outcomeOf(token), outcomeOf(first.token)]).toEqual(["valid", "valid"]);
    expect(second.key).toMatchObject({ previousTokenUntil: 11_000, previousSecretUntil: 15_000 });
  });

  test("ends what the rotation before replaced", async () => {
    const { key, token: first, webhookSecret: firstSecret } = create();
    const second = await rotate(key.id);
    const third = await rotate(key.id);
    expect([first, second.token, third.token].map(outcomeOf)).toEqual(["invalid", "valid", "valid"]);
    expect(secretsOf(key.id)).not.toContain(firstSecret);
  });

  test("keeps the id, the rights and the mode, which a new token names", async () => {
    const { key } = create();
    await updateKey({ db, clock, newId: randomId }, key.id, { mode: "live" });
    const { key: rotated, token } = await rotate(key.id);
    expect(rotated).toMatchObject({ id: key.id, mode: "live", rate: key.rate });
    expect(token).toStartWith("nd_live_");
  });

  test("does not revive a revoked or expired key", async () => {
    const revoked = create();
    await revokeKey({ db, clock, newId: randomId }, revoked.key.id);
    const expired = create({ expiresAt: now });
    for (const { key, token } of [revoked, expired]) {
      const before = runNow(keys.row(key.id));
      expect(await rotateKey({ db, clock }, key.id, BOTH)).toEqual({ outcome: "ended" });
      expect(runNow(keys.row(key.id))).toEqual(before);
      expect(outcomeOf(token)).not.toBe("valid");
    }
    expect(await rotateKey({ db, clock }, "unknown", BOTH)).toEqual({ outcome: "missing" });
  });

  test("of a key that is revoked later ends both tokens", async () => {
    const { key, token: old } = create();
    const { token } = await rotate(key.id);
    await revokeKey({ db, clock, newId: randomId }, key.id);
    expect([outcomeOf(old), outcomeOf(token)]).toEqual(["invalid", "invalid"]);
  });

  test("writes no token to the disk", async () => {
    const { key, token: old } = create();
    const { token } = await rotate(key.id);
    const contents = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    for (const one of [old, token ?? ""]) {
      expect(contents.some((bytes) => bytes.includes(one.slice(-43)))).toBe(false);
    }
  });

  test("never shows the replaced token and secret in a key", async () => {
    const { key, webhookSecret } = create();
    await rotate(key.id);
    const shown = JSON.stringify(runNow(keys.find(key.id)));
    for (const secret of [webhookSecret, runNow(keys.row(key.id))?.previousTokenHash ?? ""])
      expect(shown).not.toContain(secret);
  });
});
