import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { runNow } from "../../src/db/work.ts";
import { KeyUses } from "../../src/keys/key-uses.ts";
import { silentLog } from "../../src/lib/log.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { writeNow } from "../support/write-now.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  for (const service of app.services.background) await service.start();
});
afterAll(() => app.close());

function lastUse(id: string): number | null {
  return runNow(app.core.keys.find(id))?.lastUsedAt ?? null;
}

describe("the last use of a key", () => {
  test("is written once a minute, and not by the request", async () => {
    const { key, token } = app.key();
    await app.ask("/v1/songs", { token });
    await app.time.pass(SECOND_MS);
    const at = app.time.now();
    await app.ask("/v1/me", { token });
    expect(lastUse(key.id)).toBeNull();
    await app.time.pass(MINUTE_MS);
    expect(lastUse(key.id)).toBe(at);
  });

  test("is unchanged by a refused request", async () => {
    const { key, token } = app.key({ expiresAt: app.time.now() });
    const { key: other, token: otherToken } = app.key();
    await app.ask("/v1/songs", { token });
    await app.ask("/v1/songs", { token: otherToken.slice(0, -43) + "a".repeat(43) });
    await app.time.pass(MINUTE_MS);
    expect([lastUse(key.id), lastUse(other.id)]).toEqual([null, null]);
  });

  test("is also a link that was opened", async () => {
    const { key, token } = app.key({ mode: "live" });
    const response = await app.ask("/v1/songs/1042", { token });
    const link = /http[^"]+full\.mp3[^"]+/.exec(await response.text())?.[0] ?? "";
    await app.time.pass(2 * MINUTE_MS);
    const at = app.time.now();
    expect((await app.ask(link)).status).toBe(200);
    await app.time.pass(MINUTE_MS);
    expect(lastUse(key.id)).toBe(at);
  });

  test("is written when the server stops", async () => {
    const { key } = app.key();
    const uses = new KeyUses({ db: app.core.db, log: silentLog });
    uses.note(key.id, 7);
    await uses.stop();
    expect(lastUse(key.id)).toBe(7);
  });

  test("that cannot be written is written the next time", async () => {
    const { key } = app.key();
    const uses = new KeyUses({ db: app.core.db, log: silentLog });
    uses.note(key.id, 8);
    await writeNow(app.core.db, () => ({ failing: uses.write() })).failing.then(
      () => expect.unreachable(),
      (error: unknown) => expect(String(error)).toContain("already open"),
    );
    expect(lastUse(key.id)).toBeNull();
    await uses.write();
    expect(lastUse(key.id)).toBe(8);
  });

  test("that is noted while others are written is written the next time, also if that fails", async () => {
    const { key } = app.key();
    const { key: other } = app.key();
    const uses = new KeyUses({ db: app.core.db, log: silentLog });
    uses.note(key.id, 9);
    const writing = uses.write();
    uses.note(other.id, 10);
    await writing;
    expect([lastUse(key.id), lastUse(other.id)]).toEqual([9, null]);
    sqliteOf(app.core).sqlite.run("alter table keys rename to elsewhere");
    const failing = uses.write();
    uses.note(other.id, 11);
    await expect(failing).rejects.toThrow();
    sqliteOf(app.core).sqlite.run("alter table elsewhere rename to keys");
    await uses.write();
    expect(lastUse(other.id)).toBe(11);
  });
});
