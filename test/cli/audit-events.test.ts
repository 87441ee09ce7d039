import { beforeEach, expect, test } from "bun:test";
import type { AuditEntry } from "../../schema/wire/audit.ts";
import { TestCli } from "./setup.ts";

const HASH = "0123456789abcdef";

let cli: TestCli;

beforeEach(() => {
  cli = new TestCli();
});

async function ran(...argv: readonly string[]): Promise<void> {
  const { status, stderr } = await cli.run(...argv);
  if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}: ${stderr}`);
}

async function entries(): Promise<readonly AuditEntry[]> {
  return await cli.json("audit");
}

function dump(name: string, ...ids: readonly string[]): string {
  return cli.file(name, ids.map((id) => `${JSON.stringify({ id, title: `Song ${id}` })}\n`).join(""));
}

test("imports, their undoing and removed songs are in the audit trail, without paths and titles", async () => {
  await ran("import", dump("secret-project.jsonl", "1", "2"));
  await ran("import", dump("second.jsonl", "1", "2", "3"));
  await ran("import", dump("second.jsonl", "1", "2", "3", "4"), "--dry-run");
  await ran("import", "--undo");
  await ran("songs", "remove", "2");
  await ran("songs", "restore", "2");
  const all = await entries();
  expect(all).toMatchObject([
    { action: "catalog.imported", objects: { generation: 1, added: 2, updated: 0, retired: 0, rejected: 0 } },
    { action: "catalog.imported", objects: { generation: 2, added: 1 } },
    { action: "catalog.undone", objects: { generation: expect.any(Number), undone_version: expect.any(String) } },
    { action: "songs.removed", objects: { songs: ["2"], count: 1 } },
    { action: "songs.restored", objects: { songs: ["2"], count: 1 } },
  ]);
  expect(all.every(({ actor }) => actor.kind === "command")).toBe(true);
  const text = JSON.stringify(all);
  for (const content of ["secret-project", "second.jsonl", "Song 2"]) expect(text).not.toContain(content);
});

test("a removal of an unknown song is not in the audit trail", async () => {
  await ran("import", dump("dump.jsonl", "1"));
  expect((await cli.run("songs", "remove", "1", "unknown")).status).toBe(1);
  expect((await entries()).map(({ action }) => action)).toEqual(["catalog.imported"]);
});

test("changes of the blocklist are in the audit trail, and not what changes nothing", async () => {
  await ran("blocklist", "add", HASH, "--note", "a secret scene");
  await ran("blocklist", "add", HASH);
  await ran("blocklist", "remove", HASH);
  expect((await cli.run("blocklist", "remove", HASH)).status).toBe(1);
  const all = await entries();
  expect(all.map(({ action, objects }) => [action, objects["hashes"]])).toEqual([
    ["blocklist.added", [HASH]],
    ["blocklist.removed", [HASH]],
  ]);
  expect(JSON.stringify(all)).not.toContain("secret scene");
});

test("a backup has the trail, and a restore says in it which entries it replaced", async () => {
  await ran("keys", "create", "--name", "first");
  const backup = cli.path("needledrop.backup");
  await ran("backup", backup);
  await ran("keys", "create", "--name", "second");
  const exported = await cli.json<{ last: { seq: number; sha256: string } }>("audit", "export", cli.path("old.jsonl"));
  expect(exported.last.seq).toBe(3);
  await ran("restore", backup, "--force");
  const all = await entries();
  expect(all.map(({ action }) => action)).toEqual(["key.created", "backup.restored"]);
  // The export itself is the fourth entry of the trail that was replaced.
  expect(all[1]?.objects).toMatchObject({ created_at: expect.any(String), replaced_seq: 4 });
  expect(all[1]?.actor.kind).toBe("command");
  expect(await cli.json("audit", "verify")).toMatchObject({ intact: true, entries: 2 });
  expect(await cli.json("audit", "verify", cli.path("old.jsonl"))).toMatchObject({ intact: true, entries: 3 });
});

test("a restore into a new folder replaces no trail", async () => {
  await ran("keys", "create", "--name", "first");
  const backup = cli.path("needledrop.backup");
  await ran("backup", backup);
  cli.set("NEEDLEDROP_DATA", cli.path("elsewhere"));
  await ran("restore", backup);
  const [, restored] = await entries();
  expect(Object.keys(restored?.objects ?? {})).toEqual(["created_at"]);
});
