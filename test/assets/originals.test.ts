import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { Originals, type UploadObjects } from "../../src/assets/originals.ts";
import { type OriginalStatus, UploadFolder } from "../../src/assets/upload-folder.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { randomId, uuidOf } from "../../src/lib/ids.ts";
import { silentLog } from "../../src/lib/log.ts";
import { ObjectStoreFailed } from "../../src/objects/object-store.ts";
import { sha256 } from "../../src/objects/s3-connection.ts";
import { S3Objects } from "../../src/objects/s3-objects.ts";
import { FakeS3 } from "../support/fake-s3.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const BYTES = new TextEncoder().encode("a film");
const CONTENT = { digest: sha256(BYTES), byteSize: BYTES.byteLength };
const NOW = Date.now();
const RUNNING = new AbortController().signal;

const fake = new FakeS3();
afterAll(() => fake.stop());

let folder: UploadFolder;
let id: string;
let mayRemove: boolean;
let logged: object[];
beforeEach(() => {
  fake.requests.length = 0;
  logged = [];
  fake.objects.clear();
  fake.instead = () => null;
  folder = new UploadFolder(temporaryFolder());
  id = randomId();
  mayRemove = true;
});

function originals(more: Partial<UploadObjects> = {}, freeBytes = 1e12): Originals {
  const objects: UploadObjects = {
    store: new S3Objects(fake.settings()),
    claim: async () => undefined,
    claimedAt: async () => NOW - 10 * DAY_MS,
    mayRemove: () => Promise.resolve(mayRemove),
    outage: () => null,
    ...more,
  };
  const note = (fields: object): void => void logged.push(fields);
  const log = { ...silentLog, warn: note, error: note };
  return new Originals({ folder, objects, log, freeBytes: () => freeBytes });
}

/** The store is found to be down after this number of questions. */
function downAfter(questions: number): UploadObjects["outage"] {
  let asked = 0;
  const cause = new ObjectStoreFailed("failed", "down");
  return () => (asked++ < questions ? null : { cause });
}

async function arrive(): Promise<void> {
  await writeFile(await folder.begin(id), BYTES);
}

const asset = () => ({ id, byteSize: CONTENT.byteSize, sha256: CONTENT.digest, submittedAt: NOW });
const stored = (): Uint8Array | null => fake.bytesOf(`uploads/${id}`);
const local = (): boolean => existsSync(folder.originalPath(id));

describe("an upload with a store of objects", () => {
  test("is an object and a file, and is downloaded and checked if the file is lost", async () => {
    await arrive();
    await originals().publish(id, CONTENT);
    expect([stored(), local()]).toEqual([Buffer.from(BYTES), true]);
    const requests = fake.requests.length;
    expect(await originals().fetch(asset())).toBe(folder.originalPath(id));
    expect(fake.requests.length).toBe(requests);
    await rm(folder.originalPath(id));
    expect(await Bun.file((await originals().fetch(asset())) ?? "").bytes()).toEqual(BYTES);
  });

  test("is lost if its object is missing or has other bytes, and waits if the store or the disk cannot", async () => {
    expect(await originals().fetch(asset())).toBeNull();
    fake.set(`uploads/${id}`, new Uint8Array(CONTENT.byteSize));
    expect(await originals().fetch(asset())).toBeNull();
    expect(local()).toBe(false);
    expect(await originals({}, 1e6).fetch(asset()).catch(String)).toContain("no room");
    fake.instead = () => new Response(null, { status: 403 });
    expect(
      await originals()
        .fetch(asset())
        .catch((error: unknown) => error),
    ).toBeInstanceOf(ObjectStoreFailed);
  });

  test("is not kept if it cannot be stored, or in the store of another data folder", async () => {
    await arrive();
    const others = originals({ claim: () => Promise.reject(new ObjectStoreFailed("failed", "of others")) });
    expect(await others.publish(id, CONTENT).catch(String)).toContain("of others");
    fake.instead = ({ method }) => (method === "PUT" ? new Response(null, { status: 403 }) : null);
    expect(
      await originals()
        .publish(id, CONTENT)
        .catch((error: unknown) => error),
    ).toBeInstanceOf(ObjectStoreFailed);
    expect([stored(), local()]).toEqual([null, false]);
  });

  test("is served from its object after the file was removed, and from both as the same", async () => {
    await arrive();
    const all = originals();
    await all.publish(id, CONTENT);
    const withFile = await all.open(asset());
    await all.settle(asset());
    const without = await all.open(asset());
    if (typeof withFile === "string" || typeof without === "string") throw new Error("expected objects");
    expect([withFile.path, without.path]).toEqual([folder.originalPath(id), null]);
    expect([withFile.digest, withFile.byteSize]).toEqual([without.digest, without.byteSize]);
    expect(Buffer.concat(await Array.fromAsync(await without.read(2, 5))).toString()).toBe("film");
  });

  test("from before the store was set is moved there", async () => {
    await arrive();
    await folder.publish(id);
    await originals().settleAll((name) => Promise.resolve(name === id ? asset() : null), RUNNING);
    expect([stored(), local()]).toEqual([Buffer.from(BYTES), false]);
  });

  test("from before the store was set is named and skipped if it cannot be moved, unless the store is down", async () => {
    const bad = randomId();
    const ids = [id, bad, randomId()];
    for (id of ids) {
      await arrive();
      await folder.publish(id);
    }
    const find = (name: string) => Promise.resolve({ ...asset(), id: name });
    fake.instead = ({ method }, key) =>
      method === "PUT" && key.endsWith(`uploads/${bad}`) ? new Response(null, { status: 403 }) : null;
    await originals().settleAll(find, RUNNING);
    expect(ids.filter((name) => fake.bytesOf(`uploads/${name}`) === null)).toEqual([bad]);
    expect(logged).toMatchObject([{ failed: 1, assetIds: [bad] }]);
    const all = originals({ outage: downAfter(1) });
    await expect(all.settleAll(find, RUNNING)).rejects.toThrow("403");
  });

  test("from before the store was set stays if the server stops, also while it is sent", async () => {
    const stopping = new AbortController();
    for (const name of [id, randomId(), randomId()]) {
      id = name;
      await arrive();
      await folder.publish(name);
    }
    const find = (name: string) => Promise.resolve({ ...asset(), id: name });
    fake.instead = ({ method }) => {
      if (method === "PUT") stopping.abort(new Error("stopping"));
      return null;
    };
    await expect(originals().settleAll(find, stopping.signal)).rejects.toThrow("stopping");
    expect(fake.requests.filter((line) => line.startsWith("PUT"))).toHaveLength(1);
    expect(await folder.originalNames()).toHaveLength(3);
  });

  test("is removed with its object, and only the file of a copy of the data folder", async () => {
    for (const own of [false, true]) {
      mayRemove = own;
      await arrive();
      await originals().publish(id, CONTENT);
      await originals().remove(id);
      expect([stored() === null, local()]).toEqual([own, false]);
    }
  });

  test("stays in the store after another data folder has claimed it", async () => {
    await arrive();
    await originals().publish(id, CONTENT);
    await originals({ claim: () => Promise.reject(new ObjectStoreFailed("failed", "of others")) }).remove(id);
    expect([stored(), local()]).toEqual([Buffer.from(BYTES), false]);
  });

  test("is removed even if the store does not answer, and its object later", async () => {
    await arrive();
    await originals().publish(id, CONTENT);
    fake.instead = () => new Response(null, { status: 403 });
    await originals().remove(id);
    fake.instead = () => null;
    expect([stored() !== null, local()]).toEqual([true, false]);
    expect(await originals().sweep(() => Promise.resolve("unneeded"), NOW, RUNNING)).toBe(1);
    expect(stored()).toBeNull();
  });
});

