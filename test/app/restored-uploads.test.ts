import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backUpData } from "../../src/app/backup-data.ts";
import type { Core } from "../../src/app/core.ts";
import { diagnose } from "../../src/app/doctor.ts";
import { restoreData } from "../../src/app/restore-data.ts";
import { buildServices } from "../../src/app/services.ts";
import { insertAsset } from "../../src/assets/store.ts";
import { createKey } from "../../src/keys/manage-keys.ts";
import { assetRow } from "../support/asset-row.ts";
import { TestInstallation } from "./setup.ts";

let installation: TestInstallation;
let core: Core;
let keyId: string;

beforeEach(() => {
  installation = new TestInstallation();
  core = installation.open();
  keyId = createKey(core, { name: "studio" }).key.id;
});

afterEach(() => installation.remove());

const uploads = (...names: readonly string[]): string => join(installation.data, "uploads", ...names);
const originals = (): string[] => readdirSync(uploads("originals")).toSorted();
const aside = (): string[] => (existsSync(uploads("set-aside")) ? readdirSync(uploads("set-aside")).toSorted() : []);

/** As an accepted upload whose original is kept leaves it. */
function upload(id: string, originalRetained = true): void {
  mkdirSync(uploads("originals"), { recursive: true });
  writeFileSync(uploads("originals", id), `bytes of ${id}`);
  core.db.transaction((tx) => insertAsset(tx, assetRow({ id, keyId, originalRetained })));
}

async function backUp(name: string): Promise<string> {
  const file = installation.path(name);
  await backUpData(core, file, "1");
  return file;
}

async function restore(backup: string): Promise<void> {
  core.close();
  await restoreData({ backup, dataDir: installation.data, force: true, clock: installation.clock });
  core = installation.open();
}

/** What a server does before its first request. */
async function start(): Promise<void> {
  const services = buildServices(core, { version: "0.0.0-test", ownUrl: () => "http://needledrop.test" });
  await services.prepare();
  await services.catalog.stop();
}

describe("after a restore of an older backup", () => {
  test("the next start keeps the originals that the database does not know, and those after it too", async () => {
    upload("old");
    const backup = await backUp("older.tar");
    upload("new");
    await restore(backup);
    await start();
    expect([originals(), aside()]).toEqual([["old"], ["new"]]);
    await start();
    expect([originals(), aside()]).toEqual([["old"], ["new"]]);
  });

  test("the doctor names them and says what to do", async () => {
    const backup = await backUp("older.tar");
    upload("new");
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

  test("a restore of the newer backup brings them back", async () => {
    const older = await backUp("older.tar");
    upload("new");
    const newer = await backUp("newer.tar");
    await restore(older);
    await start();
    await restore(newer);
    await start();
    expect([originals(), aside()]).toEqual([["new"], []]);
  });

  test("an original that the database knows and no longer needs is removed all the same", async () => {
    upload("analysed", false);
    const backup = await backUp("older.tar");
    await restore(backup);
    await start();
    expect([originals(), aside()]).toEqual([[], []]);
  });

  test("uploads that come later and are orphaned by a crash are removed as ever", async () => {
    upload("old");
    const backup = await backUp("older.tar");
    await restore(backup);
    await start();
    writeFileSync(uploads("originals", "orphan"), "x");
    await start();
    expect([originals(), aside()]).toEqual([["old"], []]);
  });
});

test("a restore that is killed before the switch harms no upload of the former database", async () => {
  upload("kept");
  const { UploadFolder } = await import("../../src/assets/upload-folder.ts");
  await new UploadFolder(installation.data).noteRestore();
  await start();
  expect([originals(), aside()]).toEqual([["kept"], []]);
});
