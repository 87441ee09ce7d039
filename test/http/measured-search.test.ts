import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { lastMeasuredAt } from "../../src/audio/facts-store.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { rank } from "../../src/ranking/rank.ts";
import { generatePiece, wavOf } from "../support/generated-music.ts";
import { HttpApp } from "../support/http-app.ts";

setDefaultTimeout(120_000);

let app: HttpApp;
afterEach(() => app.close());

function found(query: string): readonly string[] {
  const index = app.services.catalog.current()?.index;
  if (index === undefined) return [];
  return rank(index, parseBrief({ query, context: null }), { limit: 5 }).hits.map(({ songId }) => songId);
}

test("an untagged file is found by its measurements, without reindex and without a restart", async () => {
  const plan = { kind: "band", style: "four on the floor", timbre: "piano", tonic: 9, mode: "minor" } as const;
  const piece = generatePiece({ seed: 11, seconds: 20, bpm: 126, ...plan });
  app = await HttpApp.create({
    dump: [{ id: "1", title: "Tape", audio_files: [{ id: "f", wav: "tape.wav" }] }],
    files: { "tape.wav": wavOf(piece.samples, 2) },
  });
  expect(found("fast music")).toEqual([]);
  await app.services.background.find((service) => service.name === "scheduler")?.start();
  await app.startJobs();
  await app.time.pass(2_000);
  await app.until(async () => (await app.core.db.read(lastMeasuredAt(app.core.db))) !== null);
  // The first look at the facts, and the build after the shortest wait.
  const before = app.services.catalog.current();
  await app.time.pass(2 * MINUTE_MS);
  await app.until(() => app.services.catalog.current() !== before);
  expect(found("fast, in minor")).toEqual(["1"]);
  expect(found("slow music")).toEqual([]);
});
