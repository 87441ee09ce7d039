import { expect, test } from "bun:test";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { InlineSearches } from "../../src/search/inline-searches.ts";
import { ResultDocuments } from "../../src/search/result-document.ts";
import { SearchEndings } from "../../src/search/search-endings.ts";
import { SearchEvents } from "../../src/search/search-events.ts";
import { Searches } from "../../src/search/searches.ts";
import { FakeTime } from "../jobs/fake-time.ts";

// A search can end at any moment: also between its submission or look-up and the wait for its end.

const key = Object.create({ id: "key-1" });

test("a search that ends before its caller waits for it is answered at once", async () => {
  const time = new FakeTime();
  const endings = new SearchEndings();
  const failed = { execution: { searchId: "s", errorCode: "asset_failed", errorDetail: "no" }, answer: null };
  const submitInline = async () => {
    endings.announce("s");
    return { kind: "enqueued", searchId: "s", executionId: "e", jobId: 1 };
  };
  let answersRead = 0;
  const state = async () => {
    answersRead += 1;
    return { isProcessing: false, latest: failed };
  };
  const inline = new InlineSearches({
    db: Object.create(null),
    searches: Object.create(Searches.prototype, {
      submitInline: { value: submitInline },
      isProcessing: { value: async () => false },
      state: { value: state },
    }),
    endings,
    documents: Object.create(ResultDocuments.prototype),
    metrics: Object.create({ submitted: () => undefined }),
    timer: time,
    audit: Object.create(null),
    requireReady: () => undefined,
  });
  let answered: unknown = null;
  const answer = inline.search(
    { key, requestId: "r" },
    { query: "x", context: null, assetIds: [] },
    AbortSignal.any([]),
  );
  void answer.then((result) => (answered = result));
  await time.runDue();
  expect(answered).toMatchObject({ status: "failed", searchId: "s" });
  expect(answersRead).toBe(1);
});

test("a search that ends while it is looked up for its events ends them", async () => {
  const time = new FakeTime();
  const endings = new SearchEndings();
  const lookups: (readonly string[] | null)[] = [[], [], null];
  const waitingFor = async (): Promise<readonly string[] | null> => {
    const found = lookups.shift() ?? null;
    if (lookups.length === 1) endings.announce("s");
    return found;
  };
  const events = new SearchEvents({
    searches: Object.create(Searches.prototype, {
      isProcessing: { value: async () => true },
      // The answer of a former execution is not read.
      state: { value: () => Promise.reject(new Error("an answer was read")) },
      waitingFor: { value: waitingFor },
    }),
    endings,
    timer: time,
    end: new AbortController().signal,
  });
  const text = new Response(await events.follow(key, "s", AbortSignal.any([]))).text();
  await time.pass(60 * SECOND_MS);
  expect(await text).toEndWith("event: ended\ndata: {}\n\n");
});
