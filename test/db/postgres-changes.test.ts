import { expect, test } from "bun:test";
import { kill } from "node:process";
import { createServer } from "node:net";
import { PostgresChanges } from "../../src/db/postgres-changes.ts";
import { nextTurn } from "../../src/lib/next-turn.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { parsePostgresAddress } from "../../src/lib/postgres-address.ts";
import { HAS_POSTGRES, newPostgresAddress, postgresServer } from "../support/postgres.ts";

/** Turns in which a refused connection has been reported in every way. */
const TURNS = 20;

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

test("attempts to listen again follow each other", async () => {
  const due: (() => void)[] = [];
  const timer = { after: (_ms: number, effect: () => void) => (due.push(effect), () => undefined) };
  const address = { host: "127.0.0.1", port: await closedPort(), user: "a", password: "", database: "a" };
  const changes = new PostgresChanges({ ...address, isEncrypted: false }, { ca: null, timer, node: "a-node" });
  await expect(changes.start()).rejects.toThrow("ECONNREFUSED");
  for (let attempt = 0; attempt < 4; attempt += 1) {
    while (due.length === 0) await nextTurn(systemTimer);
    for (let turn = 0; turn < TURNS; turn += 1) await nextTurn(systemTimer);
    expect(due).toHaveLength(1);
    due.shift()?.();
  }
  await changes.stop();
});

test.skipIf(!HAS_POSTGRES)("a connection that hangs without an end is left for another one", async () => {
  const address = await newPostgresAddress();
  const server = await postgresServer();
  const database = new URL(address).pathname.slice(1);
  const timer = { after: (_ms: number, effect: () => void) => systemTimer.after(1, effect) };
  const probes = { everyMs: 5, limitMs: 500 };
  const changes = new PostgresChanges(parsePostgresAddress(address), { ca: null, timer, node: "a-node", probes });
  const connected = Promise.withResolvers<null>();
  await changes.start();
  changes.onWake("jobs", (key) => {
    if (key === null) connected.resolve(null);
  });
  const version = changes.versionOf("a");
  const own = `datname = '${database}' and pid <> pg_backend_pid()`;
  const hanging = Number(server.query(`select pid from pg_stat_activity where ${own}`));
  expect(hanging).toBeGreaterThan(1);
  kill(hanging, "SIGSTOP");
  await connected.promise;
  expect(changes.versionOf("a")).not.toBe(version);
  server.query(`select pg_notify('needledrop_changes', 'another-node change a')`, database);
  const before = changes.versionOf("a");
  while (changes.versionOf("a") === before) await nextTurn(systemTimer);
  kill(hanging, "SIGCONT");
  await changes.stop();
});
