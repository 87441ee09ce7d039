import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Core } from "../../src/app/core.ts";
import { expiryDuty } from "../../src/assets/expire.ts";
import { AssetReader } from "../../src/assets/store.ts";
import type { Duty } from "../../src/jobs/scheduler.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { sessionExpiryDuty } from "../../src/users/expire-sessions.ts";
import { TestInstallation } from "../app/setup.ts";
import { createKey } from "../support/create-key.ts";

const ROWS = 20_000;
const BATCH_MAX = 1_000;

let installation: TestInstallation;
let core: Core;
let keyId: string;
beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  keyId = createKey(core, { name: "studio" }).key.id;
});
afterEach(() => installation.remove());

interface Sweep {
  readonly duty: () => Duty;
  readonly table: string;
  /** Inserts ROWS outdated rows and one that stays, and sets `at` in them. */
  readonly insert: string;
  readonly outdatedAgeMs: number;
}

const COUNT = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROWS})`;

const SWEEPS: Readonly<Record<string, Sweep>> = {
  "uploads that no longer count for a quota": {
    duty: () => {
      const assets = new AssetReader(core.db, installation.clock, DAY_MS);
      return expiryDuty({ db: core.db, clock: installation.clock, timer: systemTimer, audit: core.audit, assets });
    },
    table: "uploads",
    insert: `insert into uploads (key_id, media_kind, accepted_at) ${COUNT}
      select ?1, 'image', iif(i = 0, ?2, ?3) from n`,
    outdatedAgeMs: DAY_MS,
  },
  "expired sessions": {
    duty: () => sessionExpiryDuty({ db: core.db, clock: installation.clock, timer: systemTimer }),
    table: "sessions",
    insert: `insert into sessions (token_hash, admin_token_hash, key_id, created_at, expires_at) ${COUNT}
      select 'session ' || i, 'token', ?1, 0, iif(i = 0, ?2 + 1, ?3) from n`,
    outdatedAgeMs: 0,
  },
};

describe.each(Object.entries(SWEEPS))("the sweep of %s", (_name, { duty, table, insert, outdatedAgeMs }) => {
  const count = (): unknown => core.db.sqlite.query(`select count(*) from ${table}`).values()[0]?.[0];
  beforeEach(() => {
    core.db.sqlite.query(insert).run(keyId, installation.now, installation.now - outdatedAgeMs);
    expect(count()).toBe(ROWS + 1);
  });

  test("removes a large backlog in one run, a limited number of rows in each transaction", async () => {
    let most = 0;
    let before = Number(count());
    afterEachTransaction(() => {
      const now = Number(count());
      most = Math.max(most, before - now);
      before = now;
    });
    expect(await duty().run(new AbortController().signal)).toEqual({ removed: ROWS });
    expect(count()).toBe(1);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(BATCH_MAX);
  });

  test("stops between two transactions when the server stops, and the next run continues", async () => {
    const stopping = new AbortController();
    afterEachTransaction(() => {
      if (Number(count()) <= ROWS) stopping.abort();
    });
    await duty().run(stopping.signal);
    expect(Number(count())).toBeGreaterThan(ROWS - BATCH_MAX);
    await duty().run(new AbortController().signal);
    expect(count()).toBe(1);
  });
});

function afterEachTransaction(look: () => void): void {
  const { db } = core;
  const transaction = db.transaction.bind(db);
  const write = db.write.bind(db);
  db.transaction = (work) => {
    const result = transaction(work);
    look();
    return result;
  };
  db.write = async (work) => {
    const result = await write(work);
    look();
    return result;
  };
}
