import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Core } from "../../src/app/core.ts";
import type { Asset } from "../../src/assets/asset.ts";
import { AssetReader } from "../../src/assets/store.ts";
import { listLines } from "../../src/audit/store.ts";
import { countLanes } from "../../src/jobs/count-store.ts";
import { LISTED_STATES, type ListedJob, listJobs } from "../../src/jobs/list-store.ts";
import { type ApiKey, KEY_STATES } from "../../src/keys/key.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import type { WaitingSteps } from "../../src/lib/steps.ts";
import { runNow } from "../../src/db/work.ts";
import { usageBy } from "../../src/usage/store.ts";
import { pageOfUsers } from "../../src/users/store.ts";
import type { UserRow } from "../../src/users/user.ts";
import { type DeliveryListed, listDeliveries } from "../../src/webhooks/store.ts";
import { NOON, TestInstallation } from "../app/setup.ts";
import { createKey } from "../support/create-key.ts";
import { writeNow } from "../support/write-now.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

/** Several windows of a list (src/db/list-in-windows.ts). */
const ROWS = 7_000;
/** Rows are a second apart. */
const START = NOON - ROWS * 1_000;
const LIMIT = 40;
const ALL_KEYS = { mode: null, state: null, name: null } as const;
const TIMES = [
  { from: null, to: null },
  { from: START + 6_990_000, to: null },
  { from: null, to: START + 30_000 },
  { from: START + 1_000_000, to: START + 5_000_000 },
] as const;

let installation: TestInstallation;
let core: Core;
/** The first key has most of the rows, the second some of the oldest, the third none. */
let keyIds: readonly string[];

