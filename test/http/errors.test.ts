import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import * as fc from "fast-check";
import { RequestMetrics } from "../../src/http/request-metrics.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { errorsOf, expectRefusals } from "./error-document.ts";

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key({ rate: 10_000 }).token;
});
afterAll(() => app.close());

describe("404", () => {
  test.each([
    ["/nothing"],
    ["/v1"],
    ["/v1/"],
    ["/v1/songs/1/2/3"],
    ["/V1/songs"],
    ["//v1/songs"],
    ["/.env"],
    ["/reference/../../etc/passwd"],
  ])("nothing is at %s, with a key or without", async (path) => {
    await expectRefusals(await app.ask(`http://needledrop.test${path}`, { token }), "not_found");
    await expectRefusals(await app.ask(`http://needledrop.test${path}`), "not_found");
  });
});

describe("405", () => {
  test.each([
    ["PUT", "/v1/supervisor/search", "OPTIONS, POST"],
    ["GET", "/v1/supervisor/search", "OPTIONS, POST"],
    ["DELETE", "/v1/supervisor/search/2869fe18-e8a7-4868-8e46-59b3987a4562", "GET, HEAD, OPTIONS"],
    ["POST", "/v1/songs", "GET, HEAD, OPTIONS"],
    ["PATCH", "/v1/songs/1042", "GET, HEAD, OPTIONS"],
    ["POST", "/v1/audio_files/9001/full.mp3", "GET, HEAD, OPTIONS"],
    ["DELETE", "/v1/songs/1042/stems.zip", "GET, HEAD, OPTIONS"],
    ["POST", "/healthz", "GET, HEAD, OPTIONS"],
    ["POST", "/", "GET, HEAD, OPTIONS"],
  ])("%s %s is answered with what is allowed", async (method, path, allow) => {
    const response = await app.ask(path, { method, token });
    await expectRefusals(response, "method_not_allowed");
    expect(response.headers.get("allow")).toBe(allow);
  });
});

