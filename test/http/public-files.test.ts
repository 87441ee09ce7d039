import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { PUBLIC_FILES, PUBLIC_PREFIX } from "../../src/console/public-files.ts";
import { HttpApp } from "../support/http-app.ts";
import { rawRequest } from "../support/raw-request.ts";

const NAMES = PUBLIC_FILES.map((file) => basename(file));

let app: HttpApp;
let port = 0;
beforeAll(async () => {
  app = await HttpApp.create();
  app.services.app.listen({ port: 0, hostname: "127.0.0.1" });
  port = app.services.app.server?.port ?? 0;
});
afterAll(async () => {
  await app.services.app.server?.stop(true);
  await app.close();
});

describe("the files of src/console/public", () => {
  test("are all imported, so that the executable contains them", async () => {
    expect(NAMES.toSorted()).toEqual((await readdir(dirname(PUBLIC_FILES[0]))).toSorted());
  });

  test.each(NAMES)("%s is public, and has an ETag and a content type", async (name) => {
    const answer = await rawRequest(port, "GET", `${PUBLIC_PREFIX}/${name}`);
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBeGreaterThan(0);
    expect(answer.headers["content-type"]).toMatch(/^text\/(css|javascript);charset=utf-8$/);
    expect(answer.headers["cache-control"]).toBe("no-cache");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    const etag = answer.headers["etag"] ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await rawRequest(port, "GET", `${PUBLIC_PREFIX}/${name}`, { "if-none-match": `W/${etag}, "x"` });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await rawRequest(port, "HEAD", `${PUBLIC_PREFIX}/${name}`);
    expect(head.headers["content-length"]).toBe(String(answer.body.length));
    const posted = await rawRequest(port, "POST", `${PUBLIC_PREFIX}/${name}`);
    expect([posted.status, posted.headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test.each([
    "",
    "/",
    "/.",
    "/.env",
    "/.DS_Store",
    "/home.css%00",
    "/HOME.CSS",
    "/%2e%2e/home-page.ts",
    "/..%2fhome-page.ts",
    "/../home-page.ts",
    "/..%5chome-page.ts",
    "/..%252fhome-page.ts",
    "//home.css",
    "/%2fetc%2fpasswd",
    `/${"x".repeat(8_000)}`,
  ])("nothing else is there: %p", async (path) => {
    expect((await rawRequest(port, "GET", PUBLIC_PREFIX + path)).status).toBe(404);
  });
});
