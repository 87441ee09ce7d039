import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runNow } from "../../src/db/work.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { authenticate as authentication } from "../../src/keys/authenticate.ts";
import { revokeKey, updateKey } from "../../src/keys/manage-keys.ts";
import { KeyReader } from "../../src/keys/store.ts";
import { claimedId, hashToken } from "../../src/keys/token.ts";
import { randomId } from "../../src/lib/ids.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createKey } from "../support/create-key.ts";
import { newServiceDb } from "../support/new-service-db.ts";

let folder: string;
let db: SqliteServiceDb;
let keys: KeyReader;
let now = 1_000;
const clock = { now: () => now };

beforeEach(() => {
  folder = temporaryFolder();
  db = newServiceDb(join(folder, "needledrop.db"));
  keys = new KeyReader(db);
  now = 1_000;
});

afterEach(() => {
  db.close();
});

/** The key of a header, or null. */
function authenticate(header: string | null) {
  const found = runNow(authentication(keys, header, { now }));
  return found.outcome === "valid" ? found.key : null;
}

function deps() {
  return { db, clock, newId: randomId };
}

describe("a token", () => {
  test("contains the key id and the mode, and authenticates the key", () => {
    const { key, token } = createKey(deps(), { name: "studio", mode: "live" });
    expect(token).toStartWith("nd_live_");
    expect(claimedId(token)).toBe(key.id);
    expect(authenticate(`Token ${token}`)).toEqual(key);
  });

  test("is not stored in the database; only its hash is", () => {
    const { token } = createKey(deps(), { name: "studio" });
    const secret = token.slice(-43);
    const contents = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    expect(contents.some((bytes) => bytes.includes(hashToken(token)))).toBe(true);
    for (const bytes of contents) expect(bytes.includes(secret)).toBe(false);
  });

  test("is different for every key", () => {
    const tokens = Array.from({ length: 20 }, () => createKey(deps(), { name: "same" }).token.slice(-43));
    expect(new Set(tokens).size).toBe(20);
  });
});

describe("authentication", () => {
  test("accepts the scheme in any case, and surrounding spaces", () => {
    const { key, token } = createKey(deps(), { name: "studio" });
    for (const header of [`token ${token}`, `TOKEN   ${token}`, `  Token ${token} `]) {
      expect(authenticate(header)?.id).toBe(key.id);
    }
  });

  test("refuses invalid headers and tokens", () => {
    const { token, key } = createKey(deps(), { name: "studio" });
    const other = createKey(deps(), { name: "other" });
    const flipped = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    const swapped = token.slice(0, -43) + other.token.slice(-43);
    for (const header of [
      null,
      "",
      "Token",
      "Token ",
      token,
      `Bearer ${token}`,
      `Token ${flipped}`,
      `Token ${swapped}`,
      `Token ${token} ${token}`,
      `Token ${token.slice(0, -1)}`,
      `Token ${token.toUpperCase()}`,
      `Token ${key.id}`,
      `Token nd_test_${"0".repeat(32)}_${"A".repeat(43)}`,
      `Token ' or 1=1 --`,
    ]) {
      expect(authenticate(header)).toBeNull();
    }
  });

  test("refuses a revoked key", async () => {
    const { key, token } = createKey(deps(), { name: "studio" });
    await revokeKey(deps(), key.id);
    expect(authenticate(`Token ${token}`)).toBeNull();
  });

  test("refuses a key from the time of its expiry on, and says when that was", async () => {
    const { key, token } = createKey(deps(), { name: "studio", expiresAt: 5_000 });
    now = 4_999;
    expect(authenticate(`Token ${token}`)?.id).toBe(key.id);
    now = 5_000;
    expect(runNow(authentication(keys, `Token ${token}`, { now }))).toEqual({ outcome: "expired", at: 5_000 });
    await updateKey(deps(), key.id, { expiresAt: null });
    expect(authenticate(`Token ${token}`)?.id).toBe(key.id);
  });

  test("does not tell a wrong token that its key expired", () => {
    const { token } = createKey(deps(), { name: "studio", expiresAt: 500 });
    const wrong = token.slice(0, -43) + "a".repeat(43);
    expect(runNow(authentication(keys, `Token ${wrong}`, { now }))).toEqual({ outcome: "invalid" });
  });

  test("does not tell that a revoked key expired, too", async () => {
    const { key, token } = createKey(deps(), { name: "studio", expiresAt: 500 });
    await revokeKey(deps(), key.id);
    expect(runNow(authentication(keys, `Token ${token}`, { now }))).toEqual({ outcome: "invalid" });
  });

  test("sees changes by another process at once", async () => {
    const { key, token } = createKey(deps(), { name: "studio" });
    const other = SqliteServiceDb.open(join(folder, "needledrop.db"));
    await updateKey({ db: other, clock, newId: randomId }, key.id, { rate: 99, playlistIds: [4] });
    other.close();
    expect(authenticate(`Token ${token}`)).toMatchObject({ rate: 99, playlistIds: [4] });
  });
});

describe("a key", () => {
  test("is by default a test key that may search", () => {
    const { key } = createKey(deps(), { name: "studio" });
    expect(key).toMatchObject({ mode: "test", hasSupervisor: true, hasImages: false, hasVideo: false, rate: 25 });
    expect([key.imageQuota, key.videoQuota, key.createdAt, key.revokedAt]).toEqual([17_000, 200, 1_000, null]);
  });

  test("keeps its token and secret after a change", async () => {
    const { key, token, webhookSecret } = createKey(deps(), { name: "studio", playlistIds: [1, 2] });
    expect(await updateKey(deps(), key.id, { mode: "live" })).toEqual({ ...key, mode: "live" });
    expect(authenticate(`Token ${token}`)?.mode).toBe("live");
    expect(runNow(keys.row(key.id))?.webhookSecret).toBe(webhookSecret);
  });

  test("keeps the time of its first revocation", async () => {
    const { key } = createKey(deps(), { name: "studio" });
    now = 2_000;
    expect((await revokeKey(deps(), key.id))?.revokedAt).toBe(2_000);
    now = 3_000;
    expect((await revokeKey(deps(), key.id))?.revokedAt).toBe(2_000);
  });

  test("that does not exist cannot be changed or revoked", async () => {
    expect(await updateKey(deps(), "no-such-key", { rate: 1 })).toBeNull();
    expect(await revokeKey(deps(), "no-such-key")).toBeNull();
  });

  test("never shows its secrets", () => {
    const { token, webhookSecret } = createKey(deps(), { name: "studio" });
    const shown = JSON.stringify(runNow(keys.list()));
    for (const secret of [token, hashToken(token), webhookSecret]) expect(shown).not.toContain(secret);
  });
});
