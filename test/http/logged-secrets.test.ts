import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createLogger } from "../../src/app/logger.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key({ rate: 10_000 }).token;
});
afterAll(() => app.close());

/** The text that the program writes for all logged lines, in both formats. */
function written(): string {
  let text = "";
  const destination = { write: (line: string) => void (text += line) };
  for (const logFormat of ["json", "pretty"] as const) {
    const config = { logLevel: "debug", logFormat, adminToken: ADMIN_TOKEN } as const;
    const log = createLogger(config, { isTerminal: false, destination });
    for (const { level, fields, message } of app.logged) log[level](fields, message);
  }
  return text;
}

describe("a secret in a URL is not logged:", () => {
  const secretPart = (text: string): string => text.slice(-43);
  const encoded = (text: string): string => text.replaceAll("_", "%5F");

  test.each<readonly [string, (key: string) => string, (key: string) => string]>([
    ["a token in the path", (key) => `/v1/songs/${key}`, secretPart],
    ["a token as the complete path", (key) => `/${key}`, secretPart],
    ["a token that is encoded", (key) => `/v1/songs/${encoded(key)}`, secretPart],
    ["a token in the query", (key) => `/v1/songs?authorization=${key}`, secretPart],
    ["a token behind a semicolon", (key) => `/v1/songs;token=${key}`, secretPart],
    ["the secret part of a token", (key) => `/v1/songs/${secretPart(key)}/similar`, secretPart],
    ["the admin token", () => `/metrics/${ADMIN_TOKEN}`, () => ADMIN_TOKEN],
    ["a signed URL's token", () => "/v1/audio_files/1/full.mp3?key=k-12345&token=t-12345", () => "-12345"],
  ])("%s", async (_, pathFor, secretOf) => {
    app.logged.length = 0;
    await app.ask(pathFor(token), { token });
    const text = written();
    expect(text).toContain("request");
    expect(text).not.toContain(secretOf(token));
  });

  test("a token in the path of a request that fails unexpectedly", async () => {
    app.logged.length = 0;
    const value = () => {
      throw new Error("broken");
    };
    Object.defineProperty(app.services.catalog, "current", { configurable: true, value });
    await app.ask(`/v1/songs/${secretPart(token)}/similar`, { token });
    Reflect.deleteProperty(app.services.catalog, "current");
    expect(app.logged.map(({ message }) => message)).toContain("unexpected error in a request");
    expect(written()).not.toContain(secretPart(token));
  });

  test("not even if an error quotes it", async () => {
    app.logged.length = 0;
    app.core.log.error({ error: new Error(`GET https://me:pass-12345@host/x?token=t-12345 for ${token}`) }, "no");
    const text = written();
    expect(text).toContain("GET https://[secret]@host/x?token=[secret] for nd_test_[secret]");
    expect(text).not.toContain("-12345");
    expect(text).not.toContain(secretPart(token));
  });
});
