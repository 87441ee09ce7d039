import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adminTokenOf, signingSecretOf } from "../../src/app/secrets.ts";
import { TestInstallation } from "./setup.ts";

let installation: TestInstallation;

beforeEach(() => {
  installation = new TestInstallation();
});

afterEach(() => installation.remove());

describe("the admin token", () => {
  test("is created once and readable by its owner only", async () => {
    const { config } = await installation.open();
    const token = adminTokenOf(config);
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(adminTokenOf(config)).toBe(token);
    const path = join(config.dataDir, "admin-token");
    expect(readFileSync(path, "utf8").trim()).toBe(token);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(config.dataDir).filter((name) => name.startsWith(".admin"))).toEqual([]);
  });

  test("that is configured is used and not written", async () => {
    const { config } = await installation.open();
    expect(adminTokenOf({ ...config, adminToken: "configured by hand" })).toBe("configured by hand");
    expect(readdirSync(config.dataDir)).not.toContain("admin-token");
  });

  test("is different in every installation", async () => {
    const one = await installation.open();
    const other = await installation.open(installation.path("other"));
    expect(adminTokenOf(one.config)).not.toBe(adminTokenOf(other.config));
  });

  test("must not be an empty file", async () => {
    const { config } = await installation.open();
    writeFileSync(join(config.dataDir, "admin-token"), "\n");
    expect(() => adminTokenOf(config)).toThrow("is empty; remove it");
  });
});

describe("the secret that signs URLs", () => {
  test("is created once and outlives the process", async () => {
    const core = await installation.open();
    const secret = await signingSecretOf(core.db);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    await core.close();
    expect(await signingSecretOf((await installation.open()).db)).toBe(secret);
  });

  test("is the same for two processes that ask for it first at the same time", async () => {
    const [one, other] = [(await installation.open()).db, (await installation.open()).db];
    const [first, second] = await Promise.all([signingSecretOf(one), signingSecretOf(other)]);
    expect([second, await signingSecretOf(one)]).toEqual([first, first]);
  });
});
