import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { backUpData } from "../../src/app/backup-data.ts";
import { checkBackupMedia } from "../../src/app/backups/check-backup-media.ts";
import { ScheduledBackups } from "../../src/app/backups/scheduled.ts";
import { sweepBackupMedia } from "../../src/app/backups/sweep-backup-media.ts";
import { checkBackup } from "../../src/app/check-backup.ts";
import type { Core } from "../../src/app/core.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";
import { wavBytes } from "../support/small-media.ts";
import { TestInstallation } from "./setup.ts";

let installation: TestInstallation;
let core: Core;
let folder: string;
const warnings: string[] = [];
const signal = new AbortController().signal;

beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  folder = installation.path("backups");
  mkdirSync(folder);
  warnings.length = 0;
});
afterEach(() => installation.remove());

/** The song `song` gets a medium of this length instead of its last one. */
async function importVersion(length: number): Promise<void> {
  writeFileSync(installation.path(`${length}.wav`), wavBytes(length));
  const song = { id: "song", title: "Song", audio_files: [{ id: "file", wav: `${length}.wav` }] };
  await installation.importSongs(core, "copy", [song]);
}

/** Daily backups with media, of which two are kept. */
function schedule(changes: Partial<ConstructorParameters<typeof ScheduledBackups>[0]> = {}): ScheduledBackups {
  return new ScheduledBackups({
    settings: { folder, everyHours: 24, keep: 2, withMedia: true },
    dataDir: installation.data,
    clock: installation.clock,
    log: { ...silentLog, warn: (_fields, message) => void warnings.push(message) },
    backUp: async ({ path, withMedia }) => {
      const { media } = await backUpData(core, path, "0.0.0-test", { withMedia });
      return { leftOut: null, media };
    },
    verify: async (path) => {
      await checkBackup(path);
      await checkBackupMedia(path, true);
    },
    sweepMedia: async (one) => await sweepBackupMedia(one, installation.clock),
    ...changes,
  });
}

const nameOf = (length: number): string =>
  `${new Bun.CryptoHasher("sha256").update(wavBytes(length)).digest("hex")}.wav`;
const copyOf = (length: number): string => join(folder, "needledrop-media", nameOf(length).slice(0, 2), nameOf(length));
const exist = (...lengths: readonly number[]): readonly boolean[] =>
  lengths.map((length) => existsSync(copyOf(length)));

/** Writes a scheduled backup for each version, a day and an hour apart. */
async function backUpVersions(...lengths: readonly number[]): Promise<void> {
  for (const length of lengths) {
    await importVersion(length);
    await schedule().runIfDue(signal);
    installation.now += DAY_MS + HOUR_MS;
  }
}

describe("scheduled backups with media", () => {
  test("keep the media that a kept backup names, and remove the others", async () => {
    await backUpVersions(400, 800);
    expect(exist(400, 800)).toEqual([true, true]);
    await backUpVersions(1_200);
    expect(exist(400, 800, 1_200)).toEqual([false, true, true]);
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".tar"))) {
      expect(await checkBackupMedia(join(folder, name), false)).toMatchObject({ files: 1 });
    }
    expect(warnings).toEqual([]);
  });

  test("keep the media of the operator's own backups in the folder, whatever their names", async () => {
    await backUpVersions(400);
    const name = readdirSync(folder).find((one) => one.endsWith(".tar")) ?? "";
    renameSync(join(folder, name), join(folder, "before the move.bak"));
    await backUpVersions(800, 1_200, 1_600);
    expect(exist(400, 800, 1_200, 1_600)).toEqual([true, false, true, true]);
  });

  test("keep media that were used within a day, and files of other programs", async () => {
    await backUpVersions(400);
    const notes = join(dirname(copyOf(400)), "notes.txt");
    const own = join(folder, "media", nameOf(400).slice(0, 2), nameOf(400));
    mkdirSync(dirname(own), { recursive: true });
    for (const path of [notes, own]) writeFileSync(path, "mine");
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".tar"))) rmSync(join(folder, name));
    installation.now -= 2 * HOUR_MS;
    expect(await sweepBackupMedia(folder, installation.clock)).toEqual({ files: 0, bytes: 0 });
    installation.now += 2 * HOUR_MS;
    expect(await sweepBackupMedia(folder, installation.clock)).toEqual({ files: 1, bytes: wavBytes(400).length });
    expect([existsSync(notes), existsSync(own)]).toEqual([true, true]);
  });

  test("remove no media while a backup in the folder cannot be read, and say so", async () => {
    await backUpVersions(400);
    truncateSync(join(folder, readdirSync(folder).find((one) => one.endsWith(".tar")) ?? ""), 700);
    await backUpVersions(800);
    expect(warnings).toEqual(["media of removed backups could not be removed"]);
    expect(exist(400, 800)).toEqual([true, true]);
    await backUpVersions(1_200);
    expect(exist(400, 800, 1_200)).toEqual([false, true, true]);
  });

  test("are removed if a medium is missing afterwards, and the earlier ones stay", async () => {
    await backUpVersions(400);
    await importVersion(800);
    const losing = schedule({
      backUp: async ({ path, withMedia }) => {
        const { media } = await backUpData(core, path, "0.0.0-test", { withMedia });
        rmSync(copyOf(800));
        return { leftOut: null, media };
      },
    });
    await expect(losing.runIfDue(signal)).rejects.toThrow(`${nameOf(800)} (missing)`);
    expect(readdirSync(folder).filter((one) => one.endsWith(".tar"))).toHaveLength(1);
    expect(exist(400)).toEqual([true]);
  });

  test("warn of media that the data folder has lost", async () => {
    await importVersion(400);
    rmSync(join(installation.data, "media", nameOf(400).slice(0, 2), nameOf(400)));
    await schedule().runIfDue(signal);
    expect(warnings).toEqual(["backup written and verified, but without media that the data folder lacks; run doctor"]);
  });

  test("stop copying media when the setting is off, and remove those of the last backup with media", async () => {
    await backUpVersions(400);
    const settings = { folder, everyHours: 24, keep: 1, withMedia: false };
    await schedule({ settings }).runIfDue(signal);
    expect(exist(400)).toEqual([false]);
  });
});
