import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { embeddingClient } from "../../src/embedding/client.ts";
import { songEmbeddingDuty } from "../../src/embedding/embed-songs.ts";
import { countVectors, VECTOR_QUERIES } from "../../src/embedding/store.ts";
import { VectorFile } from "../../src/embedding/vector-file.ts";
import type { Duty } from "../../src/jobs/scheduler.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { LocalEmbeddingServer } from "../support/embedding-server.ts";
import { HttpApp, type Logged } from "../support/http-app.ts";

const SONGS_PER_REQUEST = 32;

let server: LocalEmbeddingServer;
let app: HttpApp;
let logged: Logged[];
let stored: VectorFile;

beforeEach(async () => {
  server = new LocalEmbeddingServer();
  app = await HttpApp.create();
  logged = [];
  const { time: clock, core } = app;
  stored = new VectorFile({ dataDir: core.config.dataDir, clock, log: core.log, user: "server" });
});

afterEach(async () => {
  stored.close();
  await app.close();
  await server.stop();
});

function songs(count: number): { id: string; title: string }[] {
  return Array.from({ length: count }, (_, at) => ({ id: `s${1_000 + at}`, title: `Song number ${at}` }));
}

/** A new duty, as in a new process. */
function duty(model = "small-model"): Duty {
  const { services, time } = app;
  const at =
    (level: Logged["level"]) =>
    (fields: object, message: string): void =>
      void logged.push({ level, message, fields: { ...fields } });
  return songEmbeddingDuty({
    vectors: stored,
    catalog: services.catalog,
    embed: embeddingClient({ baseUrl: server.baseUrl, apiKey: null, model }, systemTimer),
    model,
    clock: time,
    timer: systemTimer,
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
  });
}

function rows(query: string): unknown[][] {
  return stored.read((sqlite) => sqlite.query(query).values());
}

async function run(one: Duty, signal = new AbortController().signal): Promise<void> {
  await one.run(signal);
}

function vectors(model = "small-model"): number {
  return stored.read((sqlite) => countVectors(sqlite, model));
}

describe("the songs of a catalog", () => {
  test("are sent in batches, one request at a time, each song once", async () => {
    await app.import(songs(100));
    let underWay = 0;
    server.behave = async (request) => {
      underWay += 1;
      await new Promise((resolve) => void setImmediate(resolve));
      expect(underWay).toBe(1);
      underWay -= 1;
      return server.answer(request);
    };
    await run(duty());
    const sizes = server.requests.slice(1).map(({ input }) => input.length);
    expect(Math.max(...sizes)).toBe(SONGS_PER_REQUEST);
    expect(server.texts.toSorted()).toEqual(
      songs(100)
        .map(({ title }) => title)
        .toSorted(),
    );
    expect(vectors()).toBe(100);
    expect(logged).toMatchObject([{ level: "info", fields: { added: 100, removed: 0, skipped: 0, dims: 5 } }]);
  });

  test("are not read again until catalog or model change, not even by a new process", async () => {
    await app.import(songs(3));
    const one = duty();
    await run(one);
    const before = server.requests.length;
    await run(one);
    await run(duty());
    expect(server.requests).toHaveLength(before);
  });

  test("are none before the first import", async () => {
    await run(duty());
    expect(server.requests).toEqual([]);
  });

  test("share a vector if they have the same words, and have none without words", async () => {
    await app.import([
      { id: "1", title: "Twice" },
      { id: "2", title: "Twice" },
    ]);
    await run(duty());
    expect(server.texts).toEqual(["Twice"]);
    expect(vectors()).toBe(1);
  });
});

describe("an interrupted run", () => {
  test("continues after a failure, after a pause", async () => {
    await app.import(songs(150));
    const one = duty();
    let answered = 0;
    server.behave = (request) => (++answered > 3 ? new Response("", { status: 503 }) : server.answer(request));
    await run(one);
    expect(vectors()).toBe(2 * SONGS_PER_REQUEST);
    expect(logged).toMatchObject([{ level: "warn", fields: { reason: "answered 503" } }]);
    const requests = server.requests.length;
    await run(one);
    expect(server.requests).toHaveLength(requests);
    app.time.jump(MINUTE_MS);
    await run(one);
    expect(logged).toHaveLength(1);
    server.behave = (request) => server.answer(request);
    app.time.jump(MINUTE_MS);
    await run(one);
    expect(vectors()).toBe(2 * SONGS_PER_REQUEST);
    app.time.jump(MINUTE_MS);
    await run(one);
    expect(vectors()).toBe(150);
    const accepted = server.texts.filter((text) => text !== "music");
    expect(new Set(accepted).size).toBe(150);
  });

  test("requests only missing vectors in a new process", async () => {
    await app.import(songs(100));
    let answered = 0;
    server.behave = (request) => (++answered > 2 ? new Response("", { status: 503 }) : server.answer(request));
    await run(duty());
    expect(vectors()).toBe(SONGS_PER_REQUEST);
    server.requests.length = 0;
    server.behave = (request) => server.answer(request);
    await run(duty());
    expect(server.texts).toHaveLength(100 - SONGS_PER_REQUEST);
    expect(vectors()).toBe(100);
  });

  test("stops soon with the program, and logs nothing", async () => {
    await app.import(songs(100));
    const stopping = new AbortController();
    server.behave = (request) => {
      if (request.input.length === 1) return server.answer(request);
      stopping.abort(new Error("the program ends"));
      return new Promise<Response>(() => undefined);
    };
    await run(duty(), stopping.signal);
    expect(logged).toEqual([]);
    expect(vectors()).toBe(0);
  });

  test("starts over with another catalog", async () => {
    await app.import(songs(70));
    let isSwitched = false;
    server.behave = async (request) => {
      if (!isSwitched && request.input.length > 1) {
        isSwitched = true;
        await app.import(songs(80));
      }
      return server.answer(request);
    };
    const one = duty();
    await run(one);
    expect(logged).toEqual([]);
    await run(one);
    expect(vectors()).toBe(80);
    expect(new Set(server.texts).size).toBe(server.texts.length);
  });
});

