import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { type AcceptedSearch, SearchResult } from "../../schema/wire/search.ts";
import { HttpApp } from "../support/http-app.ts";
import { documentOf } from "./checked.ts";
import { errorsOf } from "./error-document.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const tagged = (id: string, title: string, tags: Readonly<Record<string, readonly string[]>>, bpm?: number) => ({
  id,
  title,
  tags,
  ...(bpm === undefined ? {} : { bpm }),
  audio_files: [{ id: `${id}-file`, vocals: "none" }],
});

const DUMP = [
  tagged("fast", "Racer", { genre: ["punk rock"], mood: ["aggressive"], characteristic: ["fast"] }, 180),
  tagged("slow", "Crawler", { genre: ["punk rock"], mood: ["aggressive"], characteristic: ["slow"] }, 70),
  tagged("strings", "Bowed", { genre: ["punk rock"], instrument: ["strings"], characteristic: ["slow"] }, 72),
  tagged("calm", "Low Tide", { mood: ["calm"], instrument: ["piano"] }),
  tagged("calmer", "Ebb", { mood: ["calm"], instrument: ["piano"] }),
  tagged("tense", "Glass", { mood: ["tense"], instrument: ["synthesizer"] }),
  tagged("odd", "Zydeco Queen", { genre: ["zydeco"], mood: ["joyful"] }),
  tagged("odder", "Zydeco King", { genre: ["zydeco"], mood: ["joyful"] }),
];
/** No server listens at this address, because these tests concern HTTP responses only. */
const CALLBACK = { callback_url: "https://127.0.0.1:9/music" };

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create({ dump: DUMP, settings: { "callback-allow": "127.0.0.1" } });
  token = app.key({ rate: 1_000 }).token;
  await app.startJobs();
});
afterAll(() => app.close());

type Attributes = Readonly<Record<string, unknown>>;
type Result = Static<typeof SearchResult>;

async function searched(attributes: Attributes): Promise<Result> {
  const accepted = await app.submit(token, { ...CALLBACK, ...attributes });
  // 200: an earlier test has submitted the same.
  expect(accepted.status).toBeOneOf([200, 202]);
  await app.time.runDue();
  return await documentOf(SearchResult, await app.submit(token, { ...CALLBACK, ...attributes }));
}

const songsOf = ({ data }: Result): string[] => data.relationships.songs.data.map(({ id }) => id);
function briefOf({ data: { attributes } }: Result) {
  if (attributes.status !== "completed") throw new Error("the search failed");
  return attributes.brief;
}
const listed = (result: Result): string[] =>
  (briefOf(result).wishes ?? []).map(({ id, polarity }) => `${polarity} ${id}`).toSorted();

describe("a search that refines another one", () => {
  test("keeps the earlier wishes, and the later turn wins", async () => {
    const first = await searched({ query: "fast aggressive punk rock" });
    expect(songsOf(first)[0]).toBe("fast");
    const second = await searched({ query: "slower, no strings", refines: first.data.id });
    expect(second.data.id).not.toBe(first.data.id);
    expect(second.data.attributes.refines).toBe(first.data.id);
    expect(songsOf(second)[0]).toBe("slow");
    expect(songsOf(second)).not.toContain("strings");
    expect(listed(second)).toEqual([
      "must_not instrument/strings",
      "wanted characteristic/slow",
      "wanted genre/punk rock",
      "wanted mood/aggressive",
    ]);
    const third = await searched({ context: "with strings", refines: second.data.id });
    expect(listed(third)).toContain("wanted instrument/strings");
    expect(songsOf(third)).toContain("strings");
    // The former turns are still there.
    const again = await app.ask(first.data.links.self, { token });
    expect(songsOf(await documentOf(SearchResult, again))).toEqual(songsOf(first));
  });

  test("is itself cached and joined by its own inputs", async () => {
    const first = await searched({ query: "calm piano" });
    const body = { ...CALLBACK, query: "warmer", refines: first.data.id, likes: ["odd", "calm"] };
    const accepted = await documentOfAccepted(await app.submit(token, body));
    const joined = await app.submit(token, { ...body, likes: ["calm", "odd"] });
    expect([joined.status, (await documentOfAccepted(joined)).data.id]).toEqual([202, accepted.data.id]);
    const ids = new Set([accepted.data.id]);
    for (const other of [
      { likes: ["calm"] },
      { dislikes: ["fast"] },
      { refines: null },
      { wishes: [{ id: "mood/calm", weight: 1 }] },
    ]) {
      ids.add((await documentOfAccepted(await app.submit(token, { ...body, ...other }))).data.id);
    }
    expect(ids.size).toBe(5);
  });

  test("needs nothing but a change", async () => {
    const first = await searched({ query: "calm piano" });
    const changed = await searched({ refines: first.data.id, wishes: [{ id: "mood/calm", polarity: "removed" }] });
    expect(listed(changed)).toEqual(["wanted instrument/piano"]);
    const disliked = await searched({ refines: first.data.id, dislikes: ["calm"] });
    expect(songsOf(disliked)).not.toContain("calm");
    expect(songsOf(disliked)).toContain("calmer");
  });
});

