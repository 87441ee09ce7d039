import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { CreatedKey } from "../../src/keys/manage-keys.ts";
import { HttpApp } from "../support/http-app.ts";
import { filmBytes } from "../support/pictures-and-films.ts";
import { expectRefusals } from "./error-document.ts";

/** Long, because the tests start processes on a machine that can be busy. */
setDefaultTimeout(60_000);

let app: HttpApp;
let key: CreatedKey;

async function open(originals: "keep" | "delete"): Promise<void> {
  app = await HttpApp.create({ settings: { originals } });
  key = app.key({ hasImages: true, hasVideo: true });
}

beforeEach(() => open("keep"));
afterEach(() => app.close());

async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const response = await app.upload(key.token, { bytes, type: "video/mp4" });
  expect(response.status).toBe(202);
  const { data }: { readonly data: { readonly id: string } } = JSON.parse(await response.text());
  return data.id;
}

async function ask(id: string, range?: string, token = key.token): Promise<Response> {
  const headers = range === undefined ? {} : { range };
  return await app.ask(`/v1/supervisor/assets/${id}/original`, { token, headers });
}

describe("GET /v1/supervisor/assets/{id}/original", () => {
  test("200 and 206: the bytes as they were uploaded, with their type", async () => {
    const bytes = await filmBytes();
    const id = await upload(bytes);
    const complete = await ask(id);
    expect([complete.status, complete.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect(new Uint8Array(await complete.arrayBuffer())).toEqual(bytes);
    const part = await ask(id, "bytes=4-7");
    expect([part.status, await part.text()]).toEqual([206, "ftyp"]);
  });

  test("416: a range outside the file", async () => {
    const bytes = await filmBytes();
    await expectRefusals(await ask(await upload(bytes), `bytes=${bytes.length}-`), "range_not_satisfiable");
  });

  test("401: without a key", async () => {
    const response = await app.ask(`/v1/supervisor/assets/${await upload(await filmBytes())}/original`);
    expect(response.status).toBe(401);
  });

  test("404: malformed and unknown ids, another key's film, and a deleted one", async () => {
    const id = await upload(await filmBytes());
    const other = app.key({ hasVideo: true });
    await expectRefusals(await ask("film"), "not_found");
    await expectRefusals(await ask("7f9c24e8-3b1a-4f0e-9d55-0c4f6a1b2c3d"), "not_found");
    await expectRefusals(await ask(id, undefined, other.token), "not_found");
    const target = `/v1/supervisor/assets/${id}`;
    expect((await app.ask(target, { method: "DELETE", token: key.token })).status).toBe(204);
    await expectRefusals(await ask(id), "not_found");
  });

  test("404: a film that is not kept, with the setting that keeps later ones", async () => {
    await app.close();
    await open("delete");
    const response = await ask(await upload(await filmBytes()));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("NEEDLEDROP_ORIGINALS=keep");
  });
});
