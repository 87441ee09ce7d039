import { describe, expect, test } from "bun:test";
import { expectRefusals } from "../http/error-document.ts";
import { admin, askAdmin } from "../support/admin-app.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";

describe("GET /v1/admin/storage", () => {
  test("is 200 with the sizes of the data folder", async () => {
    const app = await HttpApp.create({ dump: [{ id: "calm", title: "Low Tide" }] });
    const { attributes } = (await admin(app, "GET", "/v1/admin/storage")).data;
    expect(attributes["data_folder"]).toBe(app.core.config.dataDir);
    expect(Number(attributes["database_bytes"])).toBeGreaterThan(10_000);
    expect(Number(attributes["catalog_bytes"])).toBeGreaterThan(10_000);
    expect(Number(attributes["disk_free_bytes"])).toBeLessThanOrEqual(Number(attributes["disk_total_bytes"]));
    await expectRefusals(await askAdmin(app, "GET", "/v1/admin/settings?sort=id"), "bad_parameter");
    await app.close();
  });
});

describe("GET /v1/admin/settings", () => {
  test("is 200 with the settings in force and their sources, without secrets", async () => {
    const app = await HttpApp.create({ settings: { "result-limit": "12" } });
    const { list } = await admin(app, "GET", "/v1/admin/settings");
    expect(JSON.stringify(list)).not.toContain(ADMIN_TOKEN);
    const attributesOf = (name: string) => list.find(({ id }) => id === name)?.attributes;
    expect(attributesOf("NEEDLEDROP_RESULT_LIMIT")).toEqual({ value: "12", source: "option" });
    expect(attributesOf("NEEDLEDROP_PORT")).toMatchObject({ source: "default" });
    await app.close();
  });
});
