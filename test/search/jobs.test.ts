import { afterEach, beforeEach, expect, test } from "bun:test";
import { AssetReader } from "../../src/assets/store.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { Slices } from "../../src/lib/slices.ts";
import { searchJob } from "../../src/search/jobs.ts";
import { HttpApp } from "../support/http-app.ts";
import { jobContext } from "../support/job-context.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const TEXTS = { query: "tense strings, nothing cheesy, 90 bpm", context: "A chase at night." };

/** The longest query, and the longest context. */
const TEXT_LENGTH_MAX = 2_000;
/** Known, misspelt, foreign and negated words. */
const WORDS = "tense piano no vocals withuot drums Verfolgungsjagd avec des cordes like Ada Field calm zxqvw".split(
  " ",
);

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

async function submit(texts: { readonly query: string; readonly context: string }): Promise<void> {
  const response = await app.submit(app.key({ mode: "live" }).token, { ...texts, callback_url: "https://a.test/hook" });
  expect(response.status).toBe(202);
}

/** Runs the only search. */
async function runSearch(parts: Partial<Parameters<typeof searchJob>[0]>): Promise<void> {
  const { core, services } = app;
  const row = sqliteOf(core).sqlite.query<{ id: string }, []>("select id from executions").get();
  const job = searchJob({
    db: core.db,
    queue: services.queue,
    assets: new AssetReader(core.db, core.clock, SECOND_MS),
    catalog: services.catalog,
    clock: core.clock,
    resultLimit: 25,
    vocabulary: vocabulary(),
    slices: new Slices({ sliceMs: 8, now: () => 0, pause: () => Promise.resolve() }),
    likenessTo: null,
    onEnded: () => undefined,
    ...parts,
  });
  const context = jobContext(core.clock.now());
  expect(await job.run({ execution_id: row?.id ?? "" }, context)).toMatchObject({ kind: "done" });
}

test("a search of the densest brief lets other requests run between its steps", async () => {
  const text = Array.from({ length: 400 }, (_, at) => WORDS[at % WORDS.length])
    .join(" ")
    .slice(0, TEXT_LENGTH_MAX);
  await submit({ query: text, context: text.toUpperCase() });
  const watched = watchedVocabulary();
  /** Phrases that were looked up in each slice of one step; null where the brief was complete. */
  const slices: (number | null)[] = [];
  const pause = async (): Promise<void> => void slices.push(watched.take().length);
  await runSearch({
    vocabulary: watched.vocabulary,
    slices: new Slices({ sliceMs: 0, now: () => 0, pause }),
    likenessTo: async () => {
      slices.push(null);
      return null;
    },
  });
  const reading = slices.slice(0, slices.indexOf(null)).filter((count) => count !== null);
  const ranking = slices.slice(slices.indexOf(null) + 1);
  const lookups = reading.reduce((sum, count) => sum + count, 0);
  expect(lookups).toBeGreaterThan(500);
  expect(reading.length).toBeGreaterThan(100);
  expect(Math.max(...reading)).toBeLessThan(lookups / 6);
  expect(ranking.length).toBeGreaterThan(10);
});

test("a search reads its brief once, even if an embedding model measures likeness", async () => {
  await submit(TEXTS);
  const watched = watchedVocabulary();
  const asksOf = async (likenessTo: Parameters<typeof searchJob>[0]["likenessTo"]): Promise<readonly string[]> => {
    await runSearch({ vocabulary: watched.vocabulary, likenessTo });
    return watched.take();
  };
  // The first reading looks up single words, which are remembered afterwards.
  expect(await asksOf(null)).toContain("strings");
  const alone = await asksOf(null);
  expect(alone).toContain("cheesy");
  const measured: string[] = [];
  const withModel = await asksOf(async (brief) => {
    measured.push(...brief.wanted.map(({ name }) => name));
    return null;
  });
  expect(measured).toContain("tense");
  expect(withModel).toEqual(alone);
});
