import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Alive, Readiness } from "../../schema/wire/jsonapi.ts";
import { Value } from "@sinclair/typebox/value";
import { setCurrentGeneration } from "../../src/catalog/generation.ts";
import { HttpApp, JSON_API } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { documentOf } from "./checked.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
});
afterAll(() => app.close());

describe("GET /healthz", () => {
  test("200: the process responds with its version", async () => {
    const document = await documentOf(Alive, await app.ask("/healthz"));
    expect(document.meta).toEqual({ status: "alive", version: "0.0.0-test" });
  });
});

describe("GET /readyz", () => {
  test("200: every check passes", async () => {
    const document = await documentOf(Readiness, await app.ask("/readyz"));
    expect(document.meta.status).toBe("ready");
    expect(document.meta.checks.length).toBeGreaterThanOrEqual(3);
  });

  test("200: a new catalog that cannot be opened is reported without its path, while the former one is served", async () => {
    const broken = await HttpApp.create(SMALL_CATALOG);
    const generation = { number: 7, version: "0123456789abcdef", songs: 1 };
    await broken.core.db.write((tx) => setCurrentGeneration(tx, generation, 0));
    await expect(broken.services.catalog.refresh()).rejects.toThrow();
    const document = await documentOf(Readiness, await broken.ask("/readyz"));
    const detail = document.meta.checks.find((check) => check.name === "catalog")?.detail;
    expect(detail).toStartWith("4 songs, index loaded; the newest catalog cannot be opened since ");
    expect(detail).not.toContain(broken.folder);
    await broken.close();
  });

  test("503: a catalog that cannot be opened, without a former one to serve", async () => {
    const broken = await HttpApp.create();
    const generation = { number: 7, version: "0123456789abcdef", songs: 1 };
    await broken.core.db.write((tx) => setCurrentGeneration(tx, generation, 0));
    await expect(broken.services.catalog.refresh()).rejects.toThrow();
    expect((await broken.ask("/readyz")).status).toBe(503);
    await broken.close();
  });

  test("503: a stopping server names the failed check", async () => {
    const stopping = await HttpApp.create();
    stopping.services.lifecycle.stopping();
    const response = await stopping.ask("/readyz");
    expect(response.status).toBe(503);
    expect(response.headers.get("content-type")).toBe(JSON_API);
    const { meta } = Value.Parse(Readiness, await response.json());
    expect(meta.status).toBe("not ready");
    expect(meta.checks.filter((check) => !check.ok)).toHaveLength(1);
    expect((await stopping.ask("/healthz")).status).toBe(200);
    await stopping.close();
  });
});
