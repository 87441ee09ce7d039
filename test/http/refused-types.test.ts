import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { AssetDocument } from "../../schema/wire/asset.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { filmBytes, pictureBytes } from "../support/pictures-and-films.ts";
import { errorsOf } from "./error-document.ts";

const GIF = Uint8Array.from(Buffer.from(`GIF89a${"x".repeat(60)}`));

let app: HttpApp;
let picture: Uint8Array<ArrayBuffer>;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create();
  token = app.key({ hasImages: true, hasVideo: true }).token;
  picture = await pictureBytes();
});
afterAll(() => app.close());

async function refused(bytes: Uint8Array<ArrayBuffer>, type: string, contentType?: string) {
  const [error, ...more] = await errorsOf(
    await app.upload(token, { bytes, type, ...(contentType === undefined ? {} : { contentType, isTypeFirst: true }) }),
  );
  expect([error?.status, error?.code, more]).toEqual([422, "unsupported_format", []]);
  return error;
}

describe("an upload that is refused for its type", () => {
  test("says what was declared and what was found in the bytes", async () => {
    expect(await refused(GIF, "image/gif")).toMatchObject({
      detail: expect.stringContaining("declared as image/gif, and its content is GIF."),
      source: { parameter: "file" },
      meta: { declared: "image/gif", found: "GIF" },
    });
  });

  test("says so too when the bytes are fine and the declaration is not", async () => {
    expect(await refused(picture, "image/png")).toMatchObject({
      detail:
        "The file is declared as image/png, and its content is image/jpeg. Declare it as image/jpeg, or omit the type.",
      source: { parameter: "content_type" },
      meta: { declared: "image/png", found: "image/jpeg" },
    });
  });

  test("the form's content_type counts, also when it comes before the file", async () => {
    expect((await refused(GIF, "image/png", "image/webp"))?.meta).toEqual({ declared: "image/webp", found: "GIF" });
  });

  test.each([
    ["a HEIF picture", Buffer.from(`\0\0\0\x18ftypheic${"\0".repeat(60)}`), "a HEIF, JPEG 2000 or raw image"],
    ["a ZIP archive", Buffer.from(`PK\x03\x04${"\0".repeat(60)}`), "a ZIP archive"],
    ["text", Buffer.from("hello, this is text and no picture at all"), "an unknown format"],
  ])("names what was found: %s", async (_title, bytes, found) => {
    expect((await refused(Uint8Array.from(bytes), "image/jpeg"))?.meta).toMatchObject({ found });
  });

  test("names Matroska that is not WebM", async () => {
    const bytes = await filmBytes({ container: "matroska" });
    expect((await refused(bytes, "video/webm"))?.meta).toMatchObject({ found: "Matroska (not WebM)" });
  });

  test("application/octet-stream counts as undeclared", async () => {
    expect(await refused(GIF, "application/octet-stream")).toMatchObject({
      detail: expect.stringMatching(/^The file has no declared type, and its content is GIF\. /),
      meta: { declared: null, found: "GIF" },
    });
  });

  test("repeats a declared type without control characters, and shortened", async () => {
    const error = await refused(picture, "image/png", `text/\u001b[31m${"x".repeat(500)}`);
    expect(JSON.stringify(error)).not.toContain("u001b");
    expect(error?.detail.length).toBeLessThan(250);
  });
});

describe("an upload without the right", () => {
  test("names the right for the kind that was found", async () => {
    const { token: images } = app.key({ hasImages: true });
    const [error] = await errorsOf(await app.upload(images, { bytes: await filmBytes(), type: "video/mp4" }));
    expect(error).toMatchObject({ code: "unauthorized", source: { parameter: "file" }, meta: { missing: ["video"] } });
    const { token: none } = app.key({ hasSupervisor: false, hasImages: true });
    const [other] = await errorsOf(await app.upload(none, { bytes: picture, type: "image/jpeg" }));
    expect(other?.meta).toEqual({ missing: ["supervisor"] });
  });
});

describe("a form with unknown parts", () => {
  test("is accepted, and the 202 names them", async () => {
    const form = new FormData();
    form.set("contenttype", "image/png");
    form.set("file", new Blob([picture], { type: "image/jpeg" }), "a.jpg");
    form.set("thumbnail", new Blob(["x"]), "b.jpg");
    const headers = { authorization: `Token ${token}` };
    const request = new Request(`${BASE_URL}/v1/supervisor/assets`, { method: "POST", headers, body: form });
    const response = await app.services.app.handle(request);
    expect(response.status).toBe(202);
    const { meta } = Value.Parse(AssetDocument, await response.json());
    expect(meta?.warnings).toEqual([
      { detail: "The part `contenttype` is unknown and was ignored.", source: { parameter: "contenttype" } },
      { detail: "The part `thumbnail` is unknown and was ignored.", source: { parameter: "thumbnail" } },
    ]);
  });

  test("has no meta without any", async () => {
    const response = await app.upload(token, { bytes: picture, type: "image/jpeg", contentType: "image/jpeg" });
    expect(Value.Parse(AssetDocument, await response.json()).meta).toBeUndefined();
  });
});
