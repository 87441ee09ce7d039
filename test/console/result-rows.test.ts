import { afterAll, beforeAll, expect, test } from "bun:test";
import type { SearchResult } from "../../clients/typescript/operations.ts";
import { rowsOf } from "../../src/console/app/results/result-rows.ts";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  await app.startJobs();
});
afterAll(() => app.close());

test("rows have the songs in rank order, the best file first, and links without a host", async () => {
  const { token } = app.key({ mode: "live" });
  const submitted = await app.submit(token, { query: "warm piano", callback_url: "https://studio.example/x" });
  const { id } = ((await submitted.json()) as { data: { id: string } }).data;
  await app.time.pass(1_000);
  const result = (await (await app.ask(`/v1/supervisor/search/${id}`, { token })).json()) as SearchResult;
  const ranked = result.data.relationships.songs.data;
  const rows = rowsOf(result);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map((row) => [row.rank, row.id])).toEqual(ranked.map((song, index) => [index + 1, song.id]));
  for (const [index, row] of rows.entries()) {
    const best = ranked[index]?.meta.audio_file ?? null;
    if (best !== null) expect(row.files[0]?.id).toBe(best);
    for (const { mp3, wav } of row.files) {
      expect(mp3).toMatch(/^\/v1\/audio_files\/[^/]+\/full\.mp3\?key=/);
      if (wav !== null) expect(wav).toStartWith("/v1/");
    }
  }
});
