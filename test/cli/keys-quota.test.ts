import { beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { uploads } from "../../schema/tables/service/assets.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { TestCli } from "./setup.ts";
import { writeNow } from "../support/write-now.ts";

const HOUR_MS = 3_600_000;

let cli: TestCli;
let keyId: string;

beforeEach(async () => {
  cli = new TestCli();
  const options = ["--image-quota", "2", "--video-quota", "5", "--rate", "7"];
  ({ id: keyId } = await cli.json<{ id: string }>("keys", "create", "--name", "studio", ...options));
});

function upload(mediaKind: "image" | "video", acceptedAt: number): void {
  const db = SqliteServiceDb.open(join(cli.data, "needledrop.db"));
  writeNow(db, (tx) => tx.orm.insert(uploads).values({ keyId, mediaKind, acceptedAt }).run());
  db.close();
}

describe("keys quota", () => {
  test("shows the rate and the uploads of the last 24 hours", async () => {
    const first = Date.now() - 23 * HOUR_MS;
    upload("image", Date.now() - 25 * HOUR_MS);
    upload("image", first);
    upload("image", Date.now() - HOUR_MS);
    upload("video", Date.now() - HOUR_MS);
    expect(await cli.json<object>("keys", "quota", "studio")).toEqual({
      id: keyId,
      name: "studio",
      rate: { limit: 7, window_seconds: 1 },
      quotas: {
        images: { limit: 2, used: 2, remaining: 0, free_at: new Date(first + 24 * HOUR_MS).toISOString() },
        video: { limit: 5, used: 1, remaining: 4, free_at: null },
        audio: { limit: 200, used: 0, remaining: 200, free_at: null },
      },
    });
    const { stdout } = await cli.run("keys", "quota", keyId);
    expect(stdout).toMatch(/^Rate +7 searches per second$/m);
    expect(stdout).toMatch(/^Pictures +2 of 2 used in the last 24 hours, 0 left; the next one from \d{4}-.* \(UTC\)$/m);
    expect(stdout).toMatch(/^Films +1 of 5 used in the last 24 hours, 4 left$/m);
  });

  test("of an unknown key fails", async () => {
    const { status, stderr } = await cli.run("keys", "quota", "unknown");
    expect([status, stderr]).toEqual([1, expect.stringContaining('There is no key "unknown"')]);
  });
});
