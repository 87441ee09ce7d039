import { afterAll, beforeAll, describe, expect, test } from "bun:test";
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
