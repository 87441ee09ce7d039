import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { FakeS3 } from "../support/fake-s3.ts";
import { HttpApp } from "../support/http-app.ts";
import { PNG } from "../support/small-media.ts";
import { expectRefusals } from "./error-document.ts";

const dump = [
  { artist: { id: "with", name: "With", image: "faces/with.png" } },
  { artist: { id: "page", name: "Page", image: "faces/page.png" } },
  { artist: { id: "link", name: "Link", image: "https://pictures.example/x.jpg" } },
  { artist: { id: "bare", name: "Bare" } },
  { id: "1", title: "One", artists: [{ id: "with" }, { id: "page" }, { id: "link" }, { id: "bare" }] },
];
const files = { "faces/with.png": PNG, "faces/page.png": "<script>alert(1)</script>" };

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create({ dump, files });
});
afterAll(() => app.close());

describe("GET /v1/artists/:id/image", () => {
  test("200: public, unsigned, and cached for a while", async () => {
    const response = await app.ask("/v1/artists/with/image");
    expect(response.status).toBe(200);
    expect(await response.bytes()).toEqual(PNG);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("cache-control")).toStartWith("public");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.has("content-disposition")).toBe(false);
  });

  test("304: the client has the same version", async () => {
    const etag = (await app.ask("/v1/artists/with/image")).headers.get("etag") ?? "";
    expect((await app.ask("/v1/artists/with/image", { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test.each([
    ["an artist without one", "bare"],
    ["an artist whose picture lies elsewhere", "link"],
    ["a file that is no picture", "page"],
    ["no such artist", "nobody"],
    ["an id with NUL", "with%00"],
    ["a path", "..%2fwith"],
  ])("404: %s", async (_title, id) => {
    await expectRefusals(await app.ask(`/v1/artists/${id}/image`), "not_found");
  });
});

describe("GET /v1/artists/:id/image with a store of objects", () => {
  const fake = new FakeS3();
  let stored: HttpApp;
  beforeAll(async () => {
    stored = await HttpApp.create({ dump, files, media: "copy", settings: fake.options() });
  });
  afterAll(async () => {
    await stored.close();
    await fake.stop();
  });
  const dropCopies = (): Promise<void> =>
    rm(join(stored.core.config.dataDir, "cache"), { recursive: true, force: true });

  test("304: the client has the same version, also when the copy is used again or made anew", async () => {
    const first = await stored.ask("/v1/artists/with/image");
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(await first.bytes()).toEqual(PNG);
    const confirm = { headers: { "if-none-match": first.headers.get("etag") ?? "" } };
    stored.time.jump(10_000);
    expect((await stored.ask("/v1/artists/with/image", confirm)).status).toBe(304);
    await dropCopies();
    expect((await stored.ask("/v1/artists/with/image", confirm)).status).toBe(304);
  });

  test("200: a picture with a copy is served while the store does not answer", async () => {
    await stored.ask("/v1/artists/with/image");
    fake.instead = () => new Response(null, { status: 403 });
    const response = await stored.ask("/v1/artists/with/image");
    fake.instead = () => null;
    expect([response.status, await response.bytes()]).toEqual([200, PNG]);
  });

  test("404: a file that is no picture", async () => {
    await expectRefusals(await stored.ask("/v1/artists/page/image"), "not_found");
  });
});
