import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { requireMediaPlace } from "../../src/app/claim-objects.ts";
import { fetchOriginals } from "../../src/app/fetch-originals.ts";
import { IDLE_TIMEOUT_SECONDS } from "../../src/http/socket-limits.ts";
import type { CreatedKey } from "../../src/keys/manage-keys.ts";
import { S3Objects } from "../../src/objects/s3-objects.ts";
import { FakeS3 } from "../support/fake-s3.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

/** Long, because the tests start processes on a machine that can be busy. */
setDefaultTimeout(60_000);

const fake = new FakeS3();
let app: HttpApp;
let key: CreatedKey;
let bytes: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  app = await HttpApp.create({ settings: { ...fake.options(), originals: "keep" } });
  key = app.key({ hasImages: true });
  bytes = await pictureBytes();
});
afterAll(async () => {
  await app.close();
  await fake.stop();
});
afterEach(() => {
  fake.instead = () => null;
  app.time.jump(10_000);
});

const upload = (): Promise<Response> => app.upload(key.token, { bytes, type: "image/jpeg" });
const ask = (path: string, method = "GET"): Promise<Response> =>
  app.ask(`/v1/supervisor/assets/${path}`, { method, token: key.token });
const localOf = (id: string): string => join(app.core.config.dataDir, "uploads", "originals", id);
const rows = (): number =>
  sqliteOf(app.core).sqlite.query<{ n: number }, []>("select count(*) as n from assets").get()?.n ?? 0;

describe("an upload with a store of objects", () => {
  test("is refused with 503 and Retry-After while the store does not answer, and leaves nothing", async () => {
    fake.instead = () => new Response(null, { status: 403 });
    // The first finds out, and the second is refused at once.
    for (const refused of [await upload(), await upload()]) {
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect([rows(), fake.objects.size]).toEqual([0, 0]);
  });

  test("is analysed from its object if the file is lost, served from it afterwards, and deleted with it", async () => {
    await app.services.features
      .flatMap((feature) => feature.duties ?? [])
      .find(({ name }) => name === "check the store of media")
      ?.run(new AbortController().signal);
    const accepted = await upload();
    expect(accepted.status).toBe(202);
    const { data }: { readonly data: { readonly id: string } } = JSON.parse(await accepted.text());
    expect(fake.bytesOf(`uploads/${data.id}`)).toEqual(Buffer.from(bytes));
    await rm(localOf(data.id));
    await app.startJobs();
    await app.until(async () => (await (await ask(data.id)).text()).includes('"processed"'));
    await app.until(() => !existsSync(localOf(data.id)));
    const served = await ask(`${data.id}/original`);
    expect([served.status, await served.bytes()]).toEqual([200, bytes]);
    fake.instead = () => new Response(null, { status: 403 });
    expect((await ask(`${data.id}/original`)).status).toBe(503);
    fake.instead = () => null;
    app.time.jump(10_000);

    const withoutStore = () => requireMediaPlace(app.core, null);
    await expect(withoutStore()).rejects.toThrow("needledrop store fetch");
    const objects = new S3Objects(fake.settings());
    expect(await fetchOriginals(app.core, objects)).toEqual({ fetched: 1, present: 0, lost: [] });
    expect(await fetchOriginals(app.core, objects)).toEqual({ fetched: 0, present: 1, lost: [] });
    await withoutStore();
    expect((await ask(data.id, "DELETE")).status).toBe(204);
    expect([fake.bytesOf(`uploads/${data.id}`), existsSync(localOf(data.id))]).toEqual([null, false]);
  });

  test("keeps its connection while it is sent to the store, however long that takes", async () => {
    const limits: number[] = [];
    const atPut: number[][] = [];
    const { app: elysia } = app.services;
    Object.assign(elysia, { server: { timeout: (_request: Request, seconds: number) => limits.push(seconds) } });
    fake.instead = ({ method }) => {
      if (method === "PUT") atPut.push([...limits]);
      return null;
    };
    expect((await upload()).status).toBe(202);
    Object.assign(elysia, { server: null });
    expect([atPut.at(-1), limits]).toEqual([[0], [0, IDLE_TIMEOUT_SECONDS]]);
  });

  test("whose client leaves while it is sent is not accepted, and its object is removed", async () => {
    const [rowsBefore, objectsBefore] = [rows(), [...fake.objects.keys()]];
    const client = new AbortController();
    fake.instead = ({ method }, name) => {
      if (method === "HEAD" && name.includes("uploads/")) client.abort();
      return null;
    };
    const form = new FormData();
    form.set("file", new Blob([bytes], { type: "image/jpeg" }), "a file");
    const request = new Request(`${BASE_URL}/v1/supervisor/assets`, {
      method: "POST",
      headers: { authorization: `Token ${key.token}` },
      body: form,
      signal: client.signal,
    });
    expect((await app.services.app.handle(request)).status).toBe(400);
    expect([rows(), [...fake.objects.keys()]]).toEqual([rowsBefore, objectsBefore]);
  });
});
