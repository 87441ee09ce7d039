import { beforeEach, describe, expect, test } from "bun:test";
import type { SearchResult } from "../../clients/typescript/operations.ts";
import { ConsoleState, settled } from "../support/console-state.ts";

interface Value<Type> {
  value: Type;
}

interface SearchState {
  readonly query: Value<string>;
  readonly phase: Value<{ readonly kind: string }>;
  readonly result: Value<SearchResult | null>;
  readonly searchNow: () => void;
  readonly startAnew: () => void;
  readonly goToTurn: (index: number) => void;
  readonly openSearch: (id: string) => Promise<void>;
  readonly addTurn: (step: { readonly likes: readonly { readonly id: string; readonly title: string }[] }) => void;
  readonly chooseTempTrack: (isUsed: boolean) => void;
  readonly weighSound: (weights: Readonly<Record<string, number>>) => void;
  readonly hasSound: Value<boolean>;
  readonly soundWeights: Value<Readonly<Record<string, number>> | null>;
}

interface Uploads {
  readonly droppedFiles: Value<readonly object[]>;
}

interface Router {
  readonly goTo: (path: string) => void;
  readonly place: Value<{ readonly page: string | null }>;
}

const page = new ConsoleState();
const search = await page.load<SearchState>("search/search-state.ts");
const uploads = await page.load<Uploads>("search/uploads.ts");
const router = await page.load<Router>("lib/router.ts");

beforeEach(() => {
  router.goTo("/");
  search.startAnew();
});

/** An answer as far as the page reads it. */
function answerTo(query: string, more: object = {}): object {
  const attributes = { status: "completed", query, context: null, asset_ids: [], refines: null, brief: {}, ...more };
  return { data: { id: `id-of-${query}`, attributes }, included: [] };
}

function searchFor(query: string): void {
  search.query.value = query;
  search.searchNow();
}

describe("an answer", () => {
  test("that comes late leaves another page open", async () => {
    searchFor("piano");
    router.goTo("/console/catalog");
    await page.request("POST", "/v1/supervisor/search").answer(answerTo("piano"));
    expect(search.result.value?.data.id).toBe("id-of-piano");
    expect(router.place.value.page).toBe("catalog");
  });

  test("of an address leaves another page open", async () => {
    router.goTo("/console/search/id-of-piano");
    const opening = search.openSearch("id-of-piano");
    router.goTo("/console/catalog");
    await page.request("GET", "/v1/supervisor/search/id-of-piano").answer(answerTo("piano"));
    await opening;
    expect(router.place.value.page).toBe("catalog");
  });

  test("of an address is dropped when another one was opened since", async () => {
    const [slow, fast] = [search.openSearch("id-of-slow"), search.openSearch("id-of-fast")];
    await page.request("GET", "/v1/supervisor/search/id-of-fast").answer(answerTo("fast"));
    await page.request("GET", "/v1/supervisor/search/id-of-slow").answer(answerTo("slow"));
    await Promise.all([slow, fast]);
    expect(search.result.value?.data.id).toBe("id-of-fast");
    expect(search.query.value).toBe("fast");
  });

  test("of an address is dropped when another search was started since", async () => {
    const opening = search.openSearch("id-of-slow");
    searchFor("fast");
    await page.request("GET", "/v1/supervisor/search/id-of-slow").answer(answerTo("slow"));
    await opening;
    expect(search.query.value).toBe("fast");
    expect(search.phase.value.kind).toBe("searching");
    await page.request("POST", "/v1/supervisor/search").answer(answerTo("fast"));
    expect(search.result.value?.data.id).toBe("id-of-fast");
  });

  test("to a search is dropped when an address was opened since", async () => {
    searchFor("slow");
    const opening = search.openSearch("id-of-fast");
    await page.request("POST", "/v1/supervisor/search").answer(answerTo("slow"));
    expect(search.phase.value.kind).toBe("searching");
    await page.request("GET", "/v1/supervisor/search/id-of-fast").answer(answerTo("fast"));
    await opening;
    expect(search.result.value?.data.id).toBe("id-of-fast");
  });

  test("that is shown already ends the opening of another one", async () => {
    searchFor("slow");
    await page.request("POST", "/v1/supervisor/search").answer(answerTo("slow"));
    const opening = search.openSearch("id-of-fast");
    await search.openSearch("id-of-slow");
    await page.request("GET", "/v1/supervisor/search/id-of-fast").answer(answerTo("fast"));
    await opening;
    await settled();
    expect(search.result.value?.data.id).toBe("id-of-slow");
    expect(search.phase.value.kind).toBe("answered");
  });
});

