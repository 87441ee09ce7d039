import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { PostgresServiceDb } from "../../src/db/postgres-service-db.ts";
import { newDbOn } from "../support/engines.ts";
import { HAS_POSTGRES, newPostgresAddress, postgresServer } from "../support/postgres.ts";

test("on SQLite, the only node has every name", async () => {
  const db = await newDbOn("sqlite");
  const held = await db.hold("a");
  expect(held?.lost.aborted).toBe(false);
  expect(await db.hold("a")).not.toBeNull();
  await db.close();
});

describe.skipIf(!HAS_POSTGRES)("names that one node holds", () => {
  let address: string;
  let nodes: readonly [PostgresServiceDb, PostgresServiceDb];

  beforeEach(async () => {
    address = await newPostgresAddress();
    nodes = [await PostgresServiceDb.open(address), await PostgresServiceDb.open(address)];
  });

  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()));
  });

  test("are given to one node, and once within it", async () => {
    const [one, other] = nodes;
    const held = await one.hold("a");
    expect(await Promise.all([one.hold("a"), other.hold("a")])).toEqual([null, null]);
    expect(await other.hold("b")).not.toBeNull();
    await held?.release();
    expect(await other.hold("a")).not.toBeNull();
    await held?.release();
    expect(await one.hold("a")).toBeNull();
  });

  test("are given to one of many who ask at the same time", async () => {
    const held = await Promise.all(nodes.flatMap((node) => Array.from({ length: 20 }, () => node.hold("a"))));
    expect(held.filter((one) => one !== null)).toHaveLength(1);
  });

  test("are free when their node is closed", async () => {
    const [one, other] = nodes;
    await one.hold("a");
    await one.close();
    expect(await other.hold("a")).not.toBeNull();
  });

  test("are lost with the connection, and can be held again", async () => {
    const [one, other] = nodes;
    const held = await one.hold("a");
    if (held === null) throw new Error("not held");
    const isLost = new Promise((resolve) => {
      held.lost.addEventListener("abort", resolve);
    });
    const database = new URL(address).pathname.slice(1);
    (await postgresServer()).query(
      `select pg_terminate_backend(pid) from pg_locks join pg_database d on d.oid = database where locktype = 'advisory' and datname = '${database}'`,
    );
    await isLost;
    const anew = await other.hold("a");
    expect(anew).not.toBeNull();
    await held.release();
    expect(await one.hold("a")).toBeNull();
    await anew?.release();
    expect(await one.hold("a")).not.toBeNull();
  });
});
