import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backUpData } from "../../src/app/backup-data.ts";
import type { Core } from "../../src/app/core.ts";
import { diagnose } from "../../src/app/doctor.ts";
import { restoreData } from "../../src/app/restore-data.ts";
import { buildServices } from "../../src/app/services.ts";
import { insertAsset } from "../../src/assets/store.ts";
import { assetRow } from "../support/asset-row.ts";
import { TestInstallation } from "./setup.ts";
import { createKey } from "../support/create-key.ts";

let installation: TestInstallation;
let core: Core;
let keyId: string;

beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  keyId = createKey(core, { name: "studio" }).key.id;
});

afterEach(() => installation.remove());

const uploads = (...names: readonly string[]): string => join(installation.data, "uploads", ...names);
const originals = (): string[] => readdirSync(uploads("originals")).toSorted();
const aside = (): string[] => (existsSync(uploads("set-aside")) ? readdirSync(uploads("set-aside")).toSorted() : []);

/** Adds an asset like an accepted upload whose original is kept. */
async function upload(id: string, originalRetained = true): Promise<void> {
  mkdirSync(uploads("originals"), { recursive: true });
  writeFileSync(uploads("originals", id), `bytes of ${id}`);
  await core.db.write((tx) => insertAsset(tx, assetRow({ id, keyId, originalRetained })));
}

async function backUp(name: string): Promise<string> {
  const file = installation.path(name);
  await backUpData(core, file, "1");
  return file;
}

async function restore(backup: string): Promise<void> {
  await core.close();
  await restoreData({ backup, dataDir: installation.data, force: true, clock: installation.clock });
  core = await installation.open();
}

/** Prepares uploads as a server does before its first request. */
async function start(): Promise<void> {
  const services = await buildServices(core, { version: "0.0.0-test", ownUrl: () => "http://needledrop.test" });
  await services.prepare();
  await services.catalog.stop();
}

describe("after a restore of an older backup", () => {
  test("the next starts set aside the originals that the database does not know", async () => {
    await upload("old");
    const backup = await backUp("older.tar");
    await upload("new");
    await restore(backup);
    await start();
    expect([originals(), aside()]).toEqual([["old"], ["new"]]);
    await start();
    expect([originals(), aside()]).toEqual([["old"], ["new"]]);
  });

  test("the doctor reports them with advice", async () => {
    const backup = await backUp("older.tar");
    await upload("new");
    await restore(backup);
    await start();
    const { checks } = await diagnose({
      environment: {},
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    const check = checks.find(({ name }) => name === "uploads");
    expect(check).toMatchObject({ status: "warn" });
    expect(check?.detail).toContain("1 file");
    expect(check?.detail).toContain(uploads("set-aside"));
  });

  test("a restore of the newer backup puts them back", async () => {
    const older = await backUp("older.tar");
    await upload("new");
    const newer = await backUp("newer.tar");
    await restore(older);
    await start();
    await restore(newer);
    await start();
    expect([originals(), aside()]).toEqual([["new"], []]);
  });

  test("an original that the database knows but no longer needs is removed", async () => {
    await upload("analysed", false);
    const backup = await backUp("older.tar");
    await restore(backup);
    await start();
    expect([originals(), aside()]).toEqual([[], []]);
  });

  test("later uploads that a crash orphans are removed as usual", async () => {
    await upload("old");
    const backup = await backUp("older.tar");
    await restore(backup);
    await start();
    writeFileSync(uploads("originals", "orphan"), "x");
    await start();
    expect([originals(), aside()]).toEqual([["old"], []]);
  });
});

test("a restore that is killed before the switch harms no upload of the old database", async () => {
  await upload("kept");
  const { UploadFolder } = await import("../../src/assets/upload-folder.ts");
  await new UploadFolder(installation.data).noteRestore();
  await start();
  expect([originals(), aside()]).toEqual([["kept"], []]);
});
