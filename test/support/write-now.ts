import type { ServiceDb, Writing } from "../../src/db/service-db.ts";

/** Runs `work` in one transaction, for tests that do not wait: on SQLite a write has ended when its call returns. */
export function writeNow<Result>(db: ServiceDb, work: (tx: Writing) => Result): Result {
  // oxlint-disable-next-line require-yield -- statements of SQLite run at once
  const written = db.write(function* (tx) {
    return work(tx);
  });
  written.catch(() => undefined);
  if (Bun.peek.status(written) === "pending") throw new Error("This test is one of SQLite.");
  const result = Bun.peek(written);
  if (Bun.peek.status(written) === "rejected") throw result;
  return result as Result;
}
