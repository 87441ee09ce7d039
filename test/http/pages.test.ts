import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
});
afterAll(() => app.close());

describe.each(["/", "/console/status", "/reference"])("the page at %s", (path) => {
  test("is HTML with a policy that allows no other hosts and no inline scripts", async () => {
    const response = await app.ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(response.headers.get("permissions-policy")).toContain("camera=()");
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
      // What the page asks the API for at once is not kept.
      if (address.startsWith("/v1/")) {
        expect(response.headers.get("cache-control")).toBe("no-store");
        continue;
      }
      const etag = response.headers.get("etag") ?? "";
      if (etag === "") expect(response.headers.get("cache-control")).toContain("immutable");
      else expect((await app.ask(address, { headers: { "if-none-match": etag } })).status).toBe(304);
    }
  });
});
