import { beforeAll, describe, expect, test } from "bun:test";
import { chmod, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Refused } from "../../src/lib/refusal.ts";
import { serveFile } from "../../src/media/serve-file.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const CONTENT = "0123456789abcdef";
const NOW = Date.UTC(2026, 0, 5, 9);
let folder = "";
let path = "";

beforeAll(async () => {
  folder = temporaryFolder();
  path = join(folder, "8c1f-on-disk.bin");
  await writeFile(path, CONTENT);
});
const serve = (headers: Record<string, string> = {}, of = path) =>
  serveFile(
    new Request("http://localhost/x", { headers }),
    { path: of, contentType: "audio/mpeg", downloadName: "Glass Harbour.mp3" },
    NOW,
  );

async function refusalOf(answer: Promise<Response>): Promise<Refused> {
  const error: unknown = await answer.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}

describe("a complete file", () => {
  test("is sent with its type, validators and download name, without its name on the disk", async () => {
    const response = await serve();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(CONTENT);
    expect(response.headers.get("content-type")).toBe("audio/mpeg");
    expect(response.headers.get("accept-ranges")).toBe("bytes");
    expect(response.headers.get("etag")).toMatch(/^"[^"]+"$/);
    expect(Date.parse(response.headers.get("last-modified") ?? "")).not.toBeNaN();
    expect(response.headers.get("cache-control")).toBe("private");
    expect(response.headers.get("content-disposition")).toContain('filename="Glass Harbour.mp3"');
    expect(JSON.stringify([...response.headers])).not.toContain("8c1f");
  });

  test("is sent if several ranges are requested", async () => {
    const response = await serve({ range: "bytes=0-1,4-5" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(CONTENT);
  });

  test("is sent if If-Range names another state", async () => {
    const response = await serve({ range: "bytes=4-7", "if-range": '"another"' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(CONTENT);
  });
});

describe("a part of a file", () => {
  test.each([
    ["bytes=4-7", "4567", "bytes 4-7/16"],
    ["bytes=14-", "ef", "bytes 14-15/16"],
    ["bytes=-3", "def", "bytes 13-15/16"],
  ])("%s is %s", async (range, text, contentRange) => {
    const response = await serve({ range });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe(text);
    expect(response.headers.get("content-range")).toBe(contentRange);
  });

  test("is sent if If-Range names this state", async () => {
    const etag = (await serve()).headers.get("etag") ?? "";
    expect((await serve({ range: "bytes=4-7", "if-range": etag })).status).toBe(206);
  });

  test("beyond its end gives 416 with the length", async () => {
    const refused = await refusalOf(serve({ range: "bytes=16-" }));
    expect(refused.refusals[0].name).toBe("range_not_satisfiable");
    expect(refused.headers).toEqual({ "content-range": "bytes */16" });
  });
});

describe("a file that the client has", () => {
  test("gives 304 without a body, even if a range is requested", async () => {
    const etag = (await serve()).headers.get("etag") ?? "";
    const response = await serve({ "if-none-match": etag, range: "bytes=0-1" });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe("");
    expect(response.headers.get("etag")).toBe(etag);
  });

  test("is sent again after a change", async () => {
    const changing = join(folder, "changing.bin");
    await writeFile(changing, "one");
    const etag = (await serve({}, changing)).headers.get("etag") ?? "";
    await utimes(changing, 1, 1);
    const response = await serve({ "if-none-match": etag }, changing);
    expect(response.status).toBe(200);
  });
});

describe("a file that cannot be sent is 404", () => {
  test.each([
    ["is missing", "missing"],
    ["is a folder", "."],
    ["is a dangling link", "dangling"],
  ])("when it %s", async (_title, name) => {
    if (name === "dangling") await symlink(join(folder, "nowhere"), join(folder, name));
    expect((await refusalOf(serve({}, join(folder, name)))).refusals[0].name).toBe("not_found");
  });

  test.skipIf(process.getuid?.() === 0)("when it is not readable", async () => {
    const closed = join(folder, "closed.bin");
    await writeFile(closed, "x");
    await chmod(closed, 0o000);
    expect((await refusalOf(serve({}, closed))).refusals[0].name).toBe("not_found");
  });
});
