import { expect, test } from "bun:test";
import { PostgresClock } from "../../src/db/postgres-clock.ts";
import type { PostgresConnection } from "../../src/db/postgres-client.ts";
import { PostgresServiceDb } from "../../src/db/postgres-service-db.ts";
import { rows } from "../../src/db/work.ts";
import { HAS_POSTGRES, newPostgresAddress } from "../support/postgres.ts";

test("the clock of the database continues with a stopwatch, and an answer that comes late does not set it", async () => {
  let elapsed = 100;
  const clock = new PostgresClock({ now: () => elapsed });
  const answer = (now: number, tookMs: number): PostgresConnection => {
    const unsafe = async () => {
      elapsed += tookMs;
      return [{ now }];
    };
    return Object.create({ unsafe });
  };
  await clock.read(answer(50_000, 10));
  expect(clock.now()).toBe(50_005);
  elapsed += 1_000;
  expect(clock.now()).toBe(51_005);
  await clock.read(answer(90_000, 3_000));
  expect(clock.now()).toBe(54_005);
  await clock.read(answer(40_000, 20));
  expect(clock.now()).toBe(40_010);
});

test.skipIf(!HAS_POSTGRES)("a service database on PostgreSQL has the clock of its server", async () => {
  const db = await PostgresServiceDb.open(await newPostgresAddress());
  const time = "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now";
  const [row] = await db.read(rows<{ now: number }>(db, time));
  expect(Math.abs(db.clock.now() - (row?.now ?? 0))).toBeLessThan(5_000);
  await db.probe({ needsRoom: false });
  expect(Number.isInteger(db.clock.now())).toBe(true);
  await db.close();
});