async function documentOfAccepted(response: Response): Promise<Static<typeof AcceptedSearch>> {
  expect(response.status).toBe(202);
  return JSON.parse(await response.text());
}

describe("liked and disliked songs", () => {
  test("likes alone are a wish for songs like these, which are not returned themselves", async () => {
    const result = await searched({ likes: ["odd"] });
    expect(songsOf(result)[0]).toBe("odder");
    expect(songsOf(result)).not.toContain("odd");
    expect(result.data.attributes).toMatchObject({ refines: null, likes: ["odd"], dislikes: [], wishes: [] });
    expect(briefOf(result).references).toEqual([{ role: "like", kind: "song", name: "Zydeco Queen", known: true }]);
  });

  test("dislikes push similar songs down and never return", async () => {
    const liked = await searched({ query: "piano or zydeco" });
    expect(songsOf(liked)).toContain("calm");
    const result = await searched({ query: "piano or zydeco, calm or joyful", dislikes: ["calm"] });
    expect(songsOf(result)).not.toContain("calm");
    const later = await searched({ refines: result.data.id, query: "warm" });
    expect(songsOf(later)).not.toContain("calm");
  });

  test("a later dislike takes back a like", async () => {
    const first = await searched({ likes: ["odd"], query: "joyful" });
    const second = await searched({ refines: first.data.id, dislikes: ["odd"] });
    expect(songsOf(second)).not.toContain("odd");
    expect(briefOf(second).references.map(({ role }) => role)).toEqual(["not"]);
  });

  test("likes do not look for what the words contradict", async () => {
    const result = await searched({ likes: ["fast"], query: "slower" });
    expect(songsOf(result).indexOf("slow")).toBe(0);
  });
});

describe("changes to what is understood", () => {
  test("every wish is listed with its id, its words and their place", async () => {
    const result = await searched({ query: "Calm piano, no strings, 60 to 80 bpm", context: "calm sea" });
    const { wishes = [], ignored_from: ignored } = briefOf(result);
    const calm = wishes.find(({ id }) => id === "mood/calm");
    expect(calm).toMatchObject({ kind: "tag", label: "calm", polarity: "wanted", implied: false });
    expect(calm?.from[0]).toEqual({ text: "Calm", source: "query", turn: 0, start: 0, end: 4 });
    expect(wishes.find(({ id }) => id === "constraint/tempo")).toEqual({
      id: "constraint/tempo",
      kind: "constraint",
      label: "60 to 80 bpm",
      polarity: "must",
      weight: null,
      implied: false,
      from: [{ text: "60 to 80 bpm", source: "query", turn: 0, start: 24, end: 36 }],
    });
    expect(wishes.find(({ id }) => id === "instrument/strings")).toMatchObject({
      polarity: "must_not",
      label: "strings",
    });
    expect(new Set(wishes.map(({ id }) => id)).size).toBe(wishes.length);
    expect(ignored).toEqual([]);
  });

  test("a wish becomes a must, which every song meets or is not known to break", async () => {
    const query = "calm or tense music";
    const plain = await searched({ query });
    expect(songsOf(plain)).toEqual(expect.arrayContaining(["calm", "tense"]));
    const must = await searched({ query, wishes: [{ id: "mood/tense", polarity: "must" }] });
    expect(songsOf(must)).toEqual(["tense"]);
    expect(must.data.relationships.songs.data[0]?.meta.verdicts).toContainEqual({
      constraint: "tagged tense",
      verdict: "met",
    });
    const not = await searched({ query, wishes: [{ id: "mood/tense", polarity: "must_not" }] });
    expect(songsOf(not)).not.toContain("tense");
    expect(songsOf(not)).toContain("calm");
  });

  test("an id that names nothing is listed", async () => {
    const result = await searched({ query: "calm", wishes: [{ id: "word/zanzibar", weight: 1 }] });
    expect(briefOf(result).overrides_unused).toEqual(["word/zanzibar"]);
  });

  test("empty lists count as absent", async () => {
    const plain = await searched({ query: "calm and empty" });
    const empty = await searched({ query: "calm and empty", likes: [], dislikes: [], wishes: [], refines: null });
    expect(empty).toEqual(plain);
  });

  test("a request of the interface alone has no member of the extensions", async () => {
    const { attributes } = (await searched({ query: "tense synth" })).data;
    expect(Object.keys(attributes).filter((name) => /refines|likes|dislikes|wishes/.test(name))).toEqual([]);
  });
});

