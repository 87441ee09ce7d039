import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pack } from "tar-stream";
import { backUpData } from "../../src/app/backup-data.ts";
import type { Core } from "../../src/app/core.ts";
import { DataFolderNotEmpty, restoreData } from "../../src/app/restore-data.ts";
import { adminTokenOf, signingSecretOf } from "../../src/app/secrets.ts";
import { ServerRunning, takeServerLock } from "../../src/app/data-locks.ts";
import { ImportRunning, takeImportLock } from "../../src/catalog/import/import-lock.ts";
import { MANIFEST_NAME } from "../../src/db/backup-manifest.ts";
import { BackupRefused } from "../../src/db/restore.ts";
import { NOON, TestInstallation } from "./setup.ts";
import { runNow } from "../../src/db/work.ts";
import { createKey } from "../support/create-key.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let installation: TestInstallation;
let core: Core;
let file: string;

beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  file = installation.path("needledrop.tar");
});

afterEach(() => installation.remove());

function restore(options: { readonly backup?: string; readonly force?: boolean; readonly into?: string } = {}) {
  return restoreData({
    backup: options.backup ?? file,
    dataDir: installation.path(options.into ?? "restored"),
    force: options.force ?? false,
    clock: installation.clock,
  });
}

/** A minimal catalog: a backup only needs a sound database. */
function fakeCatalog(number: number, content: string): void {
  const folder = join(core.config.dataDir, "catalog", `gen-${String(number).padStart(6, "0")}`);
  mkdirSync(folder, { recursive: true });
  const database = new Database(join(folder, "catalog.db"), { create: true });
  database.run("drop table if exists content");
  database.run("create table content (text)");
  database.run("insert into content values (?)", [content]);
  database.close();
  writeFileSync(join(folder, "index.bin"), content);
  sqliteOf(core).sqlite.run("insert or replace into catalog_pointer values (1, ?, '0123456789abcdef', 1, 0)", [number]);
}

function catalogContent(dataDir: string): unknown {
  const database = new Database(join(dataDir, "needledrop.db"), { readonly: true });
  const [[number] = []] = database.query("select generation from catalog_pointer").values();
  database.close();
  const folder = join(dataDir, "catalog", `gen-${String(number).padStart(6, "0")}`);
  const catalog = new Database(join(folder, "catalog.db"), { readonly: true });
  const [[text] = []] = catalog.query("select text from content").values();
  catalog.close();
  expect(readFileSync(join(folder, "index.bin"), "utf8")).toBe(String(text));
  return text;
}

async function refusal(restoring: Promise<unknown>): Promise<string> {
  const error = await restoring.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BackupRefused);
  expect(readdirSync(installation.folder)).not.toContain("restored");
  return error instanceof Error ? error.message : "";
}

/** A tar with any manifest. */
async function forge(
  name: string,
  members: readonly { readonly name: string; readonly content: string }[],
  manifest?: object,
): Promise<string> {
  const tar = pack();
  const sha256 = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("hex");
  const files = members.map((member) => ({
    name: member.name,
    size: member.content.length,
    sha256: sha256(member.content),
  }));
  const about = { format: 1, program: "9.9.9", created_at: "", schema: { service: 1, catalog: null }, files };
  tar.entry({ name: MANIFEST_NAME }, JSON.stringify({ ...about, ...manifest }));
  for (const member of members) tar.entry({ name: member.name }, member.content);
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const path = installation.path(name);
  writeFileSync(path, Buffer.concat(chunks));
  return path;
}