describe("the sweep of originals in the store", () => {
  const left = async (all: Originals, status: OriginalStatus): Promise<string[]> => {
    for (const [name, days] of [
      ["new", 0],
      ["old", 2],
      ["before", 20],
    ] as const) {
      fake.set(`uploads/${uuidOf(name)}`, BYTES, new Date(NOW - days * DAY_MS));
    }
    await all.sweep(() => Promise.resolve(status), NOW, RUNNING);
    return ["before", "new", "old"].filter((name) => fake.bytesOf(`uploads/${uuidOf(name)}`) !== null);
  };

  test("removes what no asset needs, and without an asset only what is a day old and younger than the claim", async () => {
    expect(await left(originals(), "needed")).toEqual(["before", "new", "old"]);
    expect(await left(originals(), "unknown")).toEqual(["before", "new"]);
    expect(await left(originals(), "unneeded")).toEqual([]);
  });

  test("removes nothing if a time is unknown, and says so", async () => {
    const unknown = originals({ claimedAt: async () => Number.NaN });
    expect(await left(unknown, "unneeded")).toHaveLength(3);
    expect(logged).toMatchObject([{ store: "s3://a-bucket/studio" }]);
    const key = `uploads/${id}`;
    const list = `<ListBucketResult><Contents><Key>studio/${key}</Key><Size>6</Size></Contents></ListBucketResult>`;
    fake.set(key, BYTES);
    fake.instead = (request) => (request.url.includes("list-type") ? new Response(list) : null);
    for (const status of ["unneeded", "unknown"] as const) {
      expect(await originals().sweep(() => Promise.resolve(status), NOW, RUNNING)).toBe(0);
      expect(stored()).not.toBeNull();
    }
  });

  test("names and skips an object that cannot be removed, unless the store is down", async () => {
    const bad = uuidOf("new");
    fake.instead = ({ method }, key) =>
      method === "DELETE" && key.endsWith(bad) ? new Response(null, { status: 403 }) : null;
    expect(await left(originals(), "unneeded")).toEqual(["new"]);
    expect(logged).toMatchObject([{ failed: 1, assetIds: [bad] }]);
    await expect(left(originals({ outage: downAfter(1) }), "unneeded")).rejects.toThrow("403");
  });

  test("ends between two objects if the server stops", async () => {
    const stopping = new AbortController();
    fake.instead = ({ method }) => {
      if (method === "DELETE") stopping.abort(new Error("stopping"));
      return null;
    };
    for (const name of ["a", "b", "c"]) fake.set(`uploads/${uuidOf(name)}`, BYTES);
    await expect(originals().sweep(() => Promise.resolve("unneeded"), NOW, stopping.signal)).rejects.toThrow(
      "stopping",
    );
    expect(fake.objects.size).toBe(2);
  });

  test("touches no object whose name is no id of an asset", async () => {
    const names = ["incoming/a.part", `originals/${id}`, `${id}.bak`, "notes.txt", id.toUpperCase(), ""];
    for (const name of names) fake.set(`uploads/${name}`, BYTES, new Date(NOW - 2 * DAY_MS));
    expect(await originals().sweep(() => Promise.resolve("unneeded"), NOW, RUNNING)).toBe(0);
    expect(fake.objects.size).toBe(names.length);
  });

  test("removes nothing while another server can use the store, and nothing from the store of another", async () => {
    mayRemove = false;
    expect(await left(originals(), "unneeded")).toHaveLength(3);
    mayRemove = true;
    const others = originals({ claim: () => Promise.reject(new ObjectStoreFailed("failed", "of others")) });
    await expect(left(others, "unneeded")).rejects.toThrow("of others");
    expect(fake.objects.size).toBe(3);
  });
});
