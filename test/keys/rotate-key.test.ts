import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { authenticate } from "../../src/keys/authenticate.ts";
import { createKey, revokeKey, updateKey } from "../../src/keys/manage-keys.ts";
import { type Rotation, rotateKey } from "../../src/keys/rotate-key.ts";
import { signingSecrets } from "../../src/keys/signing-secrets.ts";
import { KeyReader } from "../../src/keys/store.ts";
import { assert } from "../../src/lib/assert.ts";
import { randomId } from "../../src/lib/ids.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";
import { newServiceDb } from "../support/new-service-db.ts";

const BOTH: Rotation = { token: true, secret: true, overlapMs: 1_000 };

let db: OpenServiceDb;
let keys: KeyReader;
let now = 10_000;
const clock = { now: () => now };

function create(options: { readonly expiresAt?: number } = {}) {
  return createKey({ db, clock, newId: randomId }, { name: "studio", ...options });
}

async function rotate(id: string, rotation: Partial<Rotation> = {}) {
  const rotated = await rotateKey({ db, clock }, id, { ...BOTH, ...rotation });
  assert(rotated.outcome === "rotated", "the key can be rotated");
  return rotated;
}

async function outcomeOf(token: string | null): Promise<string> {
  return (await db.read(authenticate(keys, `Token ${token}`, { now }))).outcome;
}

async function secretsOf(id: string): Promise<readonly string[]> {
  const row = await db.read(keys.row(id));
  assert(row !== null, "the key exists");
  return signingSecrets(row, now);
}

describe.each(ENGINES)("a rotation on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
    keys = new KeyReader(db);
    now = 10_000;
  });

  afterEach(async () => {
    await db.close();
  });

  test("makes a new token at once, and the old one works until the end of the overlap", async () => {
    const { key, token: old } = await create();
    const { token, until } = await rotate(key.id);
    expect(until).toBe(11_000);
    expect(await db.read(authenticate(keys, `Token ${token}`, { now }))).toMatchObject({
      outcome: "valid",
      tokenUntil: null,
    });
    expect(await db.read(authenticate(keys, `Token ${old}`, { now }))).toMatchObject({
      outcome: "valid",
      tokenUntil: 11_000,
    });
    now = 10_999;
    expect([await outcomeOf(old), await outcomeOf(token)]).toEqual(["valid", "valid"]);
    now = 11_000;
    expect([await outcomeOf(old), await outcomeOf(token)]).toEqual(["replaced", "valid"]);
  });

  test("signs with both secrets until the end of the overlap, the new one first", async () => {
    const { key, webhookSecret: old } = await create();
    const { webhookSecret } = await rotate(key.id);
    expect(await secretsOf(key.id)).toEqual([webhookSecret ?? "", old]);
    now = 11_000;
    expect(await secretsOf(key.id)).toEqual([webhookSecret ?? ""]);
  });

  test("without an overlap ends the old token and secret now", async () => {
    const { key, token: old } = await create();
    const { token, webhookSecret } = await rotate(key.id, { overlapMs: 0 });
    expect([await outcomeOf(old), await outcomeOf(token)]).toEqual(["replaced", "valid"]);
    expect(await secretsOf(key.id)).toEqual([webhookSecret ?? ""]);
  });

  test("of the token keeps the secret, and of the secret the token", async () => {
    const { key, token, webhookSecret } = await create();
    const first = await rotate(key.id, { secret: false });
    expect(first.webhookSecret).toBeNull();
    expect(await secretsOf(key.id)).toEqual([webhookSecret]);
    const second = await rotate(key.id, { token: false, overlapMs: 5_000 });
    expect(second.token).toBeNull();
    expect([await outcomeOf(token), await outcomeOf(first.token)]).toEqual(["valid", "valid"]);
    expect(second.key).toMatchObject({ previousTokenUntil: 11_000, previousSecretUntil: 15_000 });
  });

  test("ends what the rotation before replaced", async () => {
    const { key, token: first, webhookSecret: firstSecret } = await create();
    const second = await rotate(key.id);
    const third = await rotate(key.id);
    expect(await Promise.all([first, second.token, third.token].map(outcomeOf))).toEqual(["invalid", "valid", "valid"]);
    expect(await secretsOf(key.id)).not.toContain(firstSecret);
  });

  test("keeps the id, the rights and the mode, which a new token names", async () => {
    const { key } = await create();
    await updateKey({ db, clock, newId: randomId }, key.id, { mode: "live" });
    const { key: rotated, token } = await rotate(key.id);
    expect(rotated).toMatchObject({ id: key.id, mode: "live", rate: key.rate });
    expect(token).toStartWith("nd_live_");
  });

  test("does not revive a revoked or expired key", async () => {
    const revoked = await create();
    await revokeKey({ db, clock, newId: randomId }, revoked.key.id);
    const expired = await create({ expiresAt: now });
    for (const { key, token } of [revoked, expired]) {
      const before = await db.read(keys.row(key.id));
      expect(await rotateKey({ db, clock }, key.id, BOTH)).toEqual({ outcome: "ended" });
      expect(await db.read(keys.row(key.id))).toEqual(before);
      expect(await outcomeOf(token)).not.toBe("valid");
    }
    expect(await rotateKey({ db, clock }, "unknown", BOTH)).toEqual({ outcome: "missing" });
  });

  test("of a key that is revoked later ends both tokens", async () => {
    const { key, token: old } = await create();
    const { token } = await rotate(key.id);
    await revokeKey({ db, clock, newId: randomId }, key.id);
    expect([await outcomeOf(old), await outcomeOf(token)]).toEqual(["invalid", "invalid"]);
  });

  test("never shows the replaced token and secret in a key", async () => {
    const { key, webhookSecret } = await create();
    await rotate(key.id);
    const shown = JSON.stringify(await db.read(keys.find(key.id)));
    for (const secret of [webhookSecret, (await db.read(keys.row(key.id)))?.previousTokenHash ?? ""])
      expect(shown).not.toContain(secret);
  });
});

test("a rotation writes no token to the disk", async () => {
  const folder = temporaryFolder();
  db = newServiceDb(join(folder, "needledrop.db"));
  const { key, token: old } = await create();
  const { token } = await rotate(key.id);
  const contents = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  for (const one of [old, token ?? ""]) {
    expect(contents.some((bytes) => bytes.includes(one.slice(-43)))).toBe(false);
  }
  await db.close();
});
