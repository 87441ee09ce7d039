import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { runNow } from "../../src/db/work.ts";
import { recordCacheHit, recordExecution } from "../../src/usage/store.ts";
import { expectRefusals } from "../http/error-document.ts";
import { admin, askAdmin } from "../support/admin-app.ts";
import { HttpApp } from "../support/http-app.ts";
import { writeNow } from "../support/write-now.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const USAGE = "/v1/admin/usage";
const AUDIT = "/v1/admin/audit";

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create();
});
afterEach(() => app.close());

describe("GET /v1/admin/usage", () => {
  test("is 200 with the ledger by month, key and tier", async () => {
    const { key } = app.key();
    const at = (time: string) => Date.parse(time);
    writeNow(app.core.db, (tx) => {
      for (const [number, time] of ["2026-01-05", "2026-01-06", "2026-02-01"].entries()) {
        const row = { searchId: "s", keyId: key.id, tier: "text", at: at(time), billed: true } as const;
        runNow(recordExecution(tx, { ...row, executionId: `e${number}` }));
      }
      runNow(recordCacheHit(tx, { searchId: "s", keyId: key.id, at: at("2026-02-02") }));
    });
    const shown = (list: readonly { readonly attributes: object }[]) => list.map(({ attributes }) => attributes);
    const first = await admin(app, "GET", `${USAGE}?page%5Bsize%5D=2`);
    const second = await admin(app, "GET", first.next ?? "");
    expect([...shown(first.list), ...shown(second.list)]).toMatchObject([
      { period: "2026-01", key_name: "a studio", tier: "text", billed: true, count: 2 },
      { period: "2026-02", tier: "text", billed: true, count: 1 },
      { period: "2026-02", tier: "cached", billed: false, count: 1 },
    ]);
    const ranged = await admin(app, "GET", `${USAGE}?filter%5Bfrom%5D=2026-01-06&filter%5Bto%5D=2026-02-01`);
    expect(shown(ranged.list)).toMatchObject([{ period: "2026-01", count: 1 }]);
    expect((await admin(app, "GET", `${USAGE}?filter%5Bkey%5D=unknown`)).list).toEqual([]);
  });

  test("is 400 for a wrong time or filter", async () => {
    for (const query of ["filter%5Bfrom%5D=yesterday", "filter%5Bto%5D=2026-13-40", "filter%5Btier%5D=text"]) {
      await expectRefusals(await askAdmin(app, "GET", `${USAGE}?${query}`), "bad_parameter");
    }
  });
});

describe("GET /v1/admin/audit", () => {
  test("is 200 with the newest entries first, paged and by key", async () => {
    const make = async (name: string) =>
      (await admin(app, "POST", "/v1/admin/keys", { type: "api_keys", attributes: { name } })).data.id;
    const [one, other] = [await make("one"), await make("other")];
    await admin(app, "DELETE", `/v1/admin/keys/${one}`);
    const first = await admin(app, "GET", `${AUDIT}?page%5Bsize%5D=2`);
    expect(first.list.map(({ attributes }) => attributes["action"])).toEqual(["key.revoked", "key.created"]);
    expect(first.list[0]?.attributes).toMatchObject({
      actor: "user",
      actor_name: "admin token",
      objects: { key: one },
    });
    const second = await admin(app, "GET", first.next ?? "");
    expect(second.list.map(({ attributes }) => attributes["objects"])).toEqual([{ key: one }]);
    expect(second.next).toBeNull();
    const ofOther = await admin(app, "GET", `${AUDIT}?filter%5Bkey%5D=${other}`);
    expect(ofOther.list).toHaveLength(1);
    await expectRefusals(await askAdmin(app, "GET", `${AUDIT}?page%5Bcursor%5D=x`), "bad_parameter");
  });

  test("is filtered by action, by the name of who acted, and by time", async () => {
    const { audit } = app.core;
    const made = await admin(app, "POST", "/v1/admin/keys", { type: "api_keys", attributes: { name: "Harbour" } });
    app.time.jump(1_000);
    const since = new Date(app.time.now()).toISOString();
    const key = { kind: "key", id: made.data.id, name: "Harbour" } as const;
    await audit.record({ actor: key, action: "asset.deleted", objects: { asset: "a" } });
    await audit.record({ actor: { kind: "command", user: "anna", sudo_user: "ben" }, action: "backup.written" });
    await audit.record({ actor: { kind: "server" }, action: "asset.expired" });
    const shown = async (query: string): Promise<readonly unknown[]> =>
      (await admin(app, "GET", `${AUDIT}?${query}`)).list.map(({ attributes }) => attributes["action"]);
    expect(await shown("filter%5Baction%5D=asset.deleted")).toEqual(["asset.deleted"]);
    expect(await shown("filter%5Bactor%5D=Harbour")).toEqual(["asset.deleted"]);
    expect(await shown("filter%5Bactor%5D=anna")).toEqual(["backup.written"]);
    expect(await shown("filter%5Bactor%5D=server")).toEqual(["asset.expired"]);
    expect(await shown("filter%5Bactor%5D=admin%20token")).toEqual(["key.created"]);
    expect(await shown("filter%5Bactor%5D=Harbour&filter%5Baction%5D=key.created")).toEqual([]);
    expect(await shown(`filter%5Bto%5D=${since}`)).toEqual(["key.created"]);
    expect(await shown(`filter%5Bfrom%5D=${since}&filter%5Bkey%5D=${key.id}`)).toEqual(["asset.deleted"]);
    // A damaged line hides no others, and stops no list.
    sqliteOf(app.core).sqlite.run(
      "update audit_lines set line = 'cut off' where seq = (select max(seq) from audit_lines)",
    );
    expect(await shown("filter%5Baction%5D=backup.written")).toEqual(["backup.written"]);
  });

  test("is 400 for an unknown action and for an empty range", async () => {
    for (const query of ["filter%5Baction%5D=key.lost", "filter%5Bfrom%5D=2026-02-02&filter%5Bto%5D=2026-02-01"]) {
      await expectRefusals(await askAdmin(app, "GET", `${AUDIT}?${query}`), "bad_parameter");
    }
  });
});
