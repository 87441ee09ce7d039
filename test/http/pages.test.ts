import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { homePage } from "../../src/console/home-page.ts";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
});
afterAll(() => app.close());

describe.each(["/", "/reference"])("the page at %s", (path) => {
  test("is HTML with a policy that allows no other hosts and no inline scripts", async () => {
    const response = await app.ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
  });

  test("names no other host, and everything that it loads exists", async () => {
    const html = await (await app.ask(path)).text();
    const loaded = [...html.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].map((match) => match[1] ?? "");
    for (const address of loaded) {
      if (address === "data:,") continue;
      expect(address).toStartWith("/");
      const response = await app.ask(address);
      expect([address, response.status]).toEqual([address, 200]);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const etag = response.headers.get("etag") ?? "";
      expect((await app.ask(address, { headers: { "if-none-match": etag } })).status).toBe(304);
    }
  });
});

describe("the page at /", () => {
  test("shows health, songs, version, the reference, and the way to a first search", async () => {
    const html = await (await app.ask("/")).text();
    for (const shown of [
      "Ready",
      ">4<",
      "0.0.0-test",
      'href="/reference"',
      "keys create",
      "curl http://needledrop.test/v1/supervisor/search",
    ]) {
      expect(html).toContain(shown);
    }
    expect(html).not.toContain("needledrop import");
  });

  test("shows failed checks, and the first steps with an empty catalog", async () => {
    const empty = await HttpApp.create();
    empty.services.lifecycle.stopping();
    const html = await (await empty.ask("/")).text();
    expect(html).toContain("Not ready");
    expect(html).toContain("stopping");
    expect(html).toContain("needledrop import");
    await empty.close();
  });

  test("escapes markup in the values that it shows", () => {
    const hostile = `"><script>alert('x')</script>`;
    const html = homePage({
      version: hostile,
      baseUrl: hostile,
      checks: [{ name: hostile, ok: false, detail: hostile }],
      catalog: { songs: 1, version: hostile },
    });
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;");
  });
});
