import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { vectorsPath } from "../../src/db/vectors-file.ts";
import { VectorFile } from "../../src/embedding/vector-file.ts";
import { openSongEmbedding } from "../../src/embedding/open-embedding.ts";
import { openOfflineSearch } from "../../src/app/search-offline.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { BRIEF_WAIT_MS } from "../../src/embedding/embed-brief.ts";
import { traceDocument } from "../../src/search/trace-document.ts";
import { LocalEmbeddingServer } from "../support/embedding-server.ts";
import { HttpApp } from "../support/http-app.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const TAGS = { mood: ["tense"] };
const SONGS = [
  { id: "1", title: "First", tags: TAGS, audio_files: [{ id: "f1", vocals: "none" }] },
  { id: "2", title: "Second", tags: TAGS, audio_files: [{ id: "f2", vocals: "none" }] },
  { id: "3", title: "Third", tags: TAGS, audio_files: [{ id: "f3", vocals: "lead" }] },
];
const KEY = "sk-of-the-studio";

let server: LocalEmbeddingServer;
let apps: HttpApp[];
let running: Set<HttpApp>;

beforeEach(() => {
  server = new LocalEmbeddingServer();
  server.behave = ({ input }) => LocalEmbeddingServer.vectors(...input.map(vectorOf));
  apps = [];
  running = new Set();
});

afterEach(async () => {
  for (const app of apps) await app.close();
  await server.stop();
});

/** The third song matches every brief best, the second song half as well. */
function vectorOf(text: string): readonly number[] {
  if (text.startsWith("First")) return [0, 1];
  return text.startsWith("Second") ? [1, 1] : [1, 0];
}

async function installation(settings: Readonly<Record<string, string>> = {}): Promise<HttpApp> {
  const app = await HttpApp.create({ dump: SONGS, settings: { "callback-allow": "127.0.0.1", ...settings } });
  apps.push(app);
  return app;
}

/** Starts the app with the model and a vector of every song. */
async function withModel(): Promise<HttpApp> {
  const app = await installation({ "ai-base-url": server.baseUrl, "ai-embed-model": "small", "ai-api-key": KEY });
  await embedSongs(app);
  server.requests.length = 0;
  return app;
}

async function embedSongs(app: HttpApp): Promise<void> {
  const { config, log } = app.core;
  const vectors = new VectorFile({ dataDir: config.dataDir, clock: app.time, log, user: "server" });
  for (const duty of openSongEmbedding(app.core, app.services.catalog, { timer: systemTimer, vectors }))
    await duty.run(new AbortController().signal);
  vectors.close();
}

/** Returns the stored answer once the search has ended. Calls `waiting` until then. */
async function answerOf(app: HttpApp, query: string, waiting = () => app.time.runDue()): Promise<string> {
  const { sqlite } = sqliteOf(app.core);
  const before = sqlite.query<{ answer: string }, []>("select answer from answers order by rowid").all().length;
  const key = app.key({ mode: "live" });
  const response = await app.submit(key.token, { query, callback_url: "https://127.0.0.1:1/hook" });
  expect(response.status).toBe(202);
  if (!running.has(app)) await app.startJobs();
  running.add(app);
  for (;;) {
    const answers = sqlite.query<{ answer: string }, []>("select answer from answers order by rowid").all();
    if (answers.length > before) return answers.at(-1)?.answer ?? "";
    await waiting();
  }
}

function songsOf(answer: string): string[] {
  const parsed: { readonly songs: readonly { readonly id: string }[] } = JSON.parse(answer);
  return parsed.songs.map(({ id }) => id);
}

function warnings(app: HttpApp): string[] {
  const warned = app.logged.filter(({ level }) => level === "warn").map(({ message }) => message);
  return warned.filter((message) => !message.includes("webhook"));
}

const TROUBLE = "the embedding server is slow or unavailable; searches work without it";

