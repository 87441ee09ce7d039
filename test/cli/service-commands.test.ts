import { beforeEach, describe, expect, test } from "bun:test";
import { type Core, openCore } from "../../src/app/core.ts";
import { readConfig } from "../../src/config/config.ts";
import { Queue } from "../../src/jobs/queue.ts";
import { silentLog } from "../../src/lib/log.ts";
import { runNow } from "../../src/db/work.ts";
import { recordCacheHit, recordExecution } from "../../src/usage/store.ts";
import { createDelivery, finishDelivery, recordAttempt } from "../../src/webhooks/store.ts";
import { TestCli } from "./setup.ts";
import { writeNow } from "../support/write-now.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const MARCH = Date.UTC(2026, 2, 31, 12);
const APRIL = Date.UTC(2026, 3, 1);

let cli: TestCli;
let keyId: string;

beforeEach(async () => {
  cli = new TestCli();
  keyId = (await cli.json<{ id: string }>("keys", "create", "--name", "=studio, one")).id;
});

/** Runs `work` on the data folder, as a server would. */
async function serving<Result>(work: (core: Core) => Result | Promise<Result>): Promise<Result> {
  const core = await openCore(readConfig({}, { data: cli.data }), silentLog);
  try {
    return await work(core);
  } finally {
    await core.close();
  }
}

async function record(executionId: string, at: number, billed = true): Promise<void> {
  await serving(({ db }) =>
    db.write((tx) => recordExecution(tx, { executionId, searchId: "s", keyId, tier: "text", at, billed })),
  );
}

