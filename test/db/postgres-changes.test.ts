import { expect, test } from "bun:test";
import { createServer } from "node:net";
import { PostgresChanges } from "../../src/db/postgres-changes.ts";
import { nextTurn } from "../../src/lib/next-turn.ts";
import { systemTimer } from "../../src/lib/timer.ts";

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