describe("a search with an embedding model", () => {
  test("ranks songs first whose vectors are like the brief's, and says why", async () => {
    expect(songsOf(await answerOf(await installation(), "tense"))).toEqual(["1", "2", "3"]);
    const answer = await answerOf(await withModel(), "tense");
    expect(songsOf(answer)).toEqual(["3", "2", "1"]);
    expect(answer).toContain("described much like the brief");
    expect(server.texts).toEqual(["tense\ntense"]);
    expect(server.requests[0]?.authorization).toBe(`Bearer ${KEY}`);
  });

  test("applies the constraints, even to very similar songs", async () => {
    expect(songsOf(await answerOf(await withModel(), "tense, no vocals"))).toEqual(["2", "1"]);
  });

  test("does not use a vector from before an import", async () => {
    const app = await withModel();
    await app.import(SONGS.map((song) => (song.id === "3" ? { ...song, title: "Thirdly" } : song)));
    expect(songsOf(await answerOf(app, "tense"))).toEqual(["2", "3", "1"]);
    await embedSongs(app);
    expect(songsOf(await answerOf(app, "tense, please"))).toEqual(["3", "2", "1"]);
  });

  test("is the same in the terminal", async () => {
    const offline = await openOfflineSearch((await withModel()).core);
    const { songs } = await offline.answer({ query: "tense", context: null }, 25);
    const explained = await offline.explained({ query: "tense", context: null }, 25);
    offline.close();
    expect(songs.map(({ id }) => id)).toEqual(["3", "2", "1"]);
    expect(explained.answer.songs).toEqual(songs);
    const documents = explained.traces.map(traceDocument);
    expect(JSON.stringify(documents)).toContain("embedding likeness");
    for (const { score, parts } of documents)
      expect(parts.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 5);
  });
});

describe("a search answers as if there were no model", () => {
  const QUERY = "tense, nothing calm, no vocals";
  let plain: string;

  beforeEach(async () => {
    plain = await answerOf(await installation(), QUERY);
  });

  test("if none is configured, and then reads no vector", async () => {
    const app = await installation({ "ai-base-url": server.baseUrl });
    expect(await answerOf(app, QUERY)).toBe(plain);
    await embedSongs(app);
    expect(server.requests).toEqual([]);
    expect(existsSync(vectorsPath(app.core.config.dataDir))).toBe(false);
    expect(warnings(app)).toEqual([]);
  });

  test("when the server is unavailable, and logs this without the key", async () => {
    const app = await withModel();
    await server.stop();
    expect(await answerOf(app, QUERY)).toBe(plain);
    expect(warnings(app)).toEqual([TROUBLE]);
    expect(JSON.stringify(app.logged)).not.toContain(KEY);
  });

  test("when the server is slow, and waits for at most 300 ms", async () => {
    const app = await withModel();
    server.behave = () => new Promise<Response>(() => undefined);
    expect(await answerOf(app, QUERY, () => app.time.pass(BRIEF_WAIT_MS))).toBe(plain);
    expect(warnings(app)).toEqual([TROUBLE]);
    for (const service of app.services.background) if (service.name === "likeness") await service.stop();
  });

  for (const [what, behave] of [
    ["an error", () => new Response("", { status: 500 })],
    ["nonsense", () => new Response("<html></html>")],
    ["two vectors", () => LocalEmbeddingServer.vectors([1, 0], [0, 1])],
    ["a vector of other dimensions", () => LocalEmbeddingServer.vectors([1, 0, 0])],
  ] as const)
    test(`when the server answers ${what}`, async () => {
      const app = await withModel();
      server.behave = behave;
      expect(await answerOf(app, QUERY)).toBe(plain);
    });

  test("while the file of vectors is damaged, and logs this once", async () => {
    const app = await withModel();
    const path = vectorsPath(app.core.config.dataDir);
    writeFileSync(path, readFileSync(path).fill(0xff, 0, 100));
    expect(await answerOf(app, QUERY)).toBe(plain);
    expect(await answerOf(app, `${QUERY} please`)).not.toBe("");
    const said = "the vectors of songs cannot be used; searches work without them; run doctor";
    expect(app.logged.filter(({ level }) => level === "error").map(({ message }) => message)).toEqual([said]);
  });

  test("while no song has a vector", async () => {
    const app = await installation({ "ai-base-url": server.baseUrl, "ai-embed-model": "small" });
    expect(await answerOf(app, QUERY)).toBe(plain);
  });
});
