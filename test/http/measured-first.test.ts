import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { musicWav } from "../media/make/sound.ts";
import { HttpApp } from "../support/http-app.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

setDefaultTimeout(60_000);

const SONGS = 4;

let app: HttpApp;
afterEach(() => app.close());

interface WorkDone {
  readonly measured: number;
  readonly waveforms: number;
}

/** What was done already at the time when each MP3 was generated. */
function doneBeforeEachMp3(): WorkDone[] {
  return sqliteOf(app.core).sqlite.query<WorkDone, []>("SELECT measured, waveforms FROM temp.order_of_work").all();
}

test("all audio is measured before any MP3 is generated in advance, and its waveforms come with it", async () => {
  const numbers = Array.from({ length: SONGS }, (_, index) => index + 1);
  app = await HttpApp.create({
    dump: numbers.map((id) => ({
      id: `${id}`,
      title: `Song ${id}`,
      audio_files: [{ id: `f${id}`, wav: `${id}.wav` }],
    })),
    files: Object.fromEntries(numbers.map((id) => [`${id}.wav`, musicWav(id)])),
  });
  const { sqlite } = sqliteOf(app.core);
  sqlite.run("CREATE TEMP TABLE order_of_work (measured INTEGER NOT NULL, waveforms INTEGER NOT NULL)");
  sqlite.run(`CREATE TEMP TRIGGER after_making AFTER INSERT ON main.media_made WHEN NEW.kind = 'mp3' BEGIN
    INSERT INTO order_of_work
      SELECT (SELECT count(*) FROM media_facts), (SELECT count(ref) FROM media_made WHERE kind = 'peaks');
  END`);
  app.key({ mode: "live" });
  await app.services.background.find((service) => service.name === "scheduler")?.start();
  await app.startJobs();
  await app.until(async () => {
    await app.time.pass(100);
    return doneBeforeEachMp3().length === SONGS;
  });
  expect(doneBeforeEachMp3()).toEqual(numbers.map(() => ({ measured: SONGS, waveforms: SONGS })));
});
