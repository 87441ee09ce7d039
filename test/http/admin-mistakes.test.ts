import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create();
});
afterAll(() => app.close());

const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/vnd.api+json" };

async function details(path: string, attributes?: object): Promise<readonly string[]> {
  const body = JSON.stringify({ data: { type: "api_keys", attributes } });
  const options = attributes === undefined ? { headers } : { method: "POST", headers, body };
  const response = await app.ask(path, options);
  const { errors } = (await response.json()) as { readonly errors: readonly { readonly detail: string }[] };
  return errors.map(({ detail }) => detail);
}

describe("a wrong filter of a list for administrators is refused with what came and what is possible", () => {
  test.each([
    ["jobs?filter[state]=waiting", 'must be one of ready, running, done, failed, cancelled, got "waiting".'],
    ["deliveries?filter[from]=yesterday", 'a time with a time zone, such as 2026-11-28T09:00:00Z, got "yesterday".'],
    [
      "usage?filter[month]=2026-11",
      "is not a parameter of this list, which has filter[from], filter[to], filter[key].",
    ],
  ])("%s", async (path, expected) => {
    expect(await details(`/v1/admin/${path}`)).toEqual([expect.stringContaining(expected) as string]);
  });
});

describe("a wrong value of a key is refused with what is possible", () => {
  test.each([
    [{ mode: "life" }, '/data/attributes/mode: expected one of "live", "test", "trial", got "life".'],
    [
      { expires_at: "soon" },
      '/data/attributes/expires_at: expected a time with a time zone, like `2027-03-01T12:00:00Z` or null, got "soon".',
    ],
    [{ recipient: 5 }, "/data/attributes/recipient: expected string or null, got 5."],
  ])("%j", async (wrong, expected) => {
    expect(await details("/v1/admin/keys", { name: "studio", ...wrong })).toEqual([expected]);
  });
});

describe("U+0000, which PostgreSQL does not store", () => {
  test("is refused in a text that is read, with a pointer to it", async () => {
    expect(await details("/v1/admin/keys", { name: "a\0b" })).toEqual([
      "/data/attributes/name: a text contains the character U+0000. Remove it.",
    ]);
  });

  test("is not read in unknown members", async () => {
    const attributes = { name: "studio" };
    const body = JSON.stringify({ data: { type: "api_keys", attributes, more: "\0" }, more: ["\0"] });
    expect((await app.ask("/v1/admin/keys", { method: "POST", headers, body })).status).toBe(201);
  });
});
