import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, linkSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backUpData } from "../../src/app/backup-data.ts";
import type { Core } from "../../src/app/core.ts";
import { restoreData } from "../../src/app/restore-data.ts";
import { adminTokenOf } from "../../src/app/secrets.ts";
import { NeedledropServer } from "../../src/app/server.ts";
import { restrictDataAccess } from "../../src/app/restrict-data-access.ts";
import { reindex } from "../../src/catalog/reindex.ts";
import { TestInstallation } from "./setup.ts";
import { createKey } from "../support/create-key.ts";

const OTHERS_MASK = 0o077;

let installation: TestInstallation;
let formerMask: number;

beforeEach(() => {
  installation = new TestInstallation();
  formerMask = process.umask(0);
});

afterEach(() => {
  process.umask(formerMask);
  installation.remove();
});

/** All paths below the data folder that other users can read, write or enter. */
function exposed(): string[] {
  const names = readdirSync(installation.data, { recursive: true, encoding: "utf8" });
  return ["", ...names].filter((name) => (lstatSync(join(installation.data, name)).mode & OTHERS_MASK) !== 0);
}

const modeOf = (name: string): number => statSync(join(installation.data, name)).mode & 0o777;

async function importSong(core: Core, media: "copy" | "link" = "copy"): Promise<void> {
  const file = { id: "f", vocals: "lead", wav: "song.wav" };
  writeFileSync(installation.path("song.wav"), "RIFF sound");
  await installation.importSongs(core, media, [{ id: "1", title: "Glass Harbour", audio_files: [file] }]);
}

describe("whatever the umask, no other user can read", () => {
  test("a first start, an import, a reindex, a server and a backup", async () => {
    const core = await installation.open();
    createKey(core, { name: "studio" });
    adminTokenOf(core.config);
    await importSong(core);
    await reindex(core.db, core.config.dataDir);
    const server = new NeedledropServer(core, "0.0.0-test");
    await server.start();
    // While it holds its locks and its write-ahead log is open.
    expect(exposed()).toEqual([]);
    await backUpData(core, installation.path("backup.tar"), "1");
    await server.stop();
    expect(exposed()).toEqual([]);
    expect(statSync(installation.path("backup.tar")).mode & 0o777).toBe(0o600);
  });

  test("the result of a restore", async () => {
    const core = await installation.open();
    await importSong(core);
    const backup = installation.path("backup.tar");
    await backUpData(core, backup, "1");
    await core.close();
    await restoreData({ backup, dataDir: installation.data, force: true, clock: installation.clock });
    expect(exposed()).toEqual([]);
  });
});

describe("a data folder of an earlier version", () => {
  async function loosened(): Promise<void> {
    const core = await installation.open();
    await importSong(core);
    adminTokenOf(core.config);
    await core.close();
    const names = readdirSync(installation.data, { recursive: true, encoding: "utf8" });
    for (const name of ["", ...names]) {
      const path = join(installation.data, name);
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    }
  }

  test("becomes private when it is opened", async () => {
    await loosened();
    writeFileSync(join(installation.data, "catalog/vectors.db"), "", { mode: 0o644 });
    await installation.open();
    const mine = ["", "catalog", "catalog/gen-000001", "media"];
    expect(mine.map(modeOf)).toEqual(mine.map(() => 0o700));
    const files = ["needledrop.db", "needledrop.db-wal", "needledrop.db-shm", "admin-token", "import.lock"];
    const catalog = ["catalog/gen-000001/catalog.db", "catalog/gen-000001/index.bin", "catalog/vectors.db"];
    for (const name of [...files, ...catalog]) expect([name, modeOf(name)]).toEqual([name, 0o600]);
  });

  test("keeps the modes of media, which can be links to an operator's files", async () => {
    await loosened();
    const ours = installation.path("nas.wav");
    writeFileSync(ours, "RIFF of the studio");
    chmodSync(ours, 0o644);
    mkdirSync(join(installation.data, "media/ab"), { recursive: true });
    linkSync(ours, join(installation.data, "media/ab", `${"ab".repeat(32)}.wav`));
    await installation.open();
    expect(statSync(ours).mode & 0o777).toBe(0o644);
  });

  test("stays open with a report if it contains files of other programs", async () => {
    await loosened();
    writeFileSync(installation.path("data/holiday.jpg"), "x");
    expect(restrictDataAccess(installation.data)).toEqual([expect.stringContaining("holiday.jpg")]);
    expect(modeOf("")).toBe(0o755);
    expect(modeOf("holiday.jpg") & OTHERS_MASK).not.toBe(0);
    expect(modeOf("needledrop.db")).toBe(0o600);
  });

  test("changes nothing behind a symbolic link", async () => {
    await loosened();
    const elsewhere = installation.path("elsewhere");
    mkdirSync(elsewhere);
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, join(installation.data, "uploads"));
    restrictDataAccess(installation.data);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o755);
  });
});

test("a path of another user is reported and does not fail the start", async () => {
  await (await installation.open()).close();
  chmodSync(join(installation.data, "needledrop.db"), 0o644);
  const told = restrictDataAccess(installation.data, { userId: 4711 });
  expect(told.some((line) => line.includes("needledrop.db") && line.includes("another user"))).toBe(true);
  expect(modeOf("needledrop.db")).toBe(0o644);
});
