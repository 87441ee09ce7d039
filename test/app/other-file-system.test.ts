import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backUpData } from "../../src/app/backup-data.ts";
import { restoreData } from "../../src/app/restore-data.ts";
import { HttpApp } from "../support/http-app.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { FULL_WAV, SMALL_CATALOG } from "../support/small-catalog.ts";

/** A folder on another file system than temporary files, if there is one: files cannot be renamed or linked to it. */
const other = ["/dev/shm", "/var/tmp"].find(
  (path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev,
);

let folder: string | null = null;
let app: HttpApp | null = null;
afterEach(async () => {
  await app?.close();
  if (folder !== null) rmSync(folder, { recursive: true });
});

test.skipIf(other === undefined)(
  "a data folder on another file system than dumps, backups and temporary files is imported to, uploaded to and restored",
  async () => {
    folder = mkdtempSync(join(other ?? "", "needledrop-test-"));
    app = await HttpApp.create({ ...SMALL_CATALOG, media: "link", settings: { data: join(folder, "data") } });
    const { token } = app.key({ mode: "live", hasImages: true });
    expect((await app.upload(token, { bytes: await pictureBytes(), type: "image/jpeg" })).status).toBe(202);
    const link = /http[^"]+\/9001\/full\.wav[^"]+/.exec(await (await app.ask("/v1/songs/1042", { token })).text())?.[0];
    expect(await (await app.ask(link ?? "")).bytes()).toEqual(FULL_WAV);

    const backup = join(app.folder, "backup.tar");
    await backUpData(app.core, backup, "1");
    const restored = join(folder, "restored");
    await restoreData({ backup, dataDir: restored, force: false, clock: app.time });
    expect(existsSync(join(restored, "needledrop.db"))).toBe(true);
  },
);
