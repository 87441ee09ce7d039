import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { expectRefusals } from "./error-document.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
});
afterAll(() => app.close());

async function metrics(): Promise<string> {
  const response = await app.ask("/metrics", { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
  return await response.text();
}

describe("GET /metrics 200", () => {
  test("contains the metrics of every feature, and no others", async () => {
    await app.ask("/healthz");
    const names = [...(await metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
    expect(names.toSorted()).toEqual(
      app.services.features
        .flatMap((feature) => feature.metrics ?? [])
        .map(({ name, type }) => `${name} ${type}`)
        .toSorted(),
    );
  });

  test("counts requests by route pattern, so that songs and scans of addresses create no series", async () => {
    const { token } = app.key();
    await app.ask("/v1/songs/1042", { token });
    await app.ask("/v1/songs/3", { token });
    await app.ask("/wp-login.php");
    const text = await metrics();
    expect(text).toContain('needledrop_http_requests_total{route="/v1/songs/:id",method="GET",status="200"} 2');
    expect(text).toContain('needledrop_http_requests_total{route="none",method="GET",status="404"} 1');
    expect(text).not.toContain("1042");
    expect(text).not.toContain("wp-login");
  });

  test("counts searches by outcome", async () => {
    const { token } = app.key();
    const attributes = { query: "tense synth", callback_url: "https://studio.example/music" };
    await app.submit(token, attributes);
    await app.submit(token, attributes);
    const text = await metrics();
    expect(text).toContain('needledrop_searches_total{outcome="enqueued"} 1');
    expect(text).toContain('needledrop_searches_total{outcome="joined"} 1');
    expect(text).toMatch(/needledrop_jobs\{lane="search",state="waiting"\} 1/);
  });

  test("shows the live catalog", async () => {
    const text = await metrics();
    expect(text).toContain("needledrop_catalog_songs 4");
    expect(text).toContain("needledrop_catalog_generation 1");
    expect(text).toMatch(/needledrop_index_bytes [1-9]\d+/);
    expect(text).toContain('needledrop_build_info{version="0.0.0-test"} 1');
  });
});

describe("GET /metrics 401", () => {
  test.each([
    ["no header", undefined],
    ["another token", `Bearer ${ADMIN_TOKEN}x`],
    ["a part of the token", `Bearer ${ADMIN_TOKEN.slice(0, -1)}`],
    ["no token", "Bearer"],
    ["another scheme", `Token ${ADMIN_TOKEN}`],
    ["basic authentication", `Basic ${btoa(`admin:${ADMIN_TOKEN}`)}`],
  ])("%s", async (_title, authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await app.ask("/metrics", { headers });
    await expectRefusals(response, "admin_unauthenticated");
    expect(response.headers.get("www-authenticate")).toStartWith("Bearer");
  });

  test("an API key", async () => {
    const response = await app.ask("/metrics", { token: app.key({ mode: "live" }).token });
    await expectRefusals(response, "admin_unauthenticated");
  });

  test("the token in the query", async () => {
    await expectRefusals(await app.ask(`/metrics?token=${ADMIN_TOKEN}`), "admin_unauthenticated");
  });
});
