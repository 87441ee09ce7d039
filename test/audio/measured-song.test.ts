import { afterEach, beforeEach, expect, test } from "bun:test";
import { checkFacts } from "../../src/app/checks/facts.ts";
import { FactsReader } from "../../src/audio/facts-store.ts";
import { enqueueMeasuring } from "../../src/audio/jobs.ts";
import { generatePiece, wavOf } from "../support/generated-music.ts";
import { HttpApp } from "../support/http-app.ts";

/** A child in a checkout loads the program from source. */
const CHILD_MS = 60_000;
const SECONDS = 20;

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create();
});
afterEach(() => app.close());

test(
  "a song of a file alone shows its length, tempo and key once its job has run, and the doctor counts it",
  async () => {
    const plan = { kind: "band", style: "four on the floor", timbre: "piano", tonic: 9, mode: "minor" } as const;
    const piece = generatePiece({ seed: 11, seconds: SECONDS, bpm: 126, ...plan });
    const ref = await app.file("dump/tape.wav", wavOf(piece.samples, 2));
    await app.import([{ id: "1", title: "Tape", audio_files: [{ id: "f", wav: "tape.wav" }] }]);
    const doctor = async () => {
      const { generation } = app.services.catalog.current() ?? {};
      return generation === undefined ? null : await checkFacts(app.core.config.dataDir, generation);
    };
    expect((await doctor())?.[0]?.detail).toBe("0 of 1 songs with audio are measured; audio files: 0");
    await app.core.db.write((tx) => enqueueMeasuring(tx, app.services.queue, ref));
    await app.startJobs();
    await app.until(async () => (await app.core.db.read(new FactsReader(app.core.db).missingOf([ref]))).size === 0);
    const response = await app.ask("/v1/songs/1", { token: app.key().token });
    const text = await response.text();
    expect(text).toContain('"key":{"name":"A","mode":"minor"}');
    expect(text).toMatch(/"bpm":12[5-7],/);
    expect(text).toContain(`"duration":${SECONDS},`);
    expect(await doctor()).toEqual([
      { name: "measured", status: "ok", detail: "1 of 1 songs with audio are measured; audio files: 1" },
    ]);
  },
  CHILD_MS,
);
