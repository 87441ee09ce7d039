import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { runNow } from "../../src/db/work.ts";
import {
  FitLengthOutput,
  ListFacetsOutput,
  SearchSongsOutput,
  SimilarSongsOutput,
  SongOutput,
} from "../../schema/wire/mcp.ts";
import { ledger } from "../../schema/tables/service/ledger.ts";
import { deliveries } from "../../schema/tables/service/deliveries.ts";
import { listLines } from "../../src/audit/store.ts";
import { HttpApp } from "../support/http-app.ts";
import { McpClient } from "../support/mcp-client.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

type Search = Static<typeof SearchSongsOutput>;

let app: HttpApp;
let mcp: McpClient;
let keyId = "";
let token = "";
beforeAll(async () => {
  app = await HttpApp.create({ ...SMALL_CATALOG, settings: { "callback-allow": "127.0.0.1" } });
  await app.startJobs();
  const created = app.key({ mode: "live", rate: 10_000 });
  ({ token } = created);
  keyId = created.key.id;
  mcp = await McpClient.connect(app, token);
});
afterAll(async () => {
  await mcp.close();
  await app.services.app.stop(true);
  await app.close();
});

const billed = () =>
  app.core.db.orm
    .select()
    .from(ledger)
    .all()
    .filter((row) => row.keyId === keyId)
    .map(({ tier, searchId }) => ({ tier, searchId }));

describe("search_songs", () => {
  test("returns ranked songs with reasons, promises and a file, and bills like a search by HTTP", async () => {
    const found = await mcp.value<Search>("search_songs", { query: "tense synth, at least 100 bpm, no vocals" });
    expect([...Value.Errors(SearchSongsOutput, found)]).toEqual([]);
    expect(found.status).toBe("completed");
    expect(found.understood?.promises.map(({ promise }) => promise)).toContain("no vocals");
    expect(found.songs.map(({ id }) => id)).toContain("3");
    const best = found.songs.find(({ id }) => id === "3");
    expect(best).toMatchObject({ title: "Slow Static", artists: ["The Static"], uri: "needledrop://songs/3" });
    expect(best?.promises.find(({ promise }) => promise === "no vocals")?.kept).toBe("met");
    expect((await app.ask(best?.best_file?.mp3 ?? "")).status).not.toBe(403);
    expect(billed()).toEqual([{ tier: "text", searchId: found.search_id }]);
    expect(app.core.db.orm.select().from(deliveries).all()).toEqual([]);
  });

  test("says what the catalog cannot serve", async () => {
    const found = await mcp.value<Search>("search_songs", { query: "salsa with trumpet" });
    expect(found.not_served.join(" ")).toContain("salsa");
  });

  test("is the same search as by HTTP: one id, one cache, both ways", async () => {
    const query = "warm guitar folk";
    const first = await mcp.value<Search>("search_songs", { query });
    const attributes = { query, callback_url: "https://127.0.0.1:9/x" };
    const cached = (await (await app.submit(token, attributes)).json()) as { data: { id: string } };
    expect(cached.data.id).toBe(first.search_id);
    const before = billed().length;
    const again = await mcp.value<Search>("search_songs", { query });
    expect(again.songs.map(({ id }) => id)).toEqual(first.songs.map(({ id }) => id));
    expect(billed().slice(before)).toEqual([{ tier: "cached", searchId: first.search_id }]);
  });

  test("an HTTP request that joins a search from MCP gets its webhook", async () => {
    const pending = mcp.client.callTool({ name: "search_songs", arguments: { query: "ambient paper" } });
    const processing = sqliteOf(app.core).sqlite.query<{ id: string }, []>(
      "SELECT search_id AS id FROM executions WHERE status = 'processing'",
    );
    // Not `app.until`, which runs jobs: the search could end before the other request.
    while (processing.get() === null) await new Promise((resume) => setImmediate(resume));
    const attributes = { query: "ambient paper", callback_url: "https://127.0.0.1:9/joined" };
    const response = await app.submit(token, attributes);
    expect(response.status).toBe(202);
    const id = ((await response.json()) as { data: { id: string } }).data.id;
    await app.until(() =>
      app.core.db.orm
        .select()
        .from(deliveries)
        .all()
        .some(({ url }) => url.endsWith("/joined")),
    );
    expect((await pending)["structuredContent"]).toMatchObject({ search_id: id, status: "completed" });
  });

  test("leaves off songs beyond the limit, and says how many", async () => {
    const all = await mcp.value<Search>("search_songs", { query: "electronic" });
    const one = await mcp.value<Search>("search_songs", { query: "electronic", limit: 1 });
    expect(one.songs).toHaveLength(1);
    expect(one.songs_left_off).toBe(all.songs.length - 1 + all.songs_left_off);
  });

  test("read_search returns the result again, unbilled", async () => {
    const first = await mcp.value<Search>("search_songs", { query: "calm tin roof" });
    const before = billed().length;
    const again = await mcp.value<Search>("read_search", { search_id: first.search_id });
    expect(again).toMatchObject({ search_id: first.search_id, status: "completed" });
    expect(billed()).toHaveLength(before);
  });
});

