import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HttpApp } from "../support/http-app.ts";
import { sendBytes } from "../support/raw-request.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { errorsOf } from "./error-document.ts";

const SECRET = "nd-live-a-secret-token";
/** Just below 16 KiB, the longest head that Bun accepts. */
const NEAR_LIMIT = 15_000;
const ANSWER_CHARS_MAX = 4_000;

let app: HttpApp;
let port = 0;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key({ rate: 10_000 }).token;
  app.services.app.listen({ port: 0, hostname: "127.0.0.1" });
  port = app.services.app.server?.port ?? 0;
});
afterAll(async () => {
  await app.services.app.server?.stop(true);
  await app.close();
});

const ask = (target: string, ...headers: readonly string[]): Promise<string> => {
  const lines = ["Host: localhost", `Authorization: Token ${token}`, ...headers, "Connection: close", "", ""];
  return sendBytes(port, `GET ${target} HTTP/1.1\r\n${lines.join("\r\n")}`);
};

const LONG = "x".repeat(NEAR_LIMIT);

describe("a path of 15,000 characters is 404:", () => {
  test.each([
    `/${LONG}`,
    `/v1/songs/${LONG}`,
    `/v1/songs/${LONG}/similar`,
    `/v1/supervisor/search/${LONG}`,
    `/v1/supervisor/assets/${LONG}`,
    `/v1/artists/${LONG}/image`,
    `/console/${LONG}`,
    "/x".repeat(NEAR_LIMIT / 2),
  ])("%#", async (target) => {
    const answer = await ask(target);
    expect(answer).toStartWith("HTTP/1.1 404");
    expect(answer.length).toBeLessThan(ANSWER_CHARS_MAX);
  });

  test("403 where it would be signed", async () => {
    expect(await ask(`/v1/audio_files/${LONG}/full.mp3`)).toStartWith("HTTP/1.1 403");
  });
});

test("headers up to the limit are accepted, and longer ones refused", async () => {
  expect(await ask("/healthz", `X-Long: ${LONG}`)).toStartWith("HTTP/1.1 200");
  const many = Array.from({ length: 90 }, (_, index) => `X-${index}: y`);
  expect(await ask("/healthz", ...many)).toStartWith("HTTP/1.1 200");
  expect(await ask("/healthz", `X-Long: ${LONG}${LONG}`)).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(await ask(`/${LONG}${LONG}`)).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(await ask("/healthz", ...Array.from({ length: 2_000 }, () => "X: y"))).toMatch(/^HTTP\/1\.1 [24]\d\d/);
});

describe("10,000 query parameters are 400 with one error:", () => {
  const query = Array.from({ length: 10_000 }, (_, index) => `filter[${index}]=y`).join("&");
  test.each(["/v1/songs", "/v1/songs/1042/similar", "/v1/supervisor/assets"])("%s", async (path) => {
    const response = await app.ask(`${path}?${query}`, { token });
    expect(response.status).toBe(400);
    const errors = await errorsOf(response);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.meta).toEqual({ limit: 100, actual: 10_000 });
  });

  test("also without names, and over a socket", async () => {
    expect(await ask(`/v1/songs?${"a&".repeat(NEAR_LIMIT / 2)}`)).toStartWith("HTTP/1.1 400");
    expect(await ask(`/v1/songs?${"&".repeat(NEAR_LIMIT)}`)).toStartWith("HTTP/1.1 200");
  });

  test("a signed URL with them is 403, and other endpoints ignore them", async () => {
    expect((await app.ask(`/v1/audio_files/9001/full.mp3?${query}`)).status).toBe(403);
    expect((await app.ask(`/healthz?${query}`)).status).toBe(200);
  });
});

test("a long parameter is shortened in the error", async () => {
  for (const query of [
    `${LONG}=1`,
    `page[size]=${LONG}`,
    `filter[${LONG}]=1`,
    `filter[bpm]=${LONG}`,
    `${LONG}=1&${LONG}=2`,
  ]) {
    const response = await app.ask(`/v1/songs?${query}`, { token });
    expect(response.status).toBe(400);
    expect((await response.text()).length).toBeLessThan(ANSWER_CHARS_MAX);
  }
});

describe("no error repeats a token from the URL:", () => {
  test.each([
    `/nothing?token=${SECRET}`,
    `/${SECRET}`,
    `/v1/songs?token=${SECRET}`,
    `/v1/songs?page[cursor]=${SECRET}`,
    `/v1/songs/${SECRET}?token=${SECRET}`,
    `/v1/supervisor/search/${SECRET}`,
    `/v1/supervisor/assets?token=${SECRET}`,
    `/v1/audio_files/9001/full.mp3?token=${SECRET}&expires=1&key=${SECRET}`,
    `/v1/songs/1042/stems.zip?token=${SECRET}&token=${SECRET}`,
    `/metrics?token=${SECRET}`,
  ])("%s", async (target) => {
    for (const method of ["GET", "PUT"]) {
      const response = await app.ask(target, { method, token });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(await response.text()).not.toContain(SECRET);
    }
  });
});
