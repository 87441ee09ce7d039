import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { readTrail } from "../audit/read-trail.ts";
import { expectRefusals } from "../http/error-document.ts";
import { admin, askAdmin } from "../support/admin-app.ts";
import { HttpApp } from "../support/http-app.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Long, because a backup starts processes of low priority on a machine that can be busy. */
setDefaultTimeout(240_000);

const BACKUPS = "/v1/admin/backups";
const SCHEDULE = "/v1/admin/backup-schedule";
const POLL_MS = 50;

describe("backups with a folder", () => {
  let app: HttpApp;
  beforeEach(async () => {
    app = await HttpApp.create({ settings: { "backup-dir": join(temporaryFolder(), "backups") } });
  });
  afterEach(() => app.close());

  test("are made on request, listed and downloaded, and recorded", async () => {
    expect((await admin(app, "GET", BACKUPS)).list).toEqual([]);
    const started = await admin(app, "POST", BACKUPS);
    expect(started.status).toBe(202);
    expect(started.data.attributes["running_since"]).toBeString();
    await expectRefusals(await askAdmin(app, "POST", BACKUPS), "conflict");
    for (let isRunning = true; isRunning; await Bun.sleep(POLL_MS)) {
      const { attributes } = (await admin(app, "GET", SCHEDULE)).data;
      isRunning = attributes["running_since"] !== null;
      expect(attributes["failure"]).toBeNull();
    }
    const { list } = await admin(app, "GET", BACKUPS);
    expect(list.map(({ id }) => id)).toEqual(["needledrop-20260105T090000Z.tar"]);
    const file = await askAdmin(app, "GET", `${BACKUPS}/${list[0]?.id}/file`);
    expect(file.headers.get("content-type")).toBe("application/x-tar");
    expect((await file.bytes()).length).toBe(Number(list[0]?.attributes["bytes"]));
    const actions = readTrail(app.core.db).map(({ action, actor }) => `${action} by ${actor.kind}`);
    expect(actions).toEqual(["backup.requested by user", "backup.written by server", "backup.downloaded by user"]);
  });

  test("serve no other file", async () => {
    for (const name of ["unknown.tar", "needledrop-20260105T090000Z.tar", "..%2Fneedledrop.db"]) {
      await expectRefusals(await askAdmin(app, "GET", `${BACKUPS}/${name}/file`), "not_found");
    }
  });
});

describe("backups without a folder", () => {
  test("are refused with what to set", async () => {
    const app = await HttpApp.create();
    await expectRefusals(await askAdmin(app, "POST", BACKUPS), "conflict");
    expect((await admin(app, "GET", SCHEDULE)).data.attributes).toMatchObject({ folder: null, running_since: null });
    await app.close();
  });
});
