import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { runNow } from "../../src/db/work.ts";
import { ShortlistEntries, ShortlistEntryDocument, ShortlistList } from "../../schema/wire/shortlist.ts";
import { listLines } from "../../src/audit/store.ts";
import { addRemovedSongs } from "../../src/catalog/removed-songs-store.ts";
import { documentOf } from "../http/checked.ts";
import { errorsOf, expectRefusals } from "../http/error-document.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { signedIn } from "../support/signed-in.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { add, begin, entries, send } from "./support.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let app: HttpApp;
let token: string;
beforeEach(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key().token;
});
afterEach(() => app.close());

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

async function order(path: string): Promise<readonly string[]> {
  return (await entries(app, token, path)).map(({ attributes }) => attributes.song_id);
}

async function change(path: string, song: string, attributes: object): Promise<Response> {
  const entry = (await entries(app, token, path)).find((one) => one.attributes.song_id === song);
  return await send(app, token, {
    method: "PATCH",
    path: `${path}/entries/${entry?.id}`,
    type: "shortlist_entries",
    attributes,
  });
}

describe("201", () => {
  test("a new shortlist is empty, and is read at its address", async () => {
    const path = await begin(app, token, [], "  Station farewell ");
    const document = (await (await app.ask(path, { token })).json()) as object;
    expect(document).toMatchObject({
      data: {
        type: "shortlists",
        attributes: { name: "Station farewell", note: "", entries: 0 },
        links: { self: `${BASE_URL}${path}` },
      },
    });
    expect(await entries(app, token, path)).toEqual([]);
  });

  test("an entry has its song with files and artists, and goes to the end", async () => {
    const path = await begin(app, token, ["1042"]);
    const response = await add(app, token, path, {
      song_id: "3",
      note: "for the end",
      rating: 4,
      offset_seconds: -2.5,
    });
    expect(response.status).toBe(201);
    const document: unknown = await response.json();
    expect([...Value.Errors(ShortlistEntryDocument, document)]).toEqual([]);
    expect(document).toMatchObject({
      data: {
        attributes: { position: 2, title: "Slow Static", artists: ["The Static"], note: "for the end", rating: 4 },
      },
    });
    expect(await documentOf(ShortlistEntries, await app.ask(`${path}/entries`, { token }))).toMatchObject({
      included: expect.arrayContaining([expect.objectContaining({ type: "audio_files", id: "9010" })]),
    });
  });
});

