import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Alive, Readiness } from "../../schema/wire/jsonapi.ts";
import { Value } from "@sinclair/typebox/value";
import { HttpApp, JSON_API } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { documentOf } from "./checked.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
});
afterAll(() => app.close());

describe("GET /healthz", () => {
  test("200: the process answers, and says which version it is", async () => {
    const document = await documentOf(Alive, await app.ask("/healthz"));
    expect(document.meta).toEqual({ status: "alive", version: "0.0.0-test" });
  });
});

describe("GET /readyz", () => {
  test("200: every check is well", async () => {
    const document = await documentOf(Readiness, await app.ask("/readyz"));
    expect(document.meta.status).toBe("ready");
    expect(document.meta.checks.length).toBeGreaterThanOrEqual(3);
  });

  test("503: a server that stops says so, and which check it was", async () => {
    const stopping = await HttpApp.create();
    stopping.services.drain();
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
