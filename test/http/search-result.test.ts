import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SearchResult } from "../../schema/wire/search.ts";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { documentOf } from "./checked.ts";

/** No server listens at this address, because these tests concern HTTP responses only. */
const attributes = { query: "tense electronic synth", callback_url: "https://127.0.0.1:9/music" };

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create({ ...SMALL_CATALOG, settings: { "callback-allow": "127.0.0.1" } });
  await app.startJobs();
});
afterAll(() => app.close());

describe("the result of a search", () => {
  test("is one document, on GET and on a cache hit, with full linkage", async () => {
    const { key, token } = app.key({ mode: "live" });
    const accepted = await app.submit(token, attributes);
    expect(accepted.status).toBe(202);
    await app.time.runDue();

    const cached = await documentOf(SearchResult, await app.submit(token, attributes));
    const read = await documentOf(SearchResult, await app.ask(cached.data.links.self, { token }));
    expect(read).toEqual(cached);

    const ranked = cached.data.relationships.songs.data;
    expect(ranked[0]).toMatchObject({ id: "1042", meta: { rank: 1, audio_file: "9001" } });
    const songs = cached.included.flatMap((resource) => (resource.type === "songs" ? [resource] : []));
    expect(songs.map((song) => song.id)).toEqual(ranked.map((song) => song.id));
    const held = new Set(cached.included.map(({ type, id }) => `${type} ${id}`));
    expect(held.size).toBe(cached.included.length);
    for (const { relationships } of songs) {
      for (const { type, id } of [...relationships.audio_files.data, ...relationships.artists.data]) {
        expect(held).toContain(`${type} ${id}`);
      }
    }
    const stems = songs[0]?.attributes.stems ?? "";
    expect(new URL(stems).searchParams.get("search_id")).toBe(cached.data.id);
    expect(new URL(stems).searchParams.get("key")).toBe(key.id);
    expect((await app.ask(stems)).status).toBe(200);
  });

  test("of another key is 404", async () => {
    const { token } = app.key();
    await app.submit(token, attributes);
    await app.time.runDue();
    const { data } = await documentOf(SearchResult, await app.submit(token, attributes));
    expect((await app.ask(data.links.self, { token: app.key().token })).status).toBe(404);
  });
});
