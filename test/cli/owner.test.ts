import { beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { Ran } from "./setup.ts";

/** Users without a name on any machine. */
const OWNER = 61_001;
const OTHER = 61_002;
/** Only root can make files of other users. For other users these tests are shown as skipped. */
const IS_ROOT = process.geteuid?.() === 0;
/** Children load the program from source. */
const CHILDREN_MS = 60_000;

let folder: string;
let data: string;
let dump: string;
beforeEach(() => {
  folder = temporaryFolder();
  chmodSync(folder, 0o755);
  data = join(folder, "data");
  dump = join(folder, "dump.jsonl");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(folder, "a.wav"), "RIFF a");
  writeFileSync(dump, JSON.stringify({ id: "1", title: "Glass Harbour", audio_files: [{ id: "f", wav: "a.wav" }] }));
});

async function runAs(user: number | "-", ...argv: readonly string[]): Promise<Ran> {
  const script = join(import.meta.dir, "..", "support", "run-as.ts");
  const child = Bun.spawn([process.execPath, script, String(user), ...argv, "--data", data], {
    stdout: "pipe",
    stderr: "pipe",
    env: {},
  });
  const [status, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { status, stdout, stderr };
}

function pathsIn(path: string): readonly string[] {
  return [path, ...readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))];
}

describe.skipIf(!IS_ROOT)("the data folder of another user", () => {
  beforeEach(() => chownSync(data, OWNER, OWNER));

  test(
    "gets only files of that user if root imports",
    async () => {
      const ran = await runAs("-", "import", dump);
      expect([ran.status, ran.stderr]).toEqual([0, ""]);
      const owners = pathsIn(data).map((path) => [path, statSync(path).uid, statSync(path).gid]);
      expect(owners.filter(([, uid, gid]) => uid !== OWNER || gid !== OWNER)).toEqual([]);
      expect(owners.length).toBeGreaterThan(5);
      expect((await runAs(OWNER, "search", "harbour")).status).toBe(0);
    },
    CHILDREN_MS,
  );

  test(
    "owned by root as a mount point, belongs to the owner of its database",
    async () => {
      expect((await runAs("-", "keys", "create", "--name", "studio")).status).toBe(0);
      chownSync(data, 0, OWNER);
      chmodSync(data, 0o770);
      expect((await runAs("-", "import", dump)).status).toBe(0);
      const foreign = pathsIn(data).filter((path) => path !== data && statSync(path).uid !== OWNER);
      expect(foreign).toEqual([]);
    },
    CHILDREN_MS,
  );

  test(
    "refuses a third user with the command to run, and changes nothing",
    async () => {
      // Also where the folder is open: the files of that user would be closed to the server.
      for (const mode of [0o700, 0o777]) {
        chmodSync(data, mode);
        const ran = await runAs(OTHER, "import", dump, "--report", "my report.jsonl");
        expect(ran.status).toBe(1);
        expect(ran.stdout).toBe("");
        expect(ran.stderr).toBe(
          `needledrop import: ${data} belongs to #${OWNER}, and this command runs as #${OTHER}, whose files the server cannot read. ` +
            `Run it as the owner: sudo -u '#${OWNER}' needledrop import ${dump} --report 'my report.jsonl' --data ${data}\n`,
        );
        expect(readdirSync(data)).toEqual([]);
      }
      const version = await runAs(OTHER, "help", "import");
      expect(version.status).toBe(0);
    },
    CHILDREN_MS,
  );

  test(
    "names the user if root's own dump cannot be read",
    async () => {
      chmodSync(dump, 0o600);
      const ran = await runAs("-", "import", dump);
      expect(ran.status).toBe(1);
      expect(ran.stderr).toContain(`EACCES`);
      expect(ran.stderr).toContain(`The command runs as #${OWNER}, the owner of the data folder`);
    },
    CHILDREN_MS,
  );

  test(
    "with files of root is a matter of permissions to commands and the doctor, not of a backup",
    async () => {
      expect((await runAs(OWNER, "import", dump)).status).toBe(0);
      const generation = join(data, "catalog", "gen-000001");
      const media = pathsIn(join(data, "media")).find((path) => path.endsWith(".wav")) ?? "";
      const database = join(data, "needledrop.db");
      for (const [path, command] of [
        [generation, ["search", "harbour"]],
        [database, ["keys", "list"]],
        [media, null],
      ] as const) {
        chownSync(path, 0, 0);
        const doctor = await runAs("-", "doctor");
        expect(doctor.status).toBe(1);
        expect(doctor.stdout).toMatch(/fail {2}(permissions: permission denied|media: 1 of 1 files cannot be read)/);
        expect(doctor.stdout).toContain(path);
        expect(doctor.stdout).toContain("Nothing is damaged");
        expect(doctor.stdout.toLowerCase()).not.toContain("restore");
        const ran = command === null ? null : await runAs(OWNER, ...command);
        if (ran !== null) {
          expect(ran.status).toBe(1);
          expect(ran.stderr).toContain(`${path}: permission denied. It belongs to root (mode 0`);
          expect(ran.stderr).toContain(`this process runs as #${OWNER}`);
          expect(ran.stderr.toLowerCase()).not.toContain("backup");
        }
        chownSync(path, OWNER, OWNER);
      }
      expect((await runAs("-", "doctor")).stdout).toContain("All checks passed");
    },
    2 * CHILDREN_MS,
  );
});
