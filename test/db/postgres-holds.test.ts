import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { kill } from "node:process";
import { connectPostgres } from "../../src/db/postgres-client.ts";
import { PostgresHolds } from "../../src/db/postgres-holds.ts";
import type { HeldName } from "../../src/db/service-db.ts";
import { parsePostgresAddress } from "../../src/lib/postgres-address.ts";
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

async function lossOf(held: HeldName | null): Promise<void> {
  if (held === null) throw new Error("not held");
  if (held.lost.aborted) return;
  await new Promise((resolve) => {
    held.lost.addEventListener("abort", resolve);
  });
}

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
    const isLost = lossOf(held);
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

  test("are lost when their connection hangs without an end, and nothing waits for it", async () => {
    const [server, own] = [await postgresServer(), await newPostgresAddress()];
    const where = `datname = '${new URL(own).pathname.slice(1)}'`;
    const hang = (): void => {
      const newest = server.query(
        `select pid from pg_stat_activity where ${where} order by backend_start desc limit 1`,
      );
      hanging.push(Number(newest));
      kill(Number(newest), "SIGSTOP");
    };
    const hanging: number[] = [];
    const due = new Map<() => void, number>();
    const timer = {
      after: (ms: number, effect: () => void) => {
        due.set(effect, ms);
        return () => void due.delete(effect);
      },
    };
    const pass = (ms: number): void => {
      for (const [effect, at] of due) if (at === ms && due.delete(effect)) effect();
    };
    const parsed = parsePostgresAddress(own);
    const holds = new PostgresHolds(
      (onClose) => connectPostgres(parsed, { connections: 1, isPermanent: true, onClose }),
      timer,
    );
    const probed = await holds.hold("a");
    hang();
    pass(15_000);
    pass(10_000);
    expect(probed?.lost.aborted).toBe(true);
    const [released, other] = [await holds.hold("b"), await holds.hold("c")];
    hang();
    const release = released?.release();
    pass(5_000);
    await release;
    expect(other?.lost.aborted).toBe(true);
    expect(await holds.hold("d")).not.toBeNull();
    hang();
    const taken = holds.hold("e");
    pass(5_000);
    await expect(taken).rejects.toMatchObject({ failure: "unreachable" });
    for (const one of hanging) kill(one, "SIGCONT");
    await holds.stop();
  });
});
