import { describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openCore } from "../../src/app/core.ts";
import { restoreData } from "../../src/app/restore-data.ts";
import { buildServices } from "../../src/app/services.ts";
import { readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A backup by each released version: three songs, a key, a completed search and its pending delivery. */
const RELEASES = [
  {
    version: "0.1.0",
    token: "nd_live_6566b289a5b6484b8799bb230a0baf21_uHl0f6msrx46WsnWxldv5fKgKRLCO1l3MgPwmhch4lU",
    search: "322a5e62-0866-80fa-a085-188746650a33",
    songs: ["2"],
    now: Date.UTC(2026, 10, 23, 18),
  },
] as const;

async function backupOf(version: string): Promise<string> {
  const packed = await Bun.file(join(import.meta.dir, `../fixtures/upgrades/${version}.tar.gz`)).bytes();
  const path = join(temporaryFolder(), `${version}.tar`);
  writeFileSync(path, gunzipSync(packed));
  return path;
}

describe.each(RELEASES)("a data folder of version $version", ({ version, token, search, songs, now }) => {
  test("is restored, opened and served by this version", async () => {
    const clock = { now: () => now };
    const dataDir = join(temporaryFolder(), "data");
    await restoreData({ backup: await backupOf(version), dataDir, force: false, clock });
    const core = await openCore(readConfig({}, { data: dataDir }), silentLog, { clock });
    // Where other processes see the locks of this one.
    expect(existsSync(join(dataDir, "needledrop.db-shm"))).toBe(true);
    const services = await buildServices(core, { version: "0.0.0-test", ownUrl: () => "http://needledrop.test" });
    try {
      await services.catalog.start();
      await services.prepare();
      const ask = async (path: string): Promise<{ data: Answered }> => {
        const request = new Request(`http://needledrop.test${path}`, { headers: { authorization: `Token ${token}` } });
        const response = await services.app.handle(request);
        expect(response.status).toBe(200);
        const answer: { data: Answered } = JSON.parse(await response.text());
        return answer;
      };
      const found = (await ask(`/v1/supervisor/search/${search}`)).data;
      expect(found.attributes.status).toBe("completed");
      expect(found.relationships.songs.data.map(({ id }) => id)).toEqual([...songs]);
      expect((await ask("/v1/songs/1")).data.attributes.title).toBe("Glass Harbour");
    } finally {
      await services.catalog.stop();
      await core.close();
    }
  });
});

interface Answered {
  readonly attributes: { readonly status?: string; readonly title?: string };
  readonly relationships: { readonly songs: { readonly data: readonly { readonly id: string }[] } };
}