describe("200", () => {
  test("the list of shortlists has those of the key, newest first, in pages", async () => {
    const paths: string[] = [];
    for (const name of ["One", "Two", "Three"]) {
      await app.time.pass(1);
      paths.unshift(await begin(app, token, [], name));
    }
    await begin(app, app.key().token, [], "Of another key");
    const first = await documentOf(ShortlistList, await app.ask("/v1/shortlists?page[size]=2", { token }));
    const second = await documentOf(ShortlistList, await app.ask(first.links.next ?? "", { token }));
    expect([...first.data, ...second.data].map(({ links }) => links.self)).toEqual(
      paths.map((path) => `${BASE_URL}${path}`),
    );
    expect(second.links.next).toBeNull();
  });

  test("a song that the shortlist has already stays as it is", async () => {
    const path = await begin(app, token, ["1042", "3"]);
    await change(path, "1042", { rating: 5 });
    const response = await add(app, token, path, { song_id: "1042", rating: 1 });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { data: { attributes: { rating: 5, position: 1 } } },
    ]);
    expect(await order(path)).toEqual(["1042", "3"]);
  });

  test("an entry moves to a position, and a position beyond the end is the end", async () => {
    const path = await begin(app, token, ["1042", "3", "4"]);
    await change(path, "4", { position: 1 });
    expect(await order(path)).toEqual(["4", "1042", "3"]);
    await change(path, "4", { position: 99 });
    expect(await order(path)).toEqual(["1042", "3", "4"]);
    await add(app, token, path, { song_id: "song/2 ünder%", position: 2 });
    expect(await order(path)).toEqual(["1042", "song/2 ünder%", "3", "4"]);
    expect((await entries(app, token, path)).map(({ attributes }) => attributes.position)).toEqual([1, 2, 3, 4]);
  });

  test("changes only what the request has, and null removes", async () => {
    const path = await begin(app, token, ["1042"]);
    await change(path, "1042", { note: "a", rating: 3, audio_file_id: "9001", offset_seconds: 1.25 });
    const response = await change(path, "1042", { offset_seconds: null });
    expect(await response.json()).toMatchObject({
      data: { attributes: { note: "a", rating: 3, audio_file_id: "9001", offset_seconds: null } },
    });
    await send(app, token, { method: "PATCH", path, attributes: { note: "For Kim\nand Zoë" } });
    expect(await (await app.ask(path, { token })).json()).toMatchObject({
      data: { attributes: { name: "A list", note: "For Kim\nand Zoë", entries: 1 } },
    });
  });

  test("a retired song stays in the shortlist with its name, and is available again after it is imported again", async () => {
    const path = await begin(app, token, ["1042", "3"]);
    await app.import(SMALL_CATALOG.dump.filter((line) => Reflect.get(line, "id") !== "1042"));
    const [retired, other] = await entries(app, token, path);
    expect(retired).toMatchObject({
      attributes: { title: "Glass Harbour", artists: ["Ada Field, Bruno Lake"], availability: "retired" },
      relationships: { song: { data: null } },
    });
    expect(other?.attributes["availability"]).toBe("available");
    await change(path, "1042", { rating: 2 });
    await app.import(SMALL_CATALOG.dump);
    expect((await entries(app, token, path))[0]).toMatchObject({
      attributes: { availability: "available", rating: 2, artists: ["Ada Field", "Bruno Lake"] },
    });
  });

  test("a song that was taken down is marked as removed", async () => {
    const path = await begin(app, token, ["1042"]);
    await app.core.db.write((tx) => addRemovedSongs(tx, ["1042"], 1));
    await app.services.catalog.poll();
    expect((await entries(app, token, path))[0]).toMatchObject({
      attributes: { availability: "removed" },
      relationships: { song: { data: null } },
    });
  });

  test("a user of the console keeps shortlists with the session", async () => {
    const { headers } = await signedIn(app, "supervisor");
    const body = JSON.stringify({ data: { type: "shortlists", attributes: { name: "Mine" } } });
    const sent = { method: "POST", body, headers: { ...headers, "content-type": "application/json" } };
    expect((await app.ask("/v1/shortlists", sent)).status).toBe(201);
    expect(await (await app.ask("/v1/shortlists", { headers })).json()).toMatchObject({
      data: [{ attributes: { name: "Mine" } }],
    });
  });
});

describe("204", () => {
  test("removing an entry closes the gap, and deleting a shortlist deletes its entries", async () => {
    const path = await begin(app, token, ["1042", "3", "4"]);
    const [, second] = await entries(app, token, path);
    const removed = await app.ask(`${path}/entries/${second?.id}`, { method: "DELETE", token });
    expect(removed.status).toBe(204);
    expect(
      (await entries(app, token, path)).map(({ attributes }) => [attributes.song_id, attributes.position]),
    ).toEqual([
      ["1042", 1],
      ["4", 2],
    ]);
    expect((await app.ask(path, { method: "DELETE", token })).status).toBe(204);
    await expectRefusals(await app.ask(path, { token }), "not_found");
    expect(sqliteOf(app.core).sqlite.query("SELECT count(*) AS left FROM shortlist_entries").get()).toEqual({
      left: 0,
    });
  });

  test("every change is in the audit trail, without names and notes", async () => {
    const path = await begin(app, token, ["1042"], "A secret project");
    await app.ask(path, { method: "DELETE", token });
    const lines = runNow(listLines(app.core.db, { from: null, to: null, keyId: null, limit: 100 }));
    const actions = lines.map((line) => (JSON.parse(line) as { action: string }).action);
    expect(actions.filter((action) => action.startsWith("shortlist."))).toEqual([
      "shortlist.created",
      "shortlist.changed",
      "shortlist.deleted",
    ]);
    expect(lines.join()).not.toContain("secret project");
  });
});