describe("OPTIONS", () => {
  test("lists the allowed methods, and allows no other origin", async () => {
    const response = await app.ask("/v1/songs", { method: "OPTIONS", headers: { origin: "https://evil.example" } });
    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("is 404 for an unknown address", async () => {
    await expectRefusals(await app.ask("/nothing", { method: "OPTIONS" }), "not_found");
  });
});

describe("500", () => {
  test("an unexpected error shows only the request id, and is logged with it", async () => {
    const broken = await HttpApp.create();
    const { token: keyToken } = broken.key();
    const response = await (async () => {
      Object.defineProperty(broken.services.catalog, "current", {
        value: () => {
          throw new Error("SELECT secret FROM /home/studio/needledrop.db");
        },
      });
      return await broken.ask("/v1/songs", { token: keyToken });
    })();
    const id = response.headers.get("x-request-id");
    const text = await response.clone().text();
    await expectRefusals(response, "internal");
    expect(text).not.toMatch(/SELECT|home|secret|\bat\b.*:\d+/);
    const line = broken.logged.find((one) => one.level === "error");
    expect(line?.fields["requestId"]).toBe(id);
    expect(line?.fields["error"]).toBeInstanceOf(Error);
    Reflect.deleteProperty(broken.services.catalog, "current");
    await broken.close();
  });
});

test("an unexpected error outside of the routes is the same 500, with its request id", async () => {
  const broken = await HttpApp.create();
  spyOn(RequestMetrics.prototype, "answered").mockImplementationOnce(() => {
    throw new Error("SELECT secret FROM /home/studio/needledrop.db");
  });
  const response = await broken.ask("/healthz");
  const id = response.headers.get("x-request-id");
  expect(await response.clone().text()).not.toMatch(/SELECT|home/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  await expectRefusals(response, "internal");
  expect(broken.logged.find((one) => one.level === "error")?.fields["requestId"]).toBe(id ?? "");
  await broken.close();
});

describe("every response", () => {
  test("to any request is a refusal or a success, never a 500, and contains no path of the disk", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "v1",
        "songs",
        "1042",
        "similar",
        "supervisor",
        "search",
        "audio_files",
        "full.mp3",
        "stems.zip",
        "image",
      ),
      fc.constantFrom("..", "%2e%2e", "%2f", "%00", "%", "%zz", "%ff", "%25", " ", "'", "?page[size]=", "#", ";", "\\"),
      fc.string({ maxLength: 6 }),
    );
    const path = fc.array(piece, { maxLength: 7 }).map((pieces) => `/${pieces.join("/")}`);
    const method = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    await fc.assert(
      fc.asyncProperty(method, path, async (verb, target) => {
        const response = await app.ask(`http://needledrop.test${target}`, { method: verb, token });
        expect([target, response.status >= 500 && response.status !== 503]).toEqual([target, false]);
        expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
        expect(await response.text()).not.toContain(app.folder);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["GET", "/", 200],
    ["GET", "/healthz", 200],
    ["HEAD", "/healthz", 200],
    ["GET", "/metrics", 200],
    ["GET", "/openapi.json", 200],
    ["GET", "/reference", 200],
    ["GET", "/v1/songs", 200],
    ["GET", "/v1/songs?color=red", 400],
    ["POST", "/v1/supervisor/search", 415],
    ["GET", "/v1/songs/1042/stems.zip", 403],
    ["GET", "/v1/supervisor/search/x", 404],
    ["GET", "/nothing", 404],
    ["PUT", "/v1/songs", 405],
    ["OPTIONS", "/v1/songs", 204],
  ])("%s %s (%i) forbids a browser to guess its type", async (method, path, status) => {
    const headers =
      path === "/metrics" ? { authorization: `Bearer ${ADMIN_TOKEN}` } : { authorization: `Token ${token}` };
    const response = await app.ask(path, { method, headers });
    expect(response.status).toBe(status);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("has a new request id, whatever the client sent", async () => {
    const sent = "11111111-1111-4111-8111-111111111111";
    const paths = ["/", "/healthz", "/nothing", "/v1/songs", "/v1/audio_files/x/full.mp3", "/metrics", "/openapi.json"];
    const answers = await Promise.all(paths.map((path) => app.ask(path, { headers: { "x-request-id": sent } })));
    const ids = answers.map((answer) => answer.headers.get("x-request-id"));
    expect(new Set(ids).size).toBe(paths.length);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(id).not.toBe(sent);
    }
  });

  test("has one log line: method, path, status, time, key, and never the query", async () => {
    const { key, token: keyToken } = app.key();
    app.logged.length = 0;
    await app.ask("/v1/songs?filter[genre]=electronic&token=a-secret", { token: keyToken });
    await app.ask("/v1/songs/1042", { token: keyToken });
    await app.ask("/nothing?token=a-secret", { method: "PUT" });
    const lines = app.logged.filter((line) => line.message === "request").map((line) => line.fields);
    expect(lines.map(({ method, path, status, keyId }) => ({ method, path, status, keyId }))).toEqual([
      { method: "GET", path: "/v1/songs", status: 400, keyId: key.id },
      { method: "GET", path: "/v1/songs/1042", status: 200, keyId: key.id },
      { method: "PUT", path: "/nothing", status: 404, keyId: null },
    ]);
    for (const line of lines) expect(line["ms"]).toBeNumber();
    expect(JSON.stringify(app.logged)).not.toContain("a-secret");
    expect(JSON.stringify(app.logged)).not.toContain(keyToken);
  });
});

test("several refusals are in one array, each with its detail", async () => {
  const errors = await errorsOf(await app.ask("/v1/songs?page[size]=0&color=red", { token }));
  expect(errors).toHaveLength(2);
  expect(new Set(errors.map((error) => error.detail)).size).toBe(2);
});