describe("a backup", () => {
  test("restores keys, secrets and catalog unchanged", async () => {
    const { key } = createKey(core, { name: "studio" });
    const [secret, token] = [await signingSecretOf(core.db), adminTokenOf(core.config)];
    fakeCatalog(3, "songs");
    await backUpData(core, file, "1.2.3");
    await restore();
    const restored = await installation.open(installation.path("restored"));
    expect(runNow(restored.keys.list())).toEqual([key]);
    expect([await signingSecretOf(restored.db), adminTokenOf(restored.config)]).toEqual([secret, token]);
    expect(statSync(join(restored.config.dataDir, "admin-token")).mode & 0o777).toBe(0o600);
    expect(catalogContent(restored.config.dataDir)).toBe("songs");
  });

  test("has a manifest and is private", async () => {
    fakeCatalog(3, "songs");
    const { manifest } = await backUpData(core, file, "1.2.3");
    expect(manifest).toMatchObject({ format: 1, program: "1.2.3", created_at: new Date(NOON).toISOString() });
    expect(manifest.files.map((one) => one.name)).toEqual([
      "needledrop.db",
      "catalog/gen-000003/catalog.db",
      "catalog/gen-000003/index.bin",
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("leaves only its file behind", async () => {
    await backUpData(core, file, "1");
    expect(readdirSync(core.config.dataDir).filter((name) => name.startsWith("."))).toEqual([]);
    expect(readdirSync(installation.folder).toSorted()).toEqual(["data", "needledrop.tar"]);
  });

  test("during writes of another process contains only complete transactions", async () => {
    const writer = Bun.spawn(
      [process.execPath, join(import.meta.dir, "write-pairs.ts"), join(core.config.dataDir, "needledrop.db")],
      {
        stdout: "pipe",
      },
    );
    const reader = writer.stdout.getReader();
    await reader.read();
    for (const name of ["one", "two", "three"]) {
      await backUpData(core, installation.path(`${name}.tar`), "1");
      await restore({ backup: installation.path(`${name}.tar`), into: name });
      const database = new Database(join(installation.path(name), "needledrop.db"), { readonly: true });
      const [[left, right] = []] = database
        .query(
          "select count(*) filter (where name like 'left%'), count(*) filter (where name like 'right%') from settings",
        )
        .values();
      database.close();
      expect(Number(left)).toBeGreaterThan(0);
      expect(left).toBe(right);
    }
    writer.kill();
    await writer.exited;
  });

  test("replaces an earlier backup, and nothing else", async () => {
    writeFileSync(file, "my thesis");
    expect(backUpData(core, file, "1")).rejects.toThrow("is not a Needledrop backup. Name another file");
    expect(readFileSync(file, "utf8")).toBe("my thesis");
    await backUpData(core, installation.path("other.tar"), "1");
    await backUpData(core, installation.path("other.tar"), "2");
    expect(await restore({ backup: installation.path("other.tar") })).toMatchObject({ manifest: { program: "2" } });
  });

  test("to a missing folder fails and leaves nothing", async () => {
    const folder = installation.path("nowhere");
    const made = backUpData(core, join(folder, "x.tar"), "1");
    await expect(made).rejects.toThrow(`There is no folder ${folder}. Create it, or name a file elsewhere.`);
    expect(readdirSync(core.config.dataDir).filter((name) => name.startsWith("."))).toEqual([]);
  });
});

describe("a restore", () => {
  beforeEach(async () => {
    createKey(core, { name: "before" });
    fakeCatalog(3, "before");
    await backUpData(core, file, "1");
  });

  test("refuses a data folder with contents, unless forced", async () => {
    expect(restore({ into: "data" })).rejects.toBeInstanceOf(DataFolderNotEmpty);
    // As `doctor` unpacks native parts.
    mkdirSync(installation.path("empty/native"), { recursive: true });
    mkdirSync(installation.path("empty/media/3f"), { recursive: true });
    await restore({ into: "empty" });
  });

  test("ignores lock files and leftovers of an interrupted restore", async () => {
    const folder = installation.path("killed");
    mkdirSync(join(folder, ".restore-abc/catalog"), { recursive: true });
    const locks = ["server.lock", "import.lock"].flatMap((lock) => [
      lock,
      `${lock}-journal`,
      `${lock}.json`,
      `${lock}.json.4711`,
    ]);
    for (const name of locks) writeFileSync(join(folder, name), "");
    await restore({ into: "killed" });
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    expect(catalogContent(folder)).toBe("before");
  });

  test("with --force replaces data that are newer than the backup", async () => {
    createKey(core, { name: "after" });
    fakeCatalog(3, "after");
    await core.close();
    await restore({ into: "data", force: true });
    core = await installation.open();
    expect(runNow(core.keys.list()).map((key) => key.name)).toEqual(["before"]);
    expect(catalogContent(core.config.dataDir)).toBe("before");
    expect(readdirSync(core.config.dataDir).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("does not replay the old write-ahead log into the new database", async () => {
    // Like after a crash: the log has data that the database does not have.
    sqliteOf(core).sqlite.run("PRAGMA wal_autocheckpoint = 0");
    createKey(core, { name: "after" });
    expect(statSync(join(core.config.dataDir, "needledrop.db-wal")).size).toBeGreaterThan(0);
    await restore({ into: "data", force: true });
    const database = new Database(join(core.config.dataDir, "needledrop.db"), { readonly: true });
    expect(database.query("select name from keys").values()).toEqual([["before"]]);
    expect(database.query("pragma integrity_check").values()).toEqual([["ok"]]);
    database.close();
  });

  test("with --force replaces a damaged database", async () => {
    await core.close();
    writeFileSync(join(installation.data, "needledrop.db"), "a disk that went bad".repeat(1_000));
    await restore({ into: "data", force: true });
    core = await installation.open();
    expect(runNow(core.keys.list()).map((key) => key.name)).toEqual(["before"]);
  });

  test("refuses while a server runs", async () => {
    await core.close();
    const lock = takeServerLock(installation.data, { pid: 1, role: "server", address: "http://x", since: 0 });
    expect(restore({ into: "data", force: true })).rejects.toBeInstanceOf(ServerRunning);
    lock.release();
  });

  test("refuses while an import runs, and releases its other lock", async () => {
    await core.close();
    const holder = { pid: 1, role: "import", address: null, since: 0 };
    const lock = takeImportLock(installation.data, holder);
    expect(restore({ into: "data", force: true })).rejects.toBeInstanceOf(ImportRunning);
    takeServerLock(installation.data, holder).release();
    lock.release();
    await restore({ into: "data", force: true });
  });
});

describe("a file that is not a complete backup is refused without changes:", () => {
  beforeEach(async () => {
    createKey(core, { name: "studio" });
    await backUpData(core, file, "1");
  });

  test("a missing one", async () => {
    expect(await refusal(restore({ backup: installation.path("absent") }))).toContain("There is no file");
  });

  test.each([
    ["an empty one", ""],
    ["a text", "this is a text"],
    ["noise", "\u0001\u0002noise".repeat(500)],
  ])("%s", async (_, content) => {
    writeFileSync(file, content);
    expect(await refusal(restore())).toMatch(/is not a (complete )?Needledrop backup/);
  });

  test("one that is truncated anywhere", async () => {
    const whole = readFileSync(file);
    for (const part of [0.001, 0.1, 0.5, 0.9]) {
      writeFileSync(file, whole.subarray(0, Math.floor(whole.length * part)));
      await refusal(restore());
    }
    // Between two members, where a tar reader detects nothing.
    writeFileSync(file, whole.subarray(0, 1024));
    expect(await refusal(restore())).toContain("needledrop.db is missing");
  });

  test("one with a flipped bit", async () => {
    const bytes = readFileSync(file);
    bytes[bytes.length - 5_000] = (bytes[bytes.length - 5_000] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(await refusal(restore())).toContain("needledrop.db differs from its manifest");
  });

  test("one of a newer program, or a newer format", async () => {
    const member = { name: "needledrop.db", content: "x" };
    const newer = await forge("newer.tar", [member], { schema: { service: 999, catalog: null } });
    expect(await refusal(restore({ backup: newer }))).toContain("written by Needledrop 9.9.9, which is newer");
    const format = await forge("format.tar", [member], { format: 3 });
    expect(await refusal(restore({ backup: format }))).toContain("which is newer");
    const unlisted = await forge("unlisted.tar", [member], { format: 2 });
    expect(await refusal(restore({ backup: unlisted }))).toContain("does not have its media.jsonl where it belongs");
  });

  test("one whose database is not a database", async () => {
    const forged = await forge("forged.tar", [{ name: "needledrop.db", content: "not a database at all" }]);
    expect(await refusal(restore({ backup: forged }))).toContain("needledrop.db in this backup is damaged");
  });

  test("one without a service database", async () => {
    const forged = await forge("forged.tar", [{ name: "admin-token", content: "x" }]);
    expect(await refusal(restore({ backup: forged }))).toContain("contains no needledrop.db");
  });

  test.each([
    "../escaped",
    "/tmp/escaped",
    "catalog/../../escaped",
    "./escaped",
    "catalog\\escaped",
    ".hidden",
    "native/program",
  ])("one with the member %s", async (name) => {
    const forged = await forge("forged.tar", [{ name, content: "x" }]);
    await refusal(restore({ backup: forged }));
    expect(readdirSync(installation.folder)).not.toContain("escaped");
  });
});

test("a backup and its restore report how much they have read, up to the complete size", async () => {
  const reports: (readonly [done: number, total: number])[] = [];
  const onProgress = (done: number, total: number): void => void reports.push([done, total]);
  const { manifest } = await backUpData(core, file, "0.0.0-test", { onProgress });
  const size = manifest.files.reduce((sum, one) => sum + one.size, 0);
  expect(reports.at(-1)).toEqual([2 * size, 2 * size]);
  reports.length = 0;
  await restoreData({
    backup: file,
    dataDir: installation.path("restored"),
    force: false,
    clock: installation.clock,
    onProgress,
  });
  const [done, total] = reports.at(-1) ?? [0, 0];
  expect(total).toBe(2 * Bun.file(file).size);
  expect(done).toBeGreaterThan(0.9 * total);
  expect(reports.map(([at]) => at)).toEqual(reports.map(([at]) => at).toSorted((a, b) => a - b));
});
