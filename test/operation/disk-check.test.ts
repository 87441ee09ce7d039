import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { diskCheck } from "../../src/operation/disk-check.ts";
import { TestInstallation } from "../app/setup.ts";

let installation: TestInstallation;
beforeEach(() => {
  installation = new TestInstallation();
  mkdirSync(installation.data);
});
afterEach(() => installation.remove());

test("the disk is written at most once a second, and immediately if the clock was set back", () => {
  const check = diskCheck(installation.data, installation.clock);
  expect(check()).toMatchObject({ ok: true, detail: "writable" });
  renameSync(installation.data, installation.path("away"));
  installation.now += 999;
  expect(check().ok).toBe(true);
  installation.now += 1;
  expect(check().ok).toBe(false);
  renameSync(installation.path("away"), installation.data);
  installation.now -= 1_000_000;
  expect(check().ok).toBe(true);
});

test("an unwritable data folder is reported by the error's code only, without its path", () => {
  rmSync(installation.data, { recursive: true });
  writeFileSync(installation.data, "a file");
  const { ok, detail } = diskCheck(installation.data, installation.clock)();
  expect(ok).toBe(false);
  expect(detail).toBe("the data folder cannot be written (ENOTDIR)");
});
