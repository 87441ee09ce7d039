import { afterEach, beforeEach, expect, test } from "bun:test";
import { StorageWatch } from "../../src/app/storage-watch.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { JobsSetup } from "../jobs/setup.ts";

let setup: JobsSetup;
beforeEach(() => {
  setup = new JobsSetup();
});
afterEach(() => setup.close());

const failure = (code: string): Error => Object.assign(new Error(code), { code });
const busyTimeout = (): unknown => setup.db.sqlite.query("PRAGMA busy_timeout").values()[0]?.[0];

test("writes wait for locks again after a lock and another failure", () => {
  const { db, time: clock, log } = setup;
  const watch = new StorageWatch({ db, clock, log, inspect: () => Promise.resolve([]) });
  const usual = busyTimeout();
  watch.recordFailure(failure("SQLITE_BUSY"));
  expect(busyTimeout()).not.toBe(usual);
  watch.recordFailure(failure("SQLITE_READONLY"));
  expect(busyTimeout()).toBe(usual);
  clock.jump(MINUTE_MS);
  expect(watch.failure()).toBeNull();
  expect(busyTimeout()).toBe(usual);
});

test("a database or folder without permission is not a moved one, and the log names what is forbidden", async () => {
  const folder = temporaryFolder();
  const script = Bun.fileURLToPath(import.meta.resolve("./lose-permission.ts"));
  const child = Bun.spawn([process.execPath, script, "61001", folder], { stdout: "pipe", stderr: "inherit", env: {} });
  const states: unknown = JSON.parse(await new Response(child.stdout).text());
  const writable = { detail: "writable" };
  const forbidden = (path: string) => ({
    detail: "cannot be opened: permission denied; see the log",
    advice: expect.stringContaining(`${path}: permission denied.`),
  });
  const again = { detail: "writable", advice: "the database can be written again" };
  expect(states).toEqual([writable, writable, forbidden(`${folder}/needledrop.db`), again, forbidden(folder), again]);
}, 20_000);
