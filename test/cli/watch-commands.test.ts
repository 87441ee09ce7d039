import { beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { putImported, putState } from "../../src/catalog/watch/watch-store.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { TestCli } from "./setup.ts";

let cli: TestCli;
beforeEach(async () => {
  cli = new TestCli();
  expect((await cli.run("import", cli.file("dump.jsonl", '{"id":"1","title":"Harbour"}'))).status).toBe(0);
});

/** Leaves the state that a server leaves for a folder with held songs. */
async function hold(folder: string, held: number): Promise<void> {
  const db = SqliteServiceDb.open(join(cli.data, "needledrop.db"));
  await db.write(function* (tx) {
    yield* putImported(tx, { folder, fingerprint: "f", now: 1_000, held, used: null });
    yield* putState(tx, folder, { state: "held", detail: "Songs disappeared.", since: 2_000 });
  });
  db.close();
}

test("watched folders are listed with their state", async () => {
  expect((await cli.run("watch", "list")).stdout).toStartWith("No folder has been watched yet");
  await hold("/srv/music", 7);
  expect(await cli.json("watch", "list")).toEqual([
    {
      folder: "/srv/music",
      state: "held",
      detail: "Songs disappeared.",
      since: "1970-01-01T00:00:02.000Z",
      imported_at: "1970-01-01T00:00:01.000Z",
      held: 7,
    },
  ]);
  expect((await cli.run("watch", "list")).stdout).toContain("/srv/music");
});

test("held songs are confirmed once; other folders are refused", async () => {
  await hold("/srv/music", 7);
  await hold("/srv/other", 0);
  const confirmed = await cli.run("watch", "confirm", "/srv/music/");
  expect([confirmed.status, confirmed.stdout]).toEqual([
    0,
    "A running server retires 7 songs of /srv/music at its next look.\n",
  ]);
  expect((await cli.run("watch", "confirm", "/srv/other")).stderr).toContain("No song of /srv/other waits");
  const unknown = await cli.run("watch", "confirm", "/srv/none");
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining("/srv/none is not watched")]);
  expect((await cli.run("watch", "confirm")).status).toBe(2);
});

test("the doctor warns about a folder that is held, and about one that was not looked at", async () => {
  await hold("/srv/music", 7);
  cli.set("NEEDLEDROP_WATCH", "/srv/music,/srv/new");
  const { stdout } = await cli.run("doctor");
  expect(stdout).toContain("warn  watched folder: /srv/music: held since 1970-01-01T00:00:02.000Z.");
  expect(stdout).toContain("needledrop watch confirm /srv/music");
  expect(stdout).toContain("warn  watched folder: /srv/new: not looked at yet");
});
