import { afterEach, beforeEach, expect, test } from "bun:test";
import { AssetReader } from "../../src/assets/store.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { Slices } from "../../src/lib/slices.ts";
import { searchJob } from "../../src/search/jobs.ts";
import { HttpApp } from "../support/http-app.ts";

const TEXTS = { query: "tense strings, nothing cheesy, 90 bpm", context: "A chase at night." };

let app: HttpApp;

beforeEach(async () => {
  app = await HttpApp.create({ dump: [{ id: "1", title: "First", tags: { mood: ["tense"] } }] });
});

afterEach(() => app.close());

/** The vocabulary, which records the phrases that were looked up since the last `take`. */
function watchedVocabulary() {
  let asked: string[] = [];
  const watched = Object.create(vocabulary(), {
    meaning: {
      value: (words: string, stems: string) => {
        asked.push(words);
        return vocabulary().meaning(words, stems);
      },
    },
  });
  return { vocabulary: watched, take: () => asked.splice(0) };
}

test("a search reads its brief once, even if an embedding model measures likeness", async () => {
  const { core, services } = app;
  const response = await app.submit(app.key({ mode: "live" }).token, { ...TEXTS, callback_url: "https://a.test/hook" });
  expect(response.status).toBe(202);
  const row = core.db.sqlite.query<{ id: string }, []>("select id from executions").get();
  const watched = watchedVocabulary();
  const asksOf = async (likenessTo: Parameters<typeof searchJob>[0]["likenessTo"]): Promise<readonly string[]> => {
    const job = searchJob({
      db: core.db,
      queue: services.queue,
      assets: new AssetReader(core.db, core.clock, SECOND_MS),
      catalog: services.catalog,
      clock: core.clock,
      resultLimit: 25,
      vocabulary: watched.vocabulary,
      slices: new Slices({ sliceMs: 8, now: () => 0, pause: () => Promise.resolve() }),
      likenessTo,
      onEnded: () => undefined,
    });
    const context = { jobId: 1, signal: new AbortController().signal, attempt: 1, now: core.clock.now() };
    expect(await job.run({ execution_id: row?.id ?? "" }, context)).toMatchObject({ kind: "done" });
    return watched.take();
  };
  const alone = await asksOf(null);
  expect(alone).toContain("strings");
  const measured: string[] = [];
  const withModel = await asksOf(async (brief) => {
    measured.push(...brief.wanted.map(({ name }) => name));
    return null;
  });
  expect(measured).toContain("tense");
  expect(withModel).toEqual(alone);
});
