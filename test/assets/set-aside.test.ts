import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diagnose } from "../../src/app/doctor.ts";
import { UploadFolder } from "../../src/assets/upload-folder.ts";
import { TestInstallation } from "../app/setup.ts";

let installation: TestInstallation;
let setAside: string;

beforeEach(async () => {
  installation = new TestInstallation();
  await (await installation.open()).close();
  mkdirSync(join(installation.data, "uploads"), { recursive: true });
  setAside = join(installation.data, "uploads", "set-aside");
});

afterEach(() => installation.remove());

describe("the originals that were set aside", () => {
  test("are measured without those that disappear meanwhile", async () => {
    const uploads = new UploadFolder(installation.data);
    mkdirSync(setAside);
    // A dangling link is listed, but has no size, like a file that is moved after the folder was read.
    symlinkSync(join(installation.folder, "absent"), join(setAside, "gone"));
    expect(await uploads.measureSetAside()).toBeNull();
    writeFileSync(join(setAside, "kept"), "12345");
    expect(await uploads.measureSetAside()).toEqual({ folder: setAside, files: 1, bytes: 5 });
  });

  test("fail only their own check of the doctor when they cannot be read", async () => {
    writeFileSync(setAside, "not a folder");
    const { checks } = await diagnose({
      environment: {},
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    expect(checks.find(({ name }) => name === "uploads")).toMatchObject({
      status: "fail",
      advice: expect.stringContaining(`${setAside}: expected to read it`),
    });
    const names = checks.map(({ name }) => name);
    for (const name of ["server", "schema", "sharp", "clock"]) expect(names).toContain(name);
  });
});