describe("422", () => {
  const refused = async (attributes: Attributes, as = token) => {
    const response = await app.submit(as, { ...CALLBACK, query: "calm", ...attributes });
    expect(response.status).toBe(422);
    return (await errorsOf(response)).map(({ code, source }) => [code ?? null, source]);
  };
  const at = (path: string) => ({ pointer: `/data/attributes/${path}` });

  test("a search that does not exist, or of another key", async () => {
    const { data } = await searched({ query: "calm sea" });
    const other = app.key().token;
    const unavailable = [["refined_search_unavailable", at("refines")]];
    expect(await refused({ refines: data.id }, other)).toEqual(unavailable);
    expect(await refused({ refines: "7f9c24e8-3b1a-4f0e-9d55-0c4f6a1b2c3d" })).toEqual(unavailable);
    expect(await refused({ refines: "nonsense" })).toEqual(unavailable);
  });

  test("a search that has not ended, or has failed", async () => {
    const accepted = await documentOfAccepted(await app.submit(token, { ...CALLBACK, query: "calm lagoon" }));
    expect(await refused({ refines: accepted.data.id })).toEqual([["refined_search_processing", at("refines")]]);
    await app.time.runDue();
    sqliteOf(app.core).sqlite.run(
      "UPDATE executions SET status = 'failed', error_code = 'internal_error' WHERE search_id = ?",
      [accepted.data.id],
    );
    expect(await refused({ refines: accepted.data.id })).toEqual([["refined_search_failed", at("refines")]]);
  });

  test.each<[Attributes, readonly unknown[]]>([
    [{ refines: 5 }, [null, at("refines")]],
    [{ likes: "odd" }, [null, at("likes")]],
    [{ likes: [1] }, [null, at("likes/0")]],
    [{ likes: Array(21).fill("odd") }, [null, at("likes")]],
    [{ likes: ["odd", "nobody"] }, ["song_unavailable", at("likes/1")]],
    [{ dislikes: {} }, [null, at("dislikes")]],
    [{ dislikes: ["nobody"] }, ["song_unavailable", at("dislikes/0")]],
    [{ dislikes: Array(51).fill("odd") }, [null, at("dislikes")]],
    [{ likes: ["odd"], dislikes: ["calm", "odd"] }, [null, at("dislikes/1")]],
    [{ wishes: {} }, [null, at("wishes")]],
    [{ wishes: [{ id: "mood/calm" }] }, [null, at("wishes/0")]],
    [{ wishes: [{ polarity: "must" }] }, [null, at("wishes/0")]],
    [{ wishes: [{ id: "mood/calm", polarity: "maybe" }] }, [null, at("wishes/0")]],
    [{ wishes: [{ id: "mood/calm", weight: 2 }] }, [null, at("wishes/0")]],
    [{ wishes: [{ id: " ", weight: 1 }] }, [null, at("wishes/0")]],
    [{ wishes: [{ id: "x".repeat(301), weight: 1 }] }, [null, at("wishes/0")]],
    [
      {
        wishes: [
          { id: "a/b", weight: 1 },
          { id: "a/b", weight: 0 },
        ],
      },
      [null, at("wishes/1")],
    ],
    [{ wishes: Array.from({ length: 51 }, () => ({ id: "mood/calm", weight: 1 })) }, [null, at("wishes")]],
  ])("%j", async (attributes, error) => {
    expect(await refused(attributes)).toEqual([error as [string | null, { pointer: string }]]);
  });

  test("nothing to search for", async () => {
    const { data } = await searched({ query: "calm piano" });
    const empty = [["insufficient_intent", { pointer: "/data/attributes" }]];
    expect(await refused({ query: null, refines: data.id })).toEqual(empty);
    expect(await refused({ query: null, dislikes: ["odd"] })).toEqual(empty);
    expect(await refused({ query: null, wishes: [{ id: "mood/calm", polarity: "must" }] })).toEqual(empty);
  });

  test("all mistakes are reported together", async () => {
    expect(await refused({ refines: "x", likes: ["nobody"], wishes: [7] })).toHaveLength(3);
  });
});
