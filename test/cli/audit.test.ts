import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AuditEntry } from "../../schema/wire/audit.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { TestCli } from "./setup.ts";

interface Created {
  readonly id: string;
  readonly token: string;
  readonly webhook_secret: string;
}

let cli: TestCli;
let key: Created;

beforeEach(async () => {
  cli = new TestCli();
  key = await cli.json<Created>("keys", "create", "--name", "studio");
});

async function entries(...options: readonly string[]): Promise<readonly AuditEntry[]> {
  return await cli.json("audit", ...options);
}

function sql(statement: string): void {
  const db = SqliteServiceDb.open(join(cli.data, "needledrop.db"));
  db.sqlite.run(statement);
  db.close();
}

describe("audit", () => {
  test("lists who changed keys, and what, without a secret", async () => {
    await cli.run("keys", "update", key.id, "--rate", "3", "--no-playlists", "--images", "--no-expiry");
    const rotated = await cli.json<Created>("keys", "rotate", key.id);
    await cli.run("keys", "revoke", key.id);
    await cli.run("keys", "revoke", key.id);
    const all = await entries();
    expect(all.map(({ action, objects }) => ({ action, objects }))).toEqual([
      { action: "key.created", objects: { key: key.id } },
      { action: "key.changed", objects: { key: key.id, fields: ["images", "rate", "expires_at", "playlists"] } },
      { action: "key.rotated", objects: { key: key.id, fields: ["token", "webhook_secret"] } },
      { action: "key.revoked", objects: { key: key.id } },
    ]);
    for (const { actor, outcome, request } of all) {
      expect<object>([actor, outcome, request]).toEqual([{ kind: "command", user: "unknown" }, "done", null]);
    }
    const text = JSON.stringify(all);
    for (const one of [key, rotated]) {
      for (const secret of [one.token.slice(-43), one.webhook_secret]) expect(text).not.toContain(secret);
    }
  });

  test("names the user of the system, and the one who called sudo", async () => {
    cli.user = { id: process.geteuid?.() ?? 0, become: () => undefined };
    cli.set("SUDO_USER", "anna");
    await cli.run("keys", "revoke", key.id);
    const [last] = await entries("--limit", "1");
    expect(last?.actor).toMatchObject({ kind: "command", sudo_user: "anna" });
    expect((await cli.run("audit", "--limit", "1")).stdout).toContain("command of anna (as ");
  });

  test("shows one key, by name, and a time", async () => {
    await cli.run("keys", "create", "--name", "other");
    expect(await entries("--key", "studio")).toHaveLength(1);
    expect(await entries("--from", "2999-01-01")).toEqual([]);
    expect(await entries("--to", "2999-01-01")).toHaveLength(2);
    const { stdout } = await cli.run("audit", "--key", "other");
    expect(stdout).toMatch(
      /^TIME \(UTC\) +WHO +WHAT +OBJECTS +OUTCOME\n\d{4}-.* command of unknown +key\.created +key /,
    );
    expect((await cli.run("audit", "--from", "2999-01-01")).stdout).toBe("There are no entries.\n");
  });

  test.each([
    [["--from", "yesterday"], 2, "--from: expected a date"],
    [["--from", "2026-02-01", "--to", "2026-01-01"], 2, "audit: --from must be before --to."],
    [["--limit", "0"], 2, "--limit: expected a whole number from 1 to 100000"],
    [["--key", "unknown"], 1, 'needledrop audit: There is no key "unknown"'],
  ])("refuses %j", async (options, expected, message) => {
    const { status, stderr } = await cli.run("audit", ...options);
    expect(status).toBe(expected);
    expect(stderr).toStartWith(message);
  });
});

describe("audit export and audit verify", () => {
  test("write a file that is intact, also without a data folder, and record that it was written", async () => {
    const file = cli.path("audit.jsonl");
    const { stdout } = await cli.run("audit", "export", file);
    expect(stdout).toMatch(/^Wrote .*audit\.jsonl: 1 entries, the last is number 1 with the SHA-256 [0-9a-f]{64}\.\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    cli.set("NEEDLEDROP_DATA", cli.path("nowhere"));
    const verified = await cli.run("audit", "verify", file);
    expect(verified.status).toBe(0);
    expect(verified.stdout).toContain("is intact: entries 1 to 1.");
    expect(existsSync(cli.path("nowhere"))).toBe(false);
    cli.set("NEEDLEDROP_DATA", cli.data);
    expect((await entries()).map(({ action }) => action)).toEqual(["key.created", "audit.exported"]);
    expect(await cli.json("audit", "verify")).toMatchObject({ intact: true, entries: 2, first: 1 });
  });

  test("find a changed line in an export, and in the data folder", async () => {
    await cli.run("keys", "revoke", key.id);
    const file = cli.path("audit.jsonl");
    await cli.run("audit", "export", file);
    writeFileSync(file, readFileSync(file, "utf8").replace("key.created", "key.changed"));
    const { status, stdout } = await cli.run("audit", "verify", file);
    expect(status).toBe(1);
    expect(stdout).toBe(
      `${file} is broken at line 3: its digest of entry 1 does not match: that entry or this one was changed.\n`,
    );
    expect((await cli.run("audit", "verify")).status).toBe(0);
    sql("delete from audit_lines where seq = 2");
    const trail = await cli.run("audit", "verify", "--json");
    expect(trail.status).toBe(1);
    expect(JSON.parse(trail.stdout)).toMatchObject({ intact: false, line: 2 });
  });

  test("do not replace a file, and leave nothing behind", async () => {
    const file = cli.file("audit.jsonl", "mine");
    const { status, stderr } = await cli.run("audit", "export", file);
    expect([status, readFileSync(file, "utf8")]).toEqual([1, "mine"]);
    expect(stderr).toContain("exists already. Name a new file.");
    expect((await cli.run("audit", "export", cli.path("none/audit.jsonl"))).stderr).toContain("There is no folder");
    expect((await cli.run("audit", "verify", cli.path("none.jsonl"))).stderr).toContain("There is no file");
    expect((await cli.run("audit", "verify", file)).stdout).toContain("is broken at line 1: it is not the anchor");
    expect(await entries()).toHaveLength(1);
  });

  test("show a damaged entry as damaged", async () => {
    sql("update audit_lines set line = 'nonsense'");
    expect((await cli.run("audit")).stdout).toContain("(damaged entry; see `needledrop audit verify`)");
    expect(await cli.json<object>("audit")).toEqual([{ damaged: "nonsense" }]);
  });
});
