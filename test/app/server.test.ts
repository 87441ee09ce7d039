import { Database } from "bun:sqlite";
import { existsSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Core, openCore } from "../../src/app/core.ts";
import { ServerRunning, takeServerLock } from "../../src/app/data-locks.ts";
import { firstSignIn } from "../../src/app/first-sign-in.ts";
import { NeedledropServer } from "../../src/app/server.ts";
import { buildServices } from "../../src/app/services.ts";
import { catalogPath, generationDir } from "../../src/catalog/generation.ts";
import { explainingStorage } from "../../src/app/explain-storage.ts";
import { InvalidConfig, readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";
import { addUser } from "../../src/users/manage-users.ts";
import { TestInstallation } from "./setup.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let installation: TestInstallation;
let core: Core;
let servers: NeedledropServer[];
beforeEach(async () => {
  installation = new TestInstallation();
  core = await coreAt(0);
  servers = [];
});
afterEach(async () => {
  for (const one of servers) await one.stop();
  await core.close();
  installation.remove();
});

async function coreAt(port: number): Promise<Core> {
  return await openCore(readConfig({}, { data: installation.data, port: String(port) }), silentLog);
}

function server(on = core): NeedledropServer {
  const made = new NeedledropServer(on, "0.0.0-test");
  servers.push(made);
  return made;
}

function jobStates(): unknown {
  return sqliteOf(core).sqlite.query("select state, attempt from jobs").values();
}

test("a server whose port is taken starts no job", async () => {
  sqliteOf(core).sqlite.run(
    `insert into jobs (kind, lane, payload, state, attempt, run_at, lease_until, lease_owner, created_at)
     values ('deliver_webhook', 'webhook', '{"delivery_id":"x"}', 'running', 1, 0, 1, 'a dead process', 0)`,
  );
  const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const late = await coreAt(taken.port);
  await expect(server(late).start()).rejects.toThrow(String(taken.port));
  await late.close();
  taken.stop(true);
  expect(jobStates()).toEqual([["running", 1]]);
  await server().start();
  expect(jobStates()).not.toEqual([["running", 1]]);
});

describe("a start is refused, with advice, and the file stays, if the catalog is", () => {
  const foreign = (path: string): void => {
    rmSync(path);
    const other = new Database(path, { create: true });
    other.run("create table invoices (id)");
    other.close();
  };
  test.each<[string, (path: string) => void]>([
    ["missing", rmSync],
    ["empty", (path) => truncateSync(path, 0)],
    ["truncated", (path) => truncateSync(path, statSync(path).size / 2)],
    ["of another program", foreign],
  ])("%s", async (_how, damage) => {
    await installation.importSongs(core, "in-place", [{ id: "1", title: "Low Tide" }]);
    const path = catalogPath(generationDir(installation.data, 1));
    damage(path);
    const before = existsSync(path) ? readFileSync(path).toBase64() : null;
    // As `serve` does.
    const failure = await explainingStorage(installation.data, () => server().start()).then(
      () => null,
      (error: unknown) => String(error),
    );
    expect(failure).toContain("needledrop restore");
    expect(failure).toContain(installation.data);
    expect(existsSync(path) ? readFileSync(path).toBase64() : null).toBe(before);
  });
});

test("a start says where the admin token is, until somebody has a password", async () => {
  const said: string[] = [];
  const log = { ...silentLog, info: (_fields: object, text: string) => void said.push(text) };
  const { url } = await server({ ...core, log }).start();
  const hint = said.find((text) => text.includes("admin token")) ?? "";
  expect(hint).toContain(url);
  const [, path = ""] = /the file (\S+)$/.exec(hint) ?? [];
  expect(readFileSync(path, "utf8").trim()).toMatch(/^[\w-]{43}$/);
  await addUser(core, { name: "Kim", role: "admin", password: "a password for tests" });
  expect(await firstSignIn(core, url)).toBeNull();
});

test("a start does not repeat an admin token that is set", async () => {
  const config = readConfig({}, { data: installation.data, "admin-token": "a-token-for-administrators" });
  expect(await firstSignIn({ ...core, config }, "http://localhost")).toEndWith("which is the setting ADMIN_TOKEN");
});

test("with port 0, the result, links and the holder of the lock have the bound port", async () => {
  const { url } = await server().start();
  expect(await (await fetch(`${url}/openapi.json`)).text()).toContain(`"url":"${url}"`);
  const holder = { pid: 1, role: "another", address: null, since: 0 };
  expect(() => takeServerLock(installation.data, holder)).toThrow(ServerRunning);
  expect(() => takeServerLock(installation.data, holder)).toThrow(url);
});

test("a server is ready only after everything has started", async () => {
  const services = await buildServices(core, { version: "0.0.0-test", ownUrl: () => "http://needledrop.test" });
  const ask = async (): Promise<number> =>
    (await services.app.handle(new Request("http://needledrop.test/readyz"))).status;
  expect(await ask()).toBe(503);
  services.lifecycle.running();
  expect(await ask()).toBe(200);
  services.lifecycle.stopping();
  services.lifecycle.running();
  expect(await ask()).toBe(503);
});

test("a start with an unusable watermark fails and says what was expected", async () => {
  const watermark = installation.path("mark.wav");
  await Bun.write(watermark, "no sound");
  const refused = await openCore(readConfig({}, { data: installation.data, port: "0", watermark }), silentLog);
  const starting = server(refused).start();
  await expect(starting).rejects.toThrow(InvalidConfig);
  await expect(starting).rejects.toThrow(
    /mark\.wav cannot be used: It is not a WAV, AIFF, FLAC, MP3, M4A, AAC or OGG file/,
  );
  await refused.close();
});
