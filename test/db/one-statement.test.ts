import { describe, expect, test } from "bun:test";
import { uploadsLeft } from "../../src/account/quotas.ts";
import type { Writing } from "../../src/db/service-db.ts";
import type { Work } from "../../src/db/work.ts";
import type { ApiKey } from "../../src/keys/key.ts";
import { deleteMade } from "../../src/media/store/sweep-store.ts";
import { writeOrder } from "../../src/shortlists/store.ts";
import { HAS_POSTGRES, newPostgresServiceDb } from "../support/postgres.ts";

const MANY = Array.from({ length: 40 }, (_, index) => `id ${index}`);
const quotas = { imageQuota: 3, videoQuota: 2, audioQuota: 1 };

const WORK: readonly (readonly [string, (tx: Writing) => Work<unknown>])[] = [
  ["the order of a shortlist", (tx) => writeOrder(tx, MANY)],
  [
    "the removal of generated media",
    (tx) =>
      deleteMade(
        tx,
        MANY.map((digest) => ({ digest, kind: "mp3", recipe: "r" })),
      ),
  ],
  [
    "what is left of the quotas of keys",
    (tx) =>
      uploadsLeft(
        tx,
        MANY.map((id) => ({ ...quotas, id }) as ApiKey),
        1,
      ),
  ],
];

/** Work on PostgreSQL yields each statement. */
function* countStatements(work: Work<unknown>): Work<number> {
  let step = work.next();
  for (let count = 0; ; count += 1) {
    if (step.done === true) return count;
    step = work.next(yield step.value);
  }
}

describe.skipIf(!HAS_POSTGRES)("on PostgreSQL", () => {
  test.each(WORK)("%s is one statement however many there are", async (_, work) => {
    const db = await newPostgresServiceDb();
    expect(await db.write((tx) => countStatements(work(tx)))).toBe(1);
    await db.close();
  });
});
