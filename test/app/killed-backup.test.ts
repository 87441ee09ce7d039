import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backUpData } from "../../src/app/backup-data.ts";
import type { Check } from "../../src/app/checks/check.ts";
import { checkLeftovers } from "../../src/app/checks/leftovers.ts";
import type { Core } from "../../src/app/core.ts";
import { NeedledropServer } from "../../src/app/server.ts";
import { canMountDisks, mountSmallDisk } from "../support/small-disk.ts";
import { NOON, TestInstallation } from "./setup.ts";

const POLL_MS = 5;
const WITHIN_MS = 20_000;

let installation: TestInstallation;
let core: Core;
let destination: string;
const children: ReturnType<typeof Bun.spawn>[] = [];
/** Mount points of disks; a point occurs twice if one disk hides another. */
const mounted: string[] = [];

beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  mkdirSync(installation.path("backups"));
  destination = installation.path("backups/needledrop.tar");
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  for (const path of mounted.splice(0)) spawnSync("umount", ["-l", path]);
  installation.remove();
});

const stagings = (): string[] => readdirSync(installation.data).filter((name) => name.startsWith(".backup-"));
const partials = (): string[] => readdirSync(join(destination, "..")).filter((name) => name.endsWith(".partial"));

function mountAt(path: string, bytes: number): void {
  if (mountSmallDisk(bytes, path) === null) throw new Error(`no disk can be mounted at ${path}`);
  mounted.push(path);
}

async function until(isDone: () => boolean): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!isDone()) {
    if (performance.now() > deadline) throw new Error("It did not come to that.");
    // Real time, because it waits for another process.
    await Bun.sleep(POLL_MS);
  }
}

/**
 * A backup that has started to write its file and then hangs: the admin token is a pipe, which is read once for its
 * digest, and has no more data for the second read.
 */
async function standingBackup(to = destination) {
  const pipe = join(installation.data, "admin-token");
  rmSync(pipe, { force: true });
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "run-backup.ts"), installation.data, to], {
    stderr: "inherit",
  });
  children.push(child);
  const feeder = Bun.spawn(["/bin/sh", "-c", `echo token > ${pipe}`]);
  children.push(feeder);
  await until(() => partials().length > 0);
  // The hard link in the staging folder is still the pipe.
  rmSync(pipe);
  return {
    kill: async () => {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** Sweeps leftovers as a start of the server does. */
async function start(): Promise<void> {
  const server = new NeedledropServer(core, "0.0.0-test");
  await server.start();
  await server.stop();
}

const leftovers = async (): Promise<Check | undefined> => (await checkLeftovers(installation.data, NOON))[0];

describe("an interrupted backup", () => {
  test("is removed at the next start: its folder, and its unfinished file wherever it is", async () => {
    const backup = await standingBackup();
    await backup.kill();
    expect([stagings().length, partials().length]).toEqual([1, 1]);
    expect(await leftovers()).toMatchObject({ status: "warn" });
    await start();
    expect([stagings(), partials()]).toEqual([[], []]);
    expect(await leftovers()).toBeUndefined();
  });

  test("is removed by the next backup, even to another destination", async () => {
    const backup = await standingBackup();
    await backup.kill();
    await backUpData(core, installation.path("elsewhere.tar"), "1");
    expect([stagings(), partials()]).toEqual([[], []]);
  });

  test.skipIf(!canMountDisks())("is removed later where its disk is not mounted now", async () => {
    const place = join(destination, "..");
    mountAt(place, 4 * 1024 ** 2);
    const backup = await standingBackup();
    await backup.kill();
    // An empty folder instead of the mounted disk.
    mountAt(place, 1024 ** 2);
    await start();
    expect(stagings()).toHaveLength(1);
    // The files with secrets are removed immediately.
    expect(readdirSync(join(installation.data, stagings()[0] ?? ""))).toEqual(["partial.json"]);
    expect(JSON.stringify(await leftovers())).toContain("partial.json");
    expect(spawnSync("umount", [place]).status).toBe(0);
    mounted.pop();
    expect(partials()).toHaveLength(1);
    await start();
    expect([stagings(), partials()]).toEqual([[], []]);
  });
});

describe("a running backup", () => {
  test("is not touched by a start or by another backup at the same time", async () => {
    await standingBackup();
    expect(await leftovers()).toBeUndefined();
    await start();
    await backUpData(core, installation.path("elsewhere.tar"), "1");
    expect([stagings().length, partials().length]).toEqual([1, 1]);
    expect(existsSync(installation.path("elsewhere.tar"))).toBe(true);
  });
});

test("a failed backup leaves neither a folder nor an unfinished file", async () => {
  mkdirSync(join(installation.data, "admin-token"));
  await expect(backUpData(core, destination, "1")).rejects.toThrow();
  expect([stagings(), partials()]).toEqual([[], []]);
});

describe("leftovers of an interrupted restore and first start", () => {
  test("are removed at the next start", async () => {
    const restore = join(installation.data, ".restore-abc");
    mkdirSync(join(restore, "catalog"), { recursive: true });
    writeFileSync(join(restore, "needledrop.db"), "keys");
    writeFileSync(join(installation.data, ".admin-token-abc"), "a token");
    expect((await leftovers())?.detail).toContain(".restore-abc");
    await start();
    expect(readdirSync(installation.data).filter((name) => name.startsWith("."))).toEqual([]);
  });
});

test("a record that does not name an unfinished backup is ignored", async () => {
  const thesis = installation.path("thesis.txt");
  writeFileSync(thesis, "my thesis");
  mkdirSync(join(installation.data, ".backup-abcdef"));
  writeFileSync(
    join(installation.data, ".backup-abcdef", "partial.json"),
    JSON.stringify({ path: thesis, device: "1" }),
  );
  await start();
  expect(readFileSync(thesis, "utf8")).toBe("my thesis");
  expect(stagings()).toEqual([]);
});

test("the operator's files and folders with similar names stay", async () => {
  writeFileSync(join(installation.data, ".backup-monday.tar"), "a backup");
  writeFileSync(join(installation.data, ".backup-latest"), "a backup");
  mkdirSync(join(installation.data, ".backup-of-monday"));
  await start();
  expect(stagings().toSorted()).toEqual([".backup-latest", ".backup-monday.tar", ".backup-of-monday"]);
});