describe("read_song and find_similar_songs", () => {
  test("a song has everything that the HTTP API shows of it", async () => {
    const { song } = await mcp.value<Static<typeof SongOutput>>("read_song", { song_id: "1042" });
    expect([...Value.Errors(SongOutput, { song })]).toEqual([]);
    expect(song).toMatchObject({ lyrics: "Hold the line", isrc: "QZABC2400001", artists: ["Ada Field", "Bruno Lake"] });
    expect(song.files.map(({ id }) => id)).toEqual(["9001", "9002"]);
    expect((await app.ask(song.files[0]?.wav ?? "")).status).toBe(200);
    expect((await app.ask(song.stems ?? "")).status).toBe(200);
  });

  test("a test key gets no WAV and no stems, and only its playlists", async () => {
    const limited = await McpClient.connect(app, app.key({ mode: "test" }).token);
    const { song } = await limited.value<Static<typeof SongOutput>>("read_song", { song_id: "1042" });
    expect([song.stems, song.files[0]?.wav, song.playlist_ids]).toEqual([null, null, [12]]);
    await limited.close();
  });

  test("similar songs leave out the song itself, and say if there are few", async () => {
    type Similar = Static<typeof SimilarSongsOutput>;
    const found = await mcp.value<Similar>("find_similar_songs", { song_id: "1042", limit: 5 });
    expect([...Value.Errors(SimilarSongsOutput, found)]).toEqual([]);
    expect(found.songs[0]?.id).toBe("3");
    expect(found.songs.map(({ id }) => id)).not.toContain("1042");
    expect(found.not_served).toEqual([expect.stringContaining("only")]);
    const folk = await mcp.value<Similar>("find_similar_songs", { song_id: "1042", filter: { genre: "folk" } });
    expect(folk.songs.every(({ tags }) => tags.genre.includes("folk"))).toBe(true);
  });
});

describe("fit_length", () => {
  type Fit = Static<typeof FitLengthOutput>;
  const NO_EDITS = "this key has no cuts: it lacks the right `edits`";

  test("names the difference, and leaves out stems", async () => {
    const fit = await mcp.value<Fit>("fit_length", { song_id: "1042", seconds: 180 });
    expect([...Value.Errors(FitLengthOutput, fit)]).toEqual([]);
    expect(fit.best).toMatchObject({ id: "9001", difference_seconds: 3.2, difference: "3.2 s longer than asked" });
    expect(fit.others).toEqual([]);
    expect(fit.cut).toBeNull();
    expect(fit.not_served).toEqual(["no version is exactly 180 s long", NO_EDITS]);
  });

  test("says that nothing is short enough, or known to be instrumental", async () => {
    const short = await mcp.value<Fit>("fit_length", { song_id: "1042", seconds: 30, fit: "not_longer" });
    expect(short.best).toBeNull();
    expect(short.others.map(({ id }) => id)).toEqual(["9001"]);
    expect(short.not_served).toEqual(["no version is at most 30 s long; the shortest is 183.2 s", NO_EDITS]);
    const shortest = await mcp.value<Fit>("fit_length", { song_id: "1042", seconds: 3 });
    expect(shortest.not_served).toEqual(["no version is exactly 3 s long", "cuts are 5 to 300 s long"]);
    const instrumental = await mcp.value<Fit>("fit_length", {
      song_id: "1042",
      seconds: 183.2,
      vocals: "instrumental",
    });
    expect(instrumental.not_served).toEqual(["no version is known to be instrumental"]);
  });

  test("never guesses an unknown length", async () => {
    const fit = await mcp.value<Fit>("fit_length", { song_id: "4", seconds: 30 });
    expect(fit).toMatchObject({ best: null, not_served: ["the song has no version that can be played"] });
  });
});

describe("list_facets", () => {
  type Facets = Static<typeof ListFacetsOutput>;

  test("counts the songs of each value", async () => {
    const facets = await mcp.value<Facets>("list_facets");
    expect([...Value.Errors(ListFacetsOutput, facets)]).toEqual([]);
    expect(facets.songs).toBe(4);
    const genres = facets.facets.find(({ facet }) => facet === "genre");
    expect(genres?.values).toContainEqual({ value: "electronic", songs: 2 });
  });

  test("can be narrowed, and says what it left off or did not find", async () => {
    const one = await mcp.value<Facets>("list_facets", { facet: "genre", limit: 1 });
    expect(one.facets).toHaveLength(1);
    expect(one.facets[0]?.values_left_off).toBe(2);
    const none = await mcp.value<Facets>("list_facets", { contains: "Gamelan" });
    expect(none.not_served).toEqual(["nothing in the catalog contains 'Gamelan'"]);
    const some = await mcp.value<Facets>("list_facets", { contains: "ELECTR", facet: "genre" });
    expect(some.facets[0]?.values.map(({ value }) => value)).toEqual(["electronic"]);
  });
});

describe("songs as resources", () => {
  test("are listed, described by a template, and read with links", async () => {
    const { resources } = await mcp.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "needledrop://songs/1042",
      "needledrop://songs/song%2F2%20%C3%BCnder%25",
      "needledrop://songs/3",
      "needledrop://songs/4",
    ]);
    const { resourceTemplates } = await mcp.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["needledrop://songs/{id}"]);
    const { contents } = await mcp.client.readResource({ uri: resources[1]?.uri ?? "" });
    const document = JSON.parse((contents[0] as { text: string }).text);
    expect(document.data.attributes.title).toBe("Tin Roof");
  });
});

test("a search and its result are in the audit trail, like those by HTTP", async () => {
  const found = await mcp.value<Search>("search_songs", { query: "a quiet synth for the audit" });
  await mcp.value<Search>("read_search", { search_id: found.search_id });
  while (await app.core.audit.write());
  const all = runNow(listLines(app.core.db, { from: null, to: null, keyId, limit: 1_000 }));
  const lines = all.filter((line) => line.includes(found.search_id));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { action: "search.submitted", actor: { id: keyId }, objects: { search: found.search_id }, outcome: "enqueued" },
    { action: "result.opened", actor: { id: keyId }, objects: { search: found.search_id } },
  ]);
  expect(lines.every((line) => /"request":"[0-9a-f-]{36}"/.test(line))).toBe(true);
});