describe("404", () => {
  test("a shortlist of another key, an unknown one, and an entry of another shortlist", async () => {
    const path = await begin(app, token, ["1042"]);
    const other = app.key().token;
    await expectRefusals(await app.ask(path, { token: other }), "not_found");
    await expectRefusals(await app.ask(path, { method: "DELETE", token: other }), "not_found");
    await expectRefusals(await add(app, other, path, { song_id: "3" }), "not_found");
    await expectRefusals(await app.ask(`/v1/shortlists/${UNKNOWN}`, { token }), "not_found");
    await expectRefusals(await app.ask("/v1/shortlists/x", { token }), "not_found");
    const [entry] = await entries(app, token, path);
    const second = await begin(app, token);
    await expectRefusals(await app.ask(`${second}/entries/${entry?.id}`, { method: "DELETE", token }), "not_found");
  });
});

describe("400 and 422", () => {
  test("another form of the body", async () => {
    const sent = { path: "/v1/shortlists", attributes: { name: "x" } };
    await expectRefusals(await send(app, token, { ...sent, type: "songs" }), "bad_request");
    await expectRefusals(await send(app, token, { ...sent, attributes: ["x"] }), "bad_request");
  });

  test.each([
    ["no name", {}, "/data/attributes"],
    ["an empty name", { name: "  " }, "/data/attributes/name"],
    ["a name of two lines", { name: "a\nb" }, "/data/attributes/name"],
    ["a long name", { name: "x".repeat(121) }, "/data/attributes/name"],
    ["a long note", { name: "x", note: "x".repeat(2_001) }, "/data/attributes/note"],
    ["an unknown attribute", { name: "x", colour: "red" }, "/data/attributes/colour"],
  ])("a shortlist with %s", async (_title, attributes, pointer) => {
    const [error] = await errorsOf(await send(app, token, { path: "/v1/shortlists", attributes }));
    expect([error?.status, error?.source]).toEqual([422, { pointer }]);
  });

  test.each([
    ["a rating of 6", { rating: 6 }],
    ["a rating of 2.5", { rating: 2.5 }],
    ["position 0", { position: 0 }],
    ["an offset of two days", { offset_seconds: 172_800 }],
    ["another song", { song_id: "3" }],
    ["a file of another song", { audio_file_id: "9010" }],
  ])("an entry with %s", async (_title, attributes) => {
    const path = await begin(app, token, ["1042"]);
    await expectRefusals(await change(path, "1042", attributes), "invalid_attribute");
  });

  test("a song that the catalog does not have, and an asset of another key", async () => {
    const path = await begin(app, token, ["1042"]);
    await expectRefusals(await add(app, token, path, { song_id: "nope" }), "song_unavailable");
    await expectRefusals(await change(path, "1042", { asset_id: UNKNOWN }), "asset_unavailable");
  });

  test("more shortlists or songs than are allowed", async () => {
    for (let number = 0; number < 200; number += 1) await begin(app, token);
    const attributes = { name: "one more" };
    await expectRefusals(await send(app, token, { path: "/v1/shortlists", attributes }), "shortlists_full");
    const other = app.key().token;
    const dump = Array.from({ length: 201 }, (_, index) => ({ id: `s${index}`, title: `Song ${index}` }));
    await app.import(dump);
    const path = await begin(app, other);
    for (const { id } of dump.slice(0, 200)) expect((await add(app, other, path, { song_id: id })).status).toBe(201);
    await expectRefusals(await add(app, other, path, { song_id: "s200" }), "shortlist_full");
    expect(await entries(app, other, path)).toHaveLength(200);
  }, 60_000);
});
