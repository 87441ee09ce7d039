import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Readiness } from "../../schema/wire/jsonapi.ts";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { makeAuthority } from "../support/certificates.ts";
import { HttpApp } from "../support/http-app.ts";
import { HttpsReceiver } from "../support/https-receiver.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { canMakeImmutable, canMountDisks, mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { errorsOf } from "./error-document.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const Accepted = Type.Object({ data: Type.Object({ id: Type.String() }) });
const CAN_MOUNT = canMountDisks();
const MEBIBYTE = 1024 ** 2;

let app: HttpApp;
let token: string;
let disk: SmallDisk | null = null;
let receiver: HttpsReceiver | null = null;
const formerTemporary = process.env["TMPDIR"];

afterEach(async () => {
  if (formerTemporary === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = formerTemporary;
  await app.close();
  await receiver?.stop();
  receiver = null;
  disk?.unmount();
  disk = null;
});

async function search(query: string): Promise<Response> {
  return await app.submit(token, { query, callback_url: "https://studio.example/x" });
}

async function expectNoRoom(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  const [error] = await errorsOf(response);
  expect(error?.detail).toContain("no room");
  expect(error?.detail).not.toContain(app.folder);
}

/** A picture with extra bytes after its end, so that it needs more space than the disk has. */
async function largePicture(): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await pictureBytes();
  const bytes = new Uint8Array(MEBIBYTE);
  bytes.set(picture);
  return bytes;
}

describe.skipIf(!CAN_MOUNT)("a data folder on a full disk", () => {
  beforeEach(async () => {
    disk = mountSmallDisk(16 * MEBIBYTE);
    process.env["TMPDIR"] = disk?.path ?? "";
    app = await HttpApp.create();
    token = app.key({ rate: 1_000 }).token;
  });

  test("503: searches are refused, accepted ones remain, and new ones are accepted when there is room", async () => {
    const accepted: string[] = [];
    const free = disk?.fill();
    let refused: Response | null = null;
    for (let n = 0; refused === null && n < 5_000; n++) {
      const response = await search(`tense synth ${n}`);
      if (response.status === 202) accepted.push(Value.Parse(Accepted, await response.json()).data.id);
      else refused = response;
    }
    if (refused === null) throw new Error("the disk was never full");
    await expectNoRoom(refused);
    expect((await app.ask("/readyz")).status).toBe(503);
    free?.();
    app.time.jump(2_000);
    const { meta } = Value.Parse(Readiness, await (await app.ask("/readyz")).json());
    // The disk is smaller than the least that its own check asks for.
    expect(meta.checks.filter((check) => !check.ok).map((check) => check.name)).toEqual(["disk"]);
    expect((await search("one more")).status).toBe(202);
    const kept = sqliteOf(app.core).sqlite.query<{ id: string }, []>("select search_id as id from executions").all();
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(accepted));
    expect(kept).toHaveLength(accepted.length + 1);
  });
});

describe.skipIf(!CAN_MOUNT)("searches that wait while the disk is full", () => {
  test("complete when there is room again, and their webhooks arrive once", async () => {
    disk = mountSmallDisk(16 * MEBIBYTE);
    const authority = await makeAuthority();
    receiver = await HttpsReceiver.start({ authority });
    const ca = join(temporaryFolder(), "ca.pem");
    await Bun.write(ca, authority.caPem);
    process.env["TMPDIR"] = disk?.path ?? "";
    app = await HttpApp.create({
      dump: [{ id: "1", title: "Low Tide", tags: { mood: ["calm"] } }],
      settings: { "callback-allow": "127.0.0.1", "callback-ca": ca },
    });
    token = app.key({ rate: 1_000 }).token;
    const callback = `${receiver.url}/callback`;
    const submit = async (n: number): Promise<number> =>
      (await app.submit(token, { query: `calm ${n}`, callback_url: callback })).status;
    let accepted = 0;
    while (accepted < 3 && (await submit(accepted)) === 202) accepted += 1;
    const free = disk?.fill();
    while ((await submit(accepted)) === 202) accepted += 1;

    await app.startJobs();
    for (let second = 0; second < 30; second += 1) await app.time.pass(SECOND_MS);
    expect(receiver.received).toEqual([]);
    free?.();
    await app.until(async () => {
      await app.time.pass(SECOND_MS);
      return count("deliveries where status = 'delivered'") === accepted;
    });
    expect(count("executions where status = 'completed'")).toBe(accepted);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(accepted);
    expect(new Set(ids).size).toBe(accepted);
    expect(count("ledger")).toBe(accepted);
  });
});

function count(rows: string): number {
  return sqliteOf(app.core).sqlite.query<{ n: number }, []>(`select count(*) as n from ${rows}`).get()?.n ?? -1;
}

describe("an uploads folder that cannot be written", () => {
  let uploads: string;
  beforeEach(async () => {
    app = await HttpApp.create();
    token = app.key({ hasImages: true }).token;
    uploads = join(app.core.config.dataDir, "uploads");
  });

  const upload = async (): Promise<Response> =>
    await app.upload(token, { bytes: await largePicture(), type: "image/jpeg" });

  test.skipIf(!CAN_MOUNT)("503: a full disk below it, and nothing of the upload is left", async () => {
    const small = mountSmallDisk(16 * 1024, uploads);
    try {
      await expectNoRoom(await upload());
      expect(await readdir(join(uploads, "incoming"))).toEqual([]);
      expect(await readdir(join(uploads, "originals"))).toEqual([]);
    } finally {
      small?.unmount();
    }
  });

  test.skipIf(!canMakeImmutable())("503: one that may not be written", async () => {
    mkdirSync(join(uploads, "incoming"), { recursive: true });
    mkdirSync(join(uploads, "originals"));
    try {
      expect(spawnSync("chattr", ["+i", join(uploads, "incoming")]).status).toBe(0);
      const response = await upload();
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).not.toBeNull();
      expect(await response.text()).not.toContain(app.folder);
    } finally {
      spawnSync("chattr", ["-i", join(uploads, "incoming")]);
    }
  });

  test("503: a file in the place of the folder", async () => {
    await Bun.write(uploads, "a file");
    const response = await upload();
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).not.toBeNull();
    expect(await response.text()).not.toContain(app.folder);
  });
});
