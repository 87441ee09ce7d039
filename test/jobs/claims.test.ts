import { afterEach, beforeEach, expect, test } from "bun:test";
import { Claims } from "../../src/jobs/claims.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { JobsSetup, kindOf } from "./setup.ts";

const CRASHING = kindOf({ name: "film", lane: "films", crashesMax: 2 });
const ORDINARY = kindOf();

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

/** The database, in which `before` happens right before each transaction. */
function withWriteBefore(db: SqliteServiceDb, before: () => void): SqliteServiceDb {
  const write: SqliteServiceDb["write"] = async (work) => {
    before();
    return await db.write(work);
  };
  return Object.create(db, { write: { value: write } });
}

test("a suspect that is cancelled between its choice and its claim is not claimed, and the others are", async () => {
  const suspect = setup.add(CRASHING, "suspect");
  setup.tamper(`update jobs set rescues = 1 where id = ${suspect}`);
  const other = setup.add(ORDINARY, "other");
  const claims = new Claims({
    db: withWriteBefore(setup.db, () =>
      setup.tamper(`update jobs set state = 'cancelled', finished_at = 1 where id = ${suspect}`),
    ),
    kinds: new Map([CRASHING, ORDINARY].map((kind) => [kind.name, kind])),
    lanes: { errands: 1, films: 1 },
  });
  const claimed = await claims.take([], setup.time.now(), { owner: "we", until: setup.time.now() + 1_000 });
  expect(claimed.map(({ id }) => id)).toEqual([other]);
  expect(setup.row(suspect)).toMatchObject({ state: "cancelled", attempt: 0 });
});

test("a job that is rescued between the choice and the claim waits for a run alone", async () => {
  const [rescued, other] = [setup.add(CRASHING, "rescued"), setup.add(CRASHING, "other")];
  const claims = new Claims({
    db: withWriteBefore(setup.db, () => setup.tamper(`update jobs set rescues = 1 where id = ${rescued}`)),
    kinds: new Map([[CRASHING.name, CRASHING]]),
    lanes: { films: 2 },
  });
  const claimed = await claims.take([], setup.time.now(), { owner: "we", until: setup.time.now() + 1_000 });
  expect(claimed.map(({ id }) => id)).toEqual([other]);
  expect(setup.row(rescued)).toMatchObject({ state: "ready" });
});