test("a dropped file is being analysed until the search with it is answered", async () => {
  const file = { number: 1, isFilm: true, isAudio: false, preview: "blob:film", assetId: "film", isAnalysed: false };
  uploads.droppedFiles.value = [file];
  search.searchNow();
  expect(uploads.droppedFiles.value).toMatchObject([{ isAnalysed: false }]);
  await page.request("POST", "/v1/supervisor/search").answer(answerTo("film"));
  expect(uploads.droppedFiles.value).toMatchObject([{ isAnalysed: true }]);
});

test("a brief that was typed is searched also after a step was shown again", async () => {
  searchFor("piano");
  await page.request("POST", "/v1/supervisor/search").answer(answerTo("piano"));
  search.query.value = "guitar";
  search.goToTurn(0);
  search.searchNow();
  expect(page.request("POST", "/v1/supervisor/search").attributes).toMatchObject({ query: "guitar" });
  // The answer that is shown is not searched again.
  const count = page.asked.length;
  search.query.value = "piano";
  search.goToTurn(0);
  search.searchNow();
  expect(page.asked).toHaveLength(count);
});

test("the sound of liked songs is weighed in the turn that likes them", async () => {
  searchFor("piano");
  await page.request("POST", "/v1/supervisor/search").answer(answerTo("piano"));
  expect(search.hasSound.value).toBe(false);
  search.addTurn({ likes: [{ id: "nd-1", title: "Harbour" }] });
  await page.request("POST", "/v1/supervisor/search").answer(answerTo("liked"));
  expect(search.hasSound.value).toBe(true);
  const count = page.asked.length;
  const weights = { feel: 0, harmony: 1, rhythm: 3, instruments: 1 };
  search.weighSound(weights);
  search.searchNow();
  expect(page.asked.slice(count).map(({ attributes }) => attributes)).toEqual([
    expect.objectContaining({ refines: "id-of-piano", likes: ["nd-1"], sound_weights: weights }),
  ]);
  search.goToTurn(0);
  expect(search.hasSound.value).toBe(false);
  search.startAnew();
  expect(search.soundWeights.value).toBeNull();
});

describe("the files of an answer that was opened by its address", () => {
  const weights = { feel: 0, harmony: 1, rhythm: 3, instruments: 1 };

  async function open(query: string, more: object): Promise<void> {
    const opening = search.openSearch(`id-of-${query}`);
    await page.request("GET", `/v1/supervisor/search/id-of-${query}`).answer(answerTo(query, more));
    await opening;
  }

  /** Weighs the sound; returns what is asked then. */
  function askedByWeighing(): readonly unknown[] {
    const count = page.asked.length;
    search.weighSound(weights);
    search.searchNow();
    return page.asked.slice(count).map(({ attributes }) => attributes);
  }

  test("have no sound to weigh if they are pictures, so liked songs are weighed", async () => {
    await open("piano", { asset_ids: ["picture"] });
    search.addTurn({ likes: [{ id: "nd-1", title: "Harbour" }] });
    await page.request("POST", "/v1/supervisor/search").answer(answerTo("liked"));
    expect(askedByWeighing()).toEqual([
      expect.objectContaining({ refines: "id-of-piano", likes: ["nd-1"], sound_weights: weights }),
    ]);
  });

  test("are weighed if they were heard", async () => {
    await open("hum", { asset_ids: ["song"], brief: { heard: [{ asset_id: "song", kind: "audio" }] } });
    expect(search.hasSound.value).toBe(true);
    expect(askedByWeighing()).toEqual([expect.objectContaining({ asset_ids: ["song"], sound_weights: weights })]);
  });

  test("are weighed again if they were weighed and the search failed", async () => {
    await open("lost", { asset_ids: ["song"], status: "failed", error: { detail: "" }, sound_weights: { feel: 2 } });
    expect(askedByWeighing()).toEqual([expect.objectContaining({ asset_ids: ["song"], sound_weights: weights })]);
  });

  test("are weighed in the turn that added them", async () => {
    const opening = search.openSearch("id-of-later");
    const brief = { heard: [{ asset_id: "song", kind: "audio" }] };
    const later = { refines: "id-of-first", asset_ids: ["song"], brief };
    await page.request("GET", "/v1/supervisor/search/id-of-later").answer(answerTo("later", later));
    await page
      .request("GET", "/v1/supervisor/search/id-of-first")
      .answer(answerTo("first", { asset_ids: ["picture"] }));
    await opening;
    expect(askedByWeighing()).toEqual([
      expect.objectContaining({ refines: "id-of-first", asset_ids: ["song"], sound_weights: weights }),
    ]);
  });

  test("are not weighed if they are films whose sound no longer counts", async () => {
    const brief = { heard: [{ asset_id: "film", kind: "video" }] };
    await open("film", { asset_ids: ["film"], temp_track: true, brief });
    expect(askedByWeighing()).toEqual([expect.objectContaining({ temp_track: true, sound_weights: weights })]);
    const count = page.asked.length;
    search.chooseTempTrack(false);
    expect(page.asked[count]?.attributes).not.toHaveProperty("sound_weights");
  });
});
