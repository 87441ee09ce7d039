import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Core } from "../../src/app/core.ts";
import { expiryDuty } from "../../src/assets/expire.ts";
import { AssetReader } from "../../src/assets/store.ts";
import { cleaningDuty } from "../../src/jobs/cleaner.ts";
import type { Duty } from "../../src/jobs/scheduler.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { systemTimer, type Timer } from "../../src/lib/timer.ts";
import { executionCleaningDuty } from "../../src/search/clean.ts";
import { sessionExpiryDuty } from "../../src/users/expire-sessions.ts";
import { TestInstallation } from "../app/setup.ts";
import { createKey } from "../support/create-key.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const ROWS = 2_500;
/** The most that docs/operating.md allows a transaction. */
const ROWS_MAX = 1_000;

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
  /** The rows that the sweep removes, in other tables, too. */
  readonly tables: readonly [string, ...string[]];
  /** Inserts ROWS outdated rows and one that stays: ?1 is a key, ?2 now, and ?3 the time of the outdated ones. */
  readonly inserts: readonly string[];
  readonly outdatedAgeMs: number;
}

/** Counts the waits for a later turn of the event loop. */
let turns = 0;
const timer: Timer = {
  after(delayMs, effect) {
    turns += 1;
    return systemTimer.after(delayMs, effect);
  },
};

const COUNT = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROWS})`;

const SWEEPS: Readonly<Record<string, Sweep>> = {
  "uploads that no longer count for a quota": {
    duty: () => {
      const assets = new AssetReader(core.db, installation.clock, DAY_MS);
      return expiryDuty({ db: core.db, clock: installation.clock, timer, audit: core.audit, assets });
    },
    tables: ["uploads"],
    inserts: [
      `insert into uploads (key_id, media_kind, accepted_at) ${COUNT} select ?1, 'image', iif(i = 0, ?2, ?3) from n`,
    ],
    outdatedAgeMs: DAY_MS,
  },
  "expired sessions": {
    duty: () => sessionExpiryDuty({ db: core.db, clock: installation.clock, timer }),
    tables: ["sessions"],
    inserts: [
      `insert into sessions (token_hash, admin_token_hash, key_id, created_at, expires_at) ${COUNT}
        select 'session ' || i, 'token', ?1, 0, iif(i = 0, ?2 + 1, ?3) from n`,
    ],
    outdatedAgeMs: 0,
  },
  "ended jobs": {
    duty: () => cleaningDuty({ db: core.db, clock: installation.clock, timer }),
    tables: ["jobs"],
    inserts: [
      `insert into jobs (kind, lane, payload, state, run_at, created_at, finished_at) ${COUNT}
        select 'errand', 'errands', '{}', 'done', 0, 0, iif(i = 0, ?2, ?3) from n where ?1 <> ''`,
    ],
    outdatedAgeMs: 2 * DAY_MS,
  },
  "expired analyses": {
    duty: () => {
      const assets = new AssetReader(core.db, installation.clock, DAY_MS);
      return expiryDuty({ db: core.db, clock: installation.clock, timer, audit: core.audit, assets });
    },
    tables: ["assets where status = 'processed'", "asset_sounds"],
    inserts: [
      `insert into assets (id, key_id, media_kind, status, submitted_at, processed_at, analysis) ${COUNT}
        select 'asset ' || i, ?1, 'audio', 'processed', ?3, iif(i = 0, ?2, ?3), '{}' from n`,
      "insert into asset_sounds (asset_id, version, hearing) select id, 1, x'00' from assets where ?1 <> ?2 and ?3 > 0",
    ],
    outdatedAgeMs: 2 * DAY_MS,
  },
  "results with webhooks of many attempts": {
    duty: () => executionCleaningDuty({ db: core.db, clock: installation.clock, timer, resultDays: 7 }),
    tables: ["executions", "answers", "deliveries", "delivery_attempts"],
    inserts: [
      `insert into executions (id, search_id, key_id, status, tier, asset_ids, callback_url, created_at, finished_at) ${COUNT}
        select 'e' || i, 's' || i, ?1, 'completed', 'text', '[]', '', 0, iif(i = 0, ?2, ?3) from n`,
      "insert into answers (execution_id, answer) select id, '{}' from executions where ?1 <> ?2 and ?3 > 0",
      `insert into deliveries (id, execution_id, url, status, created_at) select 'd' || id, id, '', 'delivered', 0
        from executions where ?1 <> ?2 and ?3 > 0`,
      `insert into delivery_attempts (delivery_id, number, at, duration_ms, outcome, detail) ${COUNT}
        select 'de' || (1 + (i + j) % 20), i, 0, 0, '', '' from n, (select 0 as j union select 7) where ?1 <> ?2 and ?3 > 0`,
    ],
    outdatedAgeMs: 8 * DAY_MS,
  },
};

describe.each(Object.entries(SWEEPS))("the sweep of %s", (_name, { duty, tables, inserts, outdatedAgeMs }) => {
  const countIn = (table: string): number =>
    Number(sqliteOf(core).sqlite.query(`select count(*) from ${table}`).values()[0]?.[0]);
  const count = (): number => countIn(tables[0]);
  const countAll = (): number => tables.map(countIn).reduce((sum, one) => sum + one);
  beforeEach(() => {
    for (const insert of inserts)
      sqliteOf(core)
        .sqlite.query(insert)
        .run(keyId, installation.now, installation.now - outdatedAgeMs);
    expect(count()).toBe(ROWS + 1);
  });

  test("removes a large backlog in one run, a limited number of rows in each transaction, and lets requests run between them", async () => {
    const removals: { readonly rows: number; readonly turn: number }[] = [];
    let before = countAll();
    afterEachTransaction(() => {
      const now = countAll();
      if (now < before) removals.push({ rows: before - now, turn: turns });
      before = now;
    });
    expect(await duty().run(new AbortController().signal)).toEqual({ removed: ROWS });
    expect(count()).toBe(1);
    expect(removals.length).toBeGreaterThan(2);
    expect(Math.max(...removals.map(({ rows }) => rows))).toBeLessThanOrEqual(ROWS_MAX);
    expect(new Set(removals.map(({ turn }) => turn)).size).toBe(removals.length);
  });

  test("stops between two transactions when the server stops, and the next run continues", async () => {
    const stopping = new AbortController();
    afterEachTransaction(() => {
      if (count() <= ROWS) stopping.abort();
    });
    await duty().run(stopping.signal);
    expect(count()).toBeGreaterThan(ROWS - ROWS_MAX);
    await duty().run(new AbortController().signal);
    expect(count()).toBe(1);
  });
});

function afterEachTransaction(look: () => void): void {
  const { db } = core;
  const write = db.write.bind(db);
  db.write = async (work) => {
    const result = await write(work);
    look();
    return result;
  };
}
