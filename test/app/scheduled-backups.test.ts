import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backUpData } from "../../src/app/backup-data.ts";
import { ScheduledBackups } from "../../src/app/backups/scheduled.ts";
import { checkBackup } from "../../src/app/check-backup.ts";
import { checkBackups } from "../../src/app/checks/backups.ts";
import type { Core } from "../../src/app/core.ts";
import { HOUR_MS } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";
import { TestInstallation } from "./setup.ts";

let installation: TestInstallation;
let core: Core;
let folder: string;
const signal = new AbortController().signal;

beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  folder = installation.path("backups");
});
afterEach(() => installation.remove());

/** Backups every six hours, of which two are kept, made in this process. */
function schedule(changes: Partial<ConstructorParameters<typeof ScheduledBackups>[0]> = {}): ScheduledBackups {
  return new ScheduledBackups({
    settings: { folder, everyHours: 6, keep: 2, withMedia: false },
    dataDir: installation.data,
    clock: installation.clock,
    log: silentLog,
    backUp: async ({ path, withMedia }) => {
      const { media } = await backUpData(core, path, "0.0.0-test", { withMedia });
      return { leftOut: null, media };
    },
    verify: async (path) => void (await checkBackup(path)),
    ...changes,
  });
}

function backups(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tar"))
    .toSorted();
}

describe("a scheduled backup", () => {
  test("is written when the newest is old enough, also after a restart", async () => {
    await schedule().runIfDue(signal);
    expect(backups()).toEqual(["needledrop-20260501T120000Z.tar"]);
    installation.now += 6 * HOUR_MS - 1;
    await schedule().runIfDue(signal);
    expect(backups()).toHaveLength(1);
    installation.now += 1;
    await schedule().runIfDue(signal);
    expect(backups()).toEqual(["needledrop-20260501T120000Z.tar", "needledrop-20260501T180000Z.tar"]);
  });

  test("is written although the newest is from the future, because the clock was ahead", async () => {
    await schedule().runIfDue(signal);
    installation.now -= 24 * HOUR_MS;
    expect(
      checkBackups({ backups: { folder, everyHours: 6, keep: 2, withMedia: false } }, installation.now)[0]?.status,
    ).toBe("warn");
    await schedule().runIfDue(signal);
    expect(backups()).toEqual(["needledrop-20260430T120000Z.tar", "needledrop-20260501T120000Z.tar"]);
  });

  test("is neither repeated nor removed because of one from the future", async () => {
    const settings = { folder, everyHours: 6, keep: 1, withMedia: false };
    installation.now += 24 * HOUR_MS;
    await schedule({ settings }).runIfDue(signal);
    installation.now -= 24 * HOUR_MS;
    const scheduled = schedule({ settings });
    expect(scheduled.newestAt()).toBeNull();
    await scheduled.runIfDue(signal);
    expect(scheduled.newestAt()).toBe(installation.now);
    expect(checkBackups({ backups: settings }, installation.now)[0]?.status).toBe("ok");
    installation.now += HOUR_MS;
    await scheduled.runIfDue(signal);
    expect(backups()).toEqual(["needledrop-20260501T120000Z.tar", "needledrop-20260502T120000Z.tar"]);
    installation.now += 5 * HOUR_MS;
    await scheduled.runIfDue(signal);
    expect(backups()).toEqual(["needledrop-20260501T180000Z.tar", "needledrop-20260502T120000Z.tar"]);
  });

  test("is not repeated after an ordinary correction of the clock", async () => {
    const scheduled = schedule();
    await scheduled.runIfDue(signal);
    installation.now -= 30_000;
    await scheduled.runIfDue(signal);
    expect(backups()).toHaveLength(1);
    expect(scheduled.newestAt()).toBe(installation.now);
  });

  test("can be restored, and the oldest are removed", async () => {
    const scheduled = schedule();
    for (let count = 0; count < 4; count++) {
      await scheduled.runIfDue(signal);
      installation.now += 6 * HOUR_MS;
    }
    expect(backups()).toEqual(["needledrop-20260502T000000Z.tar", "needledrop-20260502T060000Z.tar"]);
    const manifest = await checkBackup(join(folder, backups()[1] ?? ""));
    expect(manifest.files.map(({ name }) => name)).toContain("needledrop.db");
  });

  test("that cannot be read back is removed, counted and thrown; the earlier ones stay", async () => {
    const settings = { folder, everyHours: 6, keep: 1, withMedia: false };
    await schedule({ settings }).runIfDue(signal);
    installation.now += 6 * HOUR_MS;
    const damaging = schedule({
      settings,
      backUp: async ({ path }) => {
        await backUpData(core, path, "0.0.0-test");
        const bytes = Buffer.from(await Bun.file(path).bytes());
        const middle = bytes.byteLength >> 1;
        bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle);
        writeFileSync(path, bytes);
        return { leftOut: null, media: null };
      },
    });
    await expect(damaging.runIfDue(signal)).rejects.toThrow("cannot be read back");
    expect(damaging.failures).toBe(1);
    expect(backups()).toEqual(["needledrop-20260501T120000Z.tar"]);
  });

  test("is not written to the folder of another installation, and touches no other file", async () => {
    await schedule().runIfDue(signal);
    writeFileSync(join(folder, "needledrop-mine.tar"), "mine");
    installation.now += 6 * HOUR_MS;
    const other = schedule({ dataDir: installation.path("other") });
    await expect(other.runIfDue(signal)).rejects.toThrow(`contains the backups of ${installation.data}`);
    for (let count = 0; count < 3; count++) {
      await schedule().runIfDue(signal);
      installation.now += 6 * HOUR_MS;
    }
    expect(backups()).toContain("needledrop-mine.tar");
  });
});

describe("the doctor", () => {
  const statusAt = (hours: number): string | undefined =>
    checkBackups(
      { backups: { folder, everyHours: 6, keep: 2, withMedia: false } },
      installation.now + hours * HOUR_MS,
    )[0]?.status;

  test("warns of a late backup and of none", async () => {
    expect(statusAt(0)).toBe("warn");
    await schedule().runIfDue(signal);
    expect(statusAt(11)).toBe("ok");
    expect(statusAt(12)).toBe("warn");
  });

  test("says nothing if no backups are scheduled", () => {
    expect(checkBackups({ backups: null }, installation.now)).toEqual([]);
  });
});