describe("an import", () => {
  test("requests vectors only for new and changed songs, and removes unused ones", async () => {
    await app.import([
      { id: "1", title: "Stays", bpm: 100 },
      { id: "2", title: "Changes" },
      { id: "3", title: "Goes" },
    ]);
    const one = duty();
    await run(one);
    server.requests.length = 0;
    await app.import([
      { id: "1", title: "Stays", bpm: 120 },
      { id: "2", title: "Has changed" },
      { id: "4", title: "Comes" },
    ]);
    await run(one);
    expect(server.texts.toSorted()).toEqual(["Comes", "Has changed"]);
    expect(vectors()).toBe(3);
    expect(logged.at(-1)).toMatchObject({ fields: { added: 2, removed: 2 } });
  });
});

describe("another model", () => {
  test("gets all songs again, and the old vectors are removed at the end", async () => {
    await app.import(songs(10));
    await run(duty("old-model"));
    await run(duty("new-model"));
    expect(vectors("new-model")).toBe(10);
    expect(vectors("old-model")).toBe(0);
    expect(rows("select name from models")).toEqual([["new-model"]]);
  });

  test("under the same name is recognised by its dimensions", async () => {
    await app.import(songs(40));
    await run(duty());
    await app.import(songs(41));
    server.axes = ["calm", "tense"];
    await run(duty());
    expect(vectors()).toBe(41);
    expect(rows("select distinct length(vector) from vectors")).toEqual([[3]]);
  });

  test("during a run starts the run over", async () => {
    await app.import(songs(100));
    const one = duty();
    server.behave = (request) => {
      if (server.requests.length === 3) server.axes = ["calm"];
      return server.answer(request);
    };
    await run(one);
    expect(logged).toMatchObject([
      { level: "warn", fields: { reason: "answered vectors of another length than 5 before" } },
    ]);
    app.time.jump(MINUTE_MS);
    await run(one);
    expect(vectors()).toBe(100);
    expect(rows("select distinct length(vector) from vectors")).toEqual([[2]]);
  });
});

describe("a song that the model refuses", () => {
  test("is left out, and its neighbours are not", async () => {
    await app.import([...songs(40), { id: "bad", title: "Poison" }]);
    server.behave = (request) =>
      request.input.includes("Poison") ? new Response("", { status: 400 }) : server.answer(request);
    await run(duty());
    expect(vectors()).toBe(40);
    expect(logged).toMatchObject([{ level: "info", fields: { added: 40, skipped: 1 } }]);
  });

  test("is not skipped if the model rejects everything", async () => {
    await app.import(songs(40));
    let answered = 0;
    server.behave = (request) => (++answered > 1 ? new Response("", { status: 500 }) : server.answer(request));
    await run(duty());
    expect(logged).toMatchObject([{ level: "warn", fields: { reason: "answered 500" } }]);
    expect(server.requests).toHaveLength(3);
  });
});

test("every statement uses the index of the vectors it names", async () => {
  await app.import(songs(1));
  const { vectors: some, have, keys, remove, count } = VECTOR_QUERIES;
  const given: readonly (readonly [query: string, ...values: (string | number | Buffer)[]])[] = [
    [some, "[]", 1],
    [have, 1, "[]"],
    [keys, 1, Buffer.alloc(16), 10],
    [remove, 1, "[]"],
    [count, "m"],
  ];
  for (const [query, ...values] of given) {
    const details = stored.read((sqlite) =>
      sqlite.query<{ detail: string }, typeof values>(`explain query plan ${query}`).all(...values),
    );
    const found = details.map(({ detail }) => detail).filter((detail) => /\b(v|vectors)\b/.test(detail));
    expect(found).not.toEqual([]);
    for (const detail of found) expect(detail).toMatch(/^SEARCH .* USING (COVERING )?INDEX/);
  }
});

describe("while the file of vectors is unavailable", () => {
  test("no song is sent, and all are once it can be used", async () => {
    await app.import(songs(3));
    const folder = join(app.core.config.dataDir, "catalog");
    writeFileSync(join(folder, "vectors.db"), "no database, and longer than its header".repeat(100));
    const one = duty();
    await run(one);
    expect(server.requests).toEqual([]);
    rmSync(join(folder, "vectors.db"));
    app.time.jump(MINUTE_MS);
    await run(one);
    expect(vectors()).toBe(3);
  });
});