describe("usage", () => {
  beforeEach(async () => {
    await record("one", MARCH);
    await record("two", MARCH);
    await record("failed", MARCH, false);
    await record("three", APRIL);
    await serving(({ db }) => db.write((tx) => recordCacheHit(tx, { searchId: "s", keyId, at: APRIL })));
  });

  test("counts by month, key and tier", async () => {
    const about = { key: keyId, name: "=studio, one" };
    expect(await cli.json("usage")).toEqual([
      { period: "2026-03", ...about, tier: "text", billed: true, count: 2 },
      { period: "2026-03", ...about, tier: "text", billed: false, count: 1 },
      { period: "2026-04", ...about, tier: "text", billed: true, count: 1 },
      { period: "2026-04", ...about, tier: "cached", billed: false, count: 1 },
    ]);
  });

  test("counts days in UTC", async () => {
    const counts = async (...range: readonly string[]): Promise<number> =>
      (await cli.json<readonly { count: number }[]>("usage", ...range)).reduce((sum, row) => sum + row.count, 0);
    expect(await counts("--from", "2026-04-01")).toBe(2);
    expect(await counts("--to", "2026-03-31")).toBe(3);
    expect(await counts("--to", "2026-03-31T12:00:00Z")).toBe(0);
    expect(await counts("--from", "2026-03-31T14:00:00+02:00", "--to", "2026-04-01")).toBe(5);
    expect(await counts("--key", keyId)).toBe(5);
  });

  test("prints CSV without cells that a spreadsheet would run", async () => {
    const { stdout } = await cli.run("usage", "--csv", "--to", "2026-03-31");
    expect(stdout).toBe(
      `period,key,name,tier,billed,count\r\n2026-03,${keyId},"'=studio, one",text,true,2\r\n2026-03,${keyId},"'=studio, one",text,false,1\r\n`,
    );
  });

  test("prints a table", async () => {
    const { stdout } = await cli.run("usage", "--from", "2026-04-01");
    expect(stdout.split("\n")[0]).toMatch(/^PERIOD +KEY +NAME +TIER +BILLED +COUNT$/);
    expect(stdout).toMatch(/^2026-04 .* cached +no +1$/m);
  });

  test("without rows says that there was no usage", async () => {
    expect((await cli.run("usage", "--from", "2030-01-01")).stdout).toBe("There was no usage in this time.\n");
    expect((await cli.run("usage", "--from", "2030-01-01", "--json")).stdout).toBe("[]\n");
  });

  test.each([
    [["--from", "yesterday"], "--from: expected a date (2026-03-01) or a time with a time zone"],
    [["--from", "2026-02-30"], 'got "2026-02-30".'],
    [["--to", "2026-03-01T12:00:00"], 'got "2026-03-01T12:00:00".'],
    [["--from", "2026-03-02", "--to", "2026-03-01"], "usage: --from must be before --to."],
    [["--csv", "--json"], "usage: expected --csv or --json, got both."],
  ])("refuses %j", async (args, message) => {
    const { status, stderr } = await cli.run("usage", ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  test("of an unknown key fails", async () => {
    expect((await cli.run("usage", "--key", "unknown")).status).toBe(1);
  });
});

describe("deliveries", () => {
  let id: string;

  beforeEach(async () => {
    id = await serving((core) =>
      writeNow(core.db, (tx) => {
        sqliteOf(core).sqlite.run(
          `insert into executions (id, search_id, key_id, status, tier, asset_ids, callback_url, error_code, created_at, finished_at)
            values ('e1', 'search-1', ?, 'failed', 'text', '[]', 'https://hooks.example/x', 'internal_error', 1, 2)`,
          [keyId],
        );
        const queue = new Queue(core.clock);
        const delivery = runNow(
          createDelivery(tx, queue, { executionId: "e1", url: "https://hooks.example/x", now: MARCH }),
        );
        runNow(
          recordAttempt(tx, delivery, {
            at: MARCH,
            durationMs: 12,
            outcome: "http_status",
            statusCode: 500,
            detail: "answered 500: \u001B[31mno",
          }),
        );
        return delivery;
      }),
    );
  });

  test("are listed with the outcome of the last attempt", async () => {
    expect(await cli.json("deliveries", "list")).toEqual([
      {
        id,
        status: "pending",
        url: "https://hooks.example/x",
        search: "search-1",
        key: keyId,
        attempts: 1,
        created_at: "2026-03-31T12:00:00.000Z",
        finished_at: null,
        last_outcome: "http_status",
        last_detail: "answered 500: \u001B[31mno",
      },
    ]);
    const { stdout } = await cli.run("deliveries", "list");
    expect(stdout).toContain(id);
    expect(stdout).not.toContain("\u001B");
  });

  test("are listed with long URLs cut in the table and complete in JSON", async () => {
    const url = `https://hooks.example/${"long/".repeat(40)}end`;
    await serving((core) => sqliteOf(core).sqlite.run("update deliveries set url = ?", [url]));
    const { stdout } = await cli.run("deliveries", "list");
    expect(stdout).toContain(`${url.slice(0, 59)}…`);
    expect(stdout).not.toContain(url);
    expect(await cli.json("deliveries", "list")).toMatchObject([{ url }]);
  });

  test("are listed by status", async () => {
    expect(await cli.json("deliveries", "list", "--status", "failed")).toEqual([]);
    expect((await cli.run("deliveries", "list", "--status", "lost")).status).toBe(2);
    expect((await cli.run("deliveries", "list", "--limit", "0")).status).toBe(2);
  });

  test("are shown with every attempt", async () => {
    expect(await cli.json("deliveries", "show", id)).toMatchObject({
      id,
      tries: [{ number: 1, outcome: "http_status", status_code: 500, duration_ms: 12 }],
    });
    expect((await cli.run("deliveries", "show", id)).stdout).toContain("12 ms");
  });

  test("are sent again on request", async () => {
    expect(await cli.json("deliveries", "replay", id)).toEqual({ id, replay: "hastened" });
    await serving(async (core) => {
      await core.db.write((tx) => finishDelivery(tx, id, "failed", MARCH));
      sqliteOf(core).sqlite.run("delete from jobs");
    });
    expect((await cli.run("deliveries", "replay", id)).stdout).toContain("sends it again");
    expect(await cli.json("deliveries", "show", id)).toMatchObject({ status: "pending" });
    expect(await serving((core) => sqliteOf(core).sqlite.query("select state from jobs").values())).toEqual([
      ["ready"],
    ]);
  });

  test.each([["show"], ["replay"]])("%s of an unknown delivery fails", async (command) => {
    const { status, stderr } = await cli.run("deliveries", command, "msg_unknown");
    expect(status).toBe(1);
    expect(stderr).toContain('There is no delivery "msg_unknown"; `needledrop deliveries list` shows all deliveries.');
  });
});

describe("backup and restore", () => {
  test("move a data folder", async () => {
    const file = cli.path("backup.tar");
    expect((await cli.run("backup", file)).stdout).toContain(`Wrote ${file}: `);
    const elsewhere = ["--data", cli.path("elsewhere")];
    expect(await cli.json("restore", file, ...elsewhere)).toMatchObject({ data: cli.path("elsewhere"), format: 1 });
    expect(await cli.json("keys", "show", keyId, ...elsewhere)).toMatchObject({ id: keyId });
    const again = await cli.run("restore", file, ...elsewhere);
    expect(again.status).toBe(1);
    expect(again.stderr).toContain("is not empty. Name an empty folder, or replace its contents with --force.");
    expect((await cli.run("restore", file, "--force", ...elsewhere)).status).toBe(0);
  });

  test("refuse a file that is not a backup", async () => {
    const { status, stderr } = await cli.run("restore", cli.file("letter.txt", "Dear"), "--data", cli.path("new"));
    expect(status).toBe(1);
    expect(stderr).toContain("is not a complete Needledrop backup");
  });
});
