import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { SimilarSongs } from "../../schema/wire/song.ts";
import { HEARD_DUMP, HEARD_FILES, recordSounds } from "../support/heard-catalog.ts";
import { HttpApp } from "../support/http-app.ts";
import { documentOf } from "./checked.ts";
import { errorsOf } from "./error-document.ts";

setDefaultTimeout(120_000);

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create({ dump: HEARD_DUMP, files: HEARD_FILES });
  token = app.key().token;
});
afterAll(() => app.close());

async function similarTo(id: string, query = "") {
  const response = await app.ask(`/v1/songs/${id}/similar${query}`, { token });
  return (await documentOf(SimilarSongs, response)).data;
}

test("200: tags alone are compared until the files are measured", async () => {
  const songs = await similarTo("a0");
  expect(songs.map(({ id }) => id)).toContain("quiet");
  expect(songs.every(({ meta }) => meta.sound === null)).toBe(true);
});

describe("GET /v1/songs/:id/similar of measured songs", () => {
  beforeAll(async () => {
    await recordSounds(app.core.db, `${app.folder}/dump`);
    await app.services.catalog.rebuildIndex(new AbortController().signal);
  });

  test("200: a song that sounds alike comes first, with the facets in numbers and words", async () => {
    const [first] = await similarTo("a0");
    expect(first?.id).toBe("a1");
    expect(first?.meta.reasons[0]).toBe("similar rhythm, feel, harmony and instruments");
    const { sound } = first?.meta ?? {};
    for (const value of Object.values(sound ?? {})) expect(value).toBeGreaterThan(0.6);
    expect(Object.keys(sound ?? {})).toEqual(["feel", "harmony", "rhythm", "instruments"]);
  });

  test("200: a song that is not measured is compared by its tags, and says so", async () => {
    const quiet = (await similarTo("a0")).find(({ id }) => id === "quiet");
    expect(quiet?.meta).toMatchObject({ sound: null, reasons: ["both genre 0"] });
    expect((await similarTo("quiet")).every(({ meta }) => meta.sound === null)).toBe(true);
  });

  test("200: weights choose the facets, and 0 for all leaves the tags", async () => {
    const [first] = await similarTo("a0", "?weight[rhythm]=2.5&weight[feel]=0&weight[harmony]=0&weight[instruments]=0");
    expect(first?.meta.reasons[0]).toBe("similar rhythm");
    const none = "?weight[rhythm]=0&weight[feel]=0&weight[harmony]=0&weight[instruments]=0";
    const byTags = await similarTo("a0", none);
    expect(byTags.map(({ id }) => id)).not.toContain("a1");
    expect(byTags.every(({ meta }) => meta.sound === null)).toBe(true);
  });

  test("200: filters choose among the songs that sound alike", async () => {
    expect((await similarTo("a0", "?filter[id]=c0,a1")).map(({ id }) => id)).toContain("a1");
    expect((await similarTo("a0", "?filter[id]=c0")).map(({ id }) => id)).not.toContain("a1");
  });

  test.each([
    ["weight[rhythm]=11", "weight[rhythm]", "a number from 0 to 10"],
    ["weight[rhythm]=-1", "weight[rhythm]", "a number from 0 to 10"],
    ["weight[rhythm]=", "weight[rhythm]", "a number from 0 to 10"],
    ["weight[rhythm]=1e1", "weight[rhythm]", "a number from 0 to 10"],
    ["weight[colour]=1", "weight[colour]", "is not a parameter"],
    ["weight=1", "weight", "is not a parameter"],
    ["weight[feel]=1&weight[feel]=2", "weight[feel]", "more than once"],
  ])("400: %s", async (query, parameter, detail) => {
    const [error] = await errorsOf(await app.ask(`/v1/songs/a0/similar?${query}`, { token }));
    expect(error).toMatchObject({ status: 400, meta: { parameter }, detail: expect.stringContaining(detail) });
  });

  test("400: other lists have no weights", async () => {
    const [error] = await errorsOf(await app.ask("/v1/songs?weight[feel]=1", { token }));
    expect(error?.status).toBe(400);
  });
});