beforeAll(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  keyIds = ["many", "few", "none"].map((name) => createKey(core, { name }).key.id);
  const rows = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})`;
  const key = `iif(i < 20, '${keyIds[1]}', '${keyIds[0]}')`;
  const at = `${START} + i * 1000`;
  const { sqlite } = sqliteOf(core);
  writeNow(core.db, () => {
    sqlite.run(`${rows} insert into executions (id, search_id, key_id, status, tier, asset_ids, callback_url, created_at, finished_at)
      select 'e' || i, 's' || i, ${key}, 'completed', 'text', '[]', '', ${at}, ${at} from n`);
    sqlite.run(`${rows} insert into deliveries (id, execution_id, url, status, created_at)
      select 'd' || i, 'e' || i, '', iif(i % 7 = 0, 'failed', 'delivered'), ${at} from n`);
    sqlite.run(`${rows} insert into jobs (kind, lane, payload, state, run_at, client, created_at, finished_at)
      select 'kind', 'lane-' || (i % 3), '{}', iif(i % 2 = 0, 'ready', 'done'), ${at}, ${key}, ${at}, iif(i % 2 = 0, null, ${at}) from n`);
    sqlite.run(`${rows} insert into assets (id, key_id, media_kind, status, submitted_at, processed_at)
      select 'a' || i, ${key}, iif(i % 5 = 0, 'video', 'image'), iif(i % 3 = 0, 'failed', 'processed'), ${at}, ${at} from n`);
    sqlite.run(`${rows} insert into keys (id, name, mode, token_hash, webhook_secret, has_supervisor, has_images, has_video, rate, image_quota, video_quota, created_at, revoked_at, expires_at)
      select 'k' || i, 'Key É ' || i, iif(i % 2 = 0, 'live', 'test'), '', '', 1, 1, 1, 25, 1, 1, ${at} - i % 3 * 1000, iif(i % 5 = 0, 1, null), iif(i % 7 = 0, ${NOON} + i % 2, null) from n`);
    sqlite.run(`${rows} insert into users (id, name, sign_in_name, role, password_hash, key_id, created_at)
      select 'u' || i, 'Öl-' || i, 'öl-' || i, iif(i % 3 = 0, 'admin', 'supervisor'), '', 'k' || i, ${at} from n`);
    sqlite.run("delete from audit_lines");
    sqlite.run(`${rows} insert into audit_lines (seq, at, key_id, line)
      select i, ${at}, ${key}, json_object('seq', i, 'action', iif(i % 9 = 0, 'key.changed', 'search.created'), 'actor', json_object('name', iif(i < 50, 'Zoë', 'Ann'))) from n`);
    sqlite.run(`${rows} insert into ledger (at, key_id, search_id, execution_id, tier, billed)
      select ${at}, ${key}, 's' || i, iif(i % 2 = 0, 'e' || i, null), iif(i % 2 = 0, 'text', 'cached'), i % 2 = 0 from n`);
  });
});
afterAll(() => installation.remove());

/** Follows a list to its end. */
function all<Row, Position>(
  positionOf: (row: Row) => Position,
  page: (after: Position | null) => WaitingSteps<readonly Row[]>,
): readonly Row[] {
  const found: Row[] = [];
  for (;;) {
    const last = found.at(-1);
    const rows = runNow(page(last === undefined ? null : positionOf(last)));
    found.push(...rows);
    if (rows.length < LIMIT) return found;
  }
}

function stepsOf(steps: WaitingSteps<unknown>): number {
  let count = 1;
  while (steps.next().done !== true) count += 1;
  return count;
}

/** Reads ids with one statement. */
function idsOf(table: string, where: readonly (string | null)[], order: string): string[] {
  const wanted = ["1", ...where.filter((one) => one !== null)].join(" and ");
  const sql = `select cast(id as text) from ${table} where ${wanted} order by ${order}`;
  return sqliteOf(core).sqlite.query<unknown, []>(sql).values().flat().map(String);
}

const equal = (column: string, value: string | null): string | null =>
  value === null ? null : `${column} = '${value}'`;
const within = (column: string, { from, to }: (typeof TIMES)[number]): string | null =>
  `${column} >= ${from ?? 0} and ${column} < ${to ?? 1e15}`;

describe("every filter lists what matches, page by page", () => {
  test("deliveries", () => {
    for (const keyId of [null, ...keyIds])
      for (const status of [null, "failed", "pending"] as const)
        for (const time of TIMES) {
          const filter = { keyId, status, ...time, limit: LIMIT };
          const found = all(
            ({ createdAt, id }: DeliveryListed) => ({ createdAt, id }),
            (after) => listDeliveries(core.db, { ...filter, after }),
          );
          const ofKey = keyId === null ? null : `execution_id in (select id from executions where key_id = '${keyId}')`;
          const where = [ofKey, equal("status", status), within("created_at", time)];
          expect(found.map(({ id }) => id)).toEqual(idsOf("deliveries", where, "created_at desc"));
        }
  });

  test("jobs", () => {
    for (const keyId of [null, ...keyIds])
      for (const state of LISTED_STATES)
        for (const lane of [null, "lane-2"])
          for (const time of TIMES) {
            const filter = { keyId, state, lane, ...time, limit: LIMIT };
            const isReady = state === "ready" || state === "running";
            const found = all(
              (job: ListedJob) => ({ lane: job.lane, at: isReady ? job.runAt : (job.finishedAt ?? 0), id: job.id }),
              (after) => listJobs(core.db, { ...filter, after }),
            );
            const where = [equal("client", keyId), equal("state", state), equal("lane", lane), within("run_at", time)];
            const order = isReady ? "lane, run_at, id" : "finished_at desc, id desc";
            expect(found.map(({ id }) => String(id))).toEqual(idsOf("jobs", where, order));
          }
  });

  test("assets", () => {
    const reader = new AssetReader(core.db, { now: () => NOON }, 3_600_000);
    for (const keyId of [null, ...keyIds])
      for (const status of [null, "failed", "processed", "blocked"] as const)
        for (const mediaKind of [null, "video", "audio"] as const)
          for (const time of TIMES) {
            const filter = { keyId, status, mediaKind, ...time };
            const found = all(
              ({ submittedAt, id }: Asset) => ({ submittedAt, id }),
              (after) => reader.listOfAll(filter, after, LIMIT),
            );
            const isFresh = status === "processed" ? `processed_at >= ${NOON - 3_600_000}` : null;
            const where = [
              equal("key_id", keyId),
              equal("status", status),
              equal("media_kind", mediaKind),
              within("submitted_at", time),
              isFresh,
            ];
            expect(found.map(({ id }) => id)).toEqual(idsOf("assets", where, "submitted_at desc"));
          }
  });

  test("keys", () => {
    const isOfState = {
      active: `revoked_at is null and (expires_at is null or expires_at > ${NOON})`,
      expired: `revoked_at is null and expires_at <= ${NOON}`,
      revoked: "revoked_at is not null",
    };
    const filters = [
      ...KEY_STATES.map((state) => ({ ...ALL_KEYS, state })),
      { ...ALL_KEYS, mode: "trial" },
      { ...ALL_KEYS, name: "key é 69" },
      { mode: "live", state: "expired", name: "É 1" },
    ] as const;
    for (const { mode, state, name } of filters) {
      const found = all(
        ({ createdAt, id }: ApiKey) => ({ createdAt, id }),
        (after) => core.keys.page({ mode, state, name }, { now: NOON, after, limit: LIMIT }),
      );
      const part = name?.toLowerCase().split(" ").at(-1);
      const where = [
        equal("mode", mode),
        state === null ? null : isOfState[state],
        part === undefined ? null : `name like 'Key É ${part}%'`,
      ];
      expect(found.map(({ id }) => id)).toEqual(idsOf("keys", where, "created_at, id"));
    }
  });

  test("users", () => {
    for (const role of [null, "admin"] as const)
      for (const name of [null, "Öl-13"]) {
        const found = all(
          ({ signInName }: UserRow) => signInName,
          (after) => pageOfUsers(core.db, { role, name }, { after, limit: LIMIT }),
        );
        const where = [equal("role", role), name === null ? null : "sign_in_name like 'öl-13%'"];
        expect(found.map(({ id }) => id)).toEqual(idsOf("users", where, "sign_in_name"));
      }
  });

  test("lines of the audit trail", () => {
    for (const keyId of [null, ...keyIds])
      for (const action of [null, "key.changed", "key.revoked"] as const)
        for (const actorName of [null, "Zoë", "nobody"])
          for (const time of TIMES) {
            const filter = { keyId, action, actorName, ...time, limit: LIMIT };
            const seqOf = (line: string): number => (JSON.parse(line) as { readonly seq: number }).seq;
            function* page(before: number | null): WaitingSteps<readonly string[]> {
              return (yield* listLines(core.db, { ...filter, before })).toReversed();
            }
            const found = all(seqOf, page);
            const where = [
              equal("key_id", keyId),
              equal("action", action),
              equal("actor_name", actorName),
              within("at", time),
            ];
            const lines = idsOf("(select *, seq as id from audit_lines)", where, "seq desc");
            expect(found.map((line) => String(seqOf(line)))).toEqual(lines);
          }
  });
});

test("pages of keys are read in the order of an index", () => {
  const sql = "explain query plan select id from keys where (created_at, id) > (1, '') order by created_at, id";
  using statement = sqliteOf(core).sqlite.prepare<{ readonly detail: string }, []>(sql);
  const plan = statement.all();
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining("COVERING INDEX keys_by_creation")]);
});

describe("a list does not read the whole table in one step", () => {
  test.each([
    ["deliveries of a key", () => listDeliveries(core.db, { keyId: keyIds[2] ?? "", limit: LIMIT })],
    ["ended jobs of a key", () => listJobs(core.db, jobsOf("done"))],
    ["waiting jobs of a key", () => listJobs(core.db, jobsOf("ready"))],
    ["counts of lanes", () => countLanes(core.db, NOON)],
    ["usage", () => usageBy(core.db, { from: null, to: null, keyId: null })],
    ["keys of a name", () => core.keys.page({ ...ALL_KEYS, name: "gone" }, { now: NOON, after: null, limit: LIMIT })],
    ["keys of a mode", () => core.keys.page({ ...ALL_KEYS, mode: "trial" }, { now: NOON, after: null, limit: LIMIT })],
    ["users of a name", () => pageOfUsers(core.db, { role: null, name: "gone" }, { after: null, limit: LIMIT })],
    ["lines of a time", () => listLines(core.db, { from: null, to: START + 2_900_000, keyId: null, limit: LIMIT })],
    [
      "assets of a kind",
      () =>
        new AssetReader(core.db, { now: () => NOON }, DAY_MS).listOfAll(
          { keyId: null, status: null, mediaKind: "audio", ...TIMES[0] },
          null,
          LIMIT,
        ),
    ],
  ] as const)("%s", (_name, list) => {
    expect(stepsOf(list())).toBeGreaterThan(1);
  });

  function jobsOf(state: "ready" | "done") {
    return { keyId: keyIds[2] ?? "", state, lane: null, ...TIMES[0], after: null, limit: LIMIT } as const;
  }
});

test("usage that is counted in steps is complete", () => {
  const rows = runNow(usageBy(core.db, { ...TIMES[3], keyId: null }));
  expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(4_000);
  expect(rows.map(({ keyName, tier, billed }) => [keyName, tier, billed])).toEqual([
    ["many", "text", true],
    ["many", "cached", false],
  ]);
});

test("jobs that are counted in steps are complete", () => {
  const counted = runNow(countLanes(core.db, START + 5_000_000));
  const sum = (of: "waiting" | "scheduled" | "failed"): number => counted.reduce((total, lane) => total + lane[of], 0);
  expect([sum("waiting"), sum("scheduled"), sum("failed")]).toEqual([2_500, 1_000, 0]);
  expect(counted.map(({ lane, oldestWaitMs }) => [lane, oldestWaitMs])).toEqual([
    ["lane-0", 4_994_000],
    ["lane-1", 4_996_000],
    ["lane-2", 4_998_000],
  ]);
});
