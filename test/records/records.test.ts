import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { recordCacheHit, recordExecution } from "../../src/usage/store.ts";
import { expectRefusals } from "../http/error-document.ts";
import { admin, askAdmin } from "../support/admin-app.ts";
import { HttpApp } from "../support/http-app.ts";

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
    app.core.db.transaction((tx) => {
      for (const [number, time] of ["2026-01-05", "2026-01-06", "2026-02-01"].entries()) {
        const row = { searchId: "s", keyId: key.id, tier: "text", at: at(time), billed: true } as const;
        recordExecution(tx, { ...row, executionId: `e${number}` });
      }
      recordCacheHit(tx, { searchId: "s", keyId: key.id, at: at("2026-02-02") });
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
});
