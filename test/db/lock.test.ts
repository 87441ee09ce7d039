import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { acquireLock, type HeldLock, type LockHolder } from "../../src/db/lock.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ME: LockHolder = { pid: process.pid, role: "server", address: "127.0.0.1:4040", since: 1_700_000_000_000 };
const OTHER: LockHolder = { pid: 2, role: "import", address: null, since: 1 };

let folder = "";
let path = "";
beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, "server.lock");
});

function take(holder: LockHolder): HeldLock {
  const lock = acquireLock(path, holder);
  if (lock.kind !== "acquired") throw new Error("the lock was held");
  return lock;
}

describe("a lock", () => {
  test("is refused to a second process, with its holder", () => {
    const lock = take(ME);
    expect(acquireLock(path, OTHER)).toEqual({ kind: "held", holder: ME });
    lock.release();
  });

  test("has the latest description of its holder", () => {
    const lock = take({ ...ME, address: null });
    lock.describe(ME);
    expect(acquireLock(path, OTHER)).toEqual({ kind: "held", holder: ME });
    lock.release();
  });

  test("is free after its release, which can be called twice", () => {
    const lock = take(ME);
    lock.release();
    lock.release();
    expect(existsSync(`${path}.json`)).toBe(false);
    take(OTHER).release();
  });

  test("ends with a killed process", async () => {
    const child = Bun.spawn([process.execPath, Bun.fileURLToPath(import.meta.resolve("./hold-lock.ts")), path], {
      stdout: "pipe",
    });
    try {
      expect(Buffer.from((await child.stdout.getReader().read()).value ?? []).toString()).toBe("acquired\n");
      expect(acquireLock(path, ME)).toEqual({ kind: "held", holder: { ...OTHER, pid: child.pid } });
    } finally {
      child.kill("SIGKILL");
      await child.exited;
    }
    take(ME).release();
  });

  test("is refused without a holder while that has not yet written its description", async () => {
    const lock = take(ME);
    await writeFile(`${path}.json`, '{"pid":"one"');
    expect(acquireLock(path, OTHER)).toEqual({ kind: "held", holder: null });
    lock.release();
  });

  test("in a replaced folder does not remove the description of the new lock's holder", async () => {
    const lock = take(ME);
    await writeFile(`${path}.json`, JSON.stringify(OTHER));
    lock.release();
    expect(existsSync(`${path}.json`)).toBe(true);
  });

  test("that cannot be created has an error with its path", () => {
    expect(() => acquireLock(join(folder, "absent", "server.lock"), ME)).toThrow();
  });
});
