import { afterEach, beforeEach, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import { ledger } from "../../schema/tables/service/ledger.ts";
import { HttpApp } from "../support/http-app.ts";

const SEARCHES = 200;
/** Searches that run when the other key's search arrives, and searches that are served while it runs. */
const BEFORE_MAX = 8;
/** No server listens there. */
const CALLBACK = "https://127.0.0.1:1/";
const WORDS =
  "tense piano no vocals withuot drums Verfolgungsjagd bei Nacht avec des cordes like Ada Field zxqvw 120 bpm calm ";

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create({
    settings: { "callback-allow": "127.0.0.1" },
    dump: [{ id: "1", title: "Low Tide", tags: { mood: ["calm"], instrument: ["piano"] } }],
  });
});
afterEach(() => app.close());

test("one search of a key is served before most of the 200 that another key submitted earlier", async () => {
  const many = app.key({ rate: 1_000 });
  const single = app.key();
  for (let number = 0; number < SEARCHES; number++) {
    const query = `${number} ${WORDS}`;
    const response = await app.submit(many.token, { query, callback_url: CALLBACK });
    expect(response.status).toBe(202);
  }
  await app.submit(single.token, { query: "calm piano", callback_url: CALLBACK });
  await app.services.jobs.start();
  await app.until(() => ended().includes(single.key.id));
  expect(ended().indexOf(single.key.id)).toBeLessThanOrEqual(BEFORE_MAX);
});

/** The keys of the ended searches, in order of their end. */
function ended(): readonly string[] {
  const rows = app.core.db.orm.select({ keyId: ledger.keyId }).from(ledger).orderBy(asc(ledger.id)).all();
  return rows.map(({ keyId }) => keyId);
}
