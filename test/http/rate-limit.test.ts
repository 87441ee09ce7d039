import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HttpApp } from "../support/http-app.ts";
import { expectRefusals } from "./error-document.ts";

const UNKNOWN_SEARCH = "/v1/supervisor/search/2869fe18-e8a7-4868-8e46-59b3987a4562";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create();
});
afterAll(() => app.close());

describe("429", () => {
  test("rate limit exceeded: the 26th search request of a key within a second, over both endpoints", async () => {
    const { token } = app.key();
    for (let count = 1; count <= 25; count++) {
      const isSubmission = count % 2 === 0;
      const response = await app.ask(isSubmission ? "/v1/supervisor/search" : UNKNOWN_SEARCH, {
        method: isSubmission ? "POST" : "GET",
        token,
      });
      expect(response.status).toBe(isSubmission ? 415 : 404);
      expect(response.headers.get("ratelimit-policy")).toBe('"search";q=25;w=1');
      expect(response.headers.get("ratelimit")).toBe(`"search";r=${25 - count};t=1`);
      expect(response.headers.has("retry-after")).toBe(false);
    }
    for (const method of ["GET", "POST"]) {
      const target = method === "POST" ? "/v1/supervisor/search" : UNKNOWN_SEARCH;
      const response = await app.ask(target, { method, token });
      await expectRefusals(response, "rate_limited");
      expect(response.headers.get("retry-after")).toBe("1");
      expect(response.headers.get("ratelimit")).toBe('"search";r=0;t=1');
      expect(response.headers.get("ratelimit-policy")).toBe('"search";q=25;w=1');
    }
  });

  test("ends when the window has passed", async () => {
    const { token } = app.key({ rate: 1 });
    expect((await app.ask(UNKNOWN_SEARCH, { token })).status).toBe(404);
    expect((await app.ask(UNKNOWN_SEARCH, { token })).status).toBe(429);
    app.time.jump(1_000);
    expect((await app.ask(UNKNOWN_SEARCH, { token })).status).toBe(404);
  });

  test("neither ends early nor late when the clock is adjusted", async () => {
    const { token } = app.key({ rate: 1 });
    expect((await app.ask(UNKNOWN_SEARCH, { token })).status).toBe(404);
    for (const ms of [3_600_000, -7_200_000]) {
      app.time.setClockBy(ms);
      expect((await app.ask(UNKNOWN_SEARCH, { token })).status).toBe(429);
    }
    app.time.jump(1_000);
    expect((await app.ask(UNKNOWN_SEARCH, { token })).status).toBe(404);
    app.time.setClockBy(3_600_000);
  });

  test("is checked before the request's content", async () => {
    const { token } = app.key({ rate: 1 });
    await app.ask(UNKNOWN_SEARCH, { token });
    const response = await app.ask("/v1/supervisor/search", { method: "POST", token, body: "not json" });
    await expectRefusals(response, "rate_limited");
  });

  test("does not affect another key", async () => {
    const { token } = app.key({ rate: 1 });
    await app.ask(UNKNOWN_SEARCH, { token });
    await app.ask(UNKNOWN_SEARCH, { token });
    expect((await app.ask(UNKNOWN_SEARCH, { token: app.key({ rate: 1 }).token })).status).toBe(404);
  });
});

describe("no limit", () => {
  test("songs are not counted and carry no RateLimit", async () => {
    const { token } = app.key({ rate: 1 });
    for (let count = 0; count < 5; count++) {
      const response = await app.ask("/v1/songs", { token });
      expect(response.status).toBe(200);
      expect(response.headers.has("ratelimit")).toBe(false);
    }
    expect((await app.ask(UNKNOWN_SEARCH, { token })).status).toBe(404);
  });

  test("a request without a key is not counted for any key", async () => {
    const response = await app.ask(UNKNOWN_SEARCH);
    expect(response.status).toBe(401);
    expect(response.headers.has("ratelimit")).toBe(false);
  });
});
