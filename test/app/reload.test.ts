import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { type Core, openCore } from "../../src/app/core.ts";
import { LogFile } from "../../src/app/log-destination.ts";
import { createLogger } from "../../src/app/logger.ts";
import { Reloader } from "../../src/app/reload.ts";
import { NeedledropServer } from "../../src/app/server.ts";
import { readConfig } from "../../src/config/config.ts";
import { type Authority, makeAuthority } from "../support/certificates.ts";
import { TestInstallation } from "./setup.ts";

let installation: TestInstallation;
let core: Core;
let server: NeedledropServer;
let logFile: LogFile;
let overrides: Record<string, string>;
let url: string;

beforeEach(async () => {
  installation = new TestInstallation();
  authority = await makeAuthority();
  await install("one.example");
  overrides = {
    data: installation.data,
    port: "0",
    "tls-cert": installation.path("server.crt"),
    "tls-key": installation.path("server.key"),
    "log-file": installation.path("needledrop.log"),
  };
  const config = readConfig({}, overrides);
  logFile = new LogFile(installation.path("needledrop.log"));
  core = await openCore(config, createLogger(config, { isTerminal: false, destination: logFile }));
  server = new NeedledropServer(core, "0.0.0-test");
  ({ url } = await server.start());
});
afterEach(async () => {
  await server.stop();
  await core.close();
  logFile.close();
  installation.remove();
});

let authority: Authority;

/** Writes a new certificate with its key where the server reads them. */
async function install(name: string): Promise<void> {
  const { certPem, keyPem } = await authority.issue([name, "127.0.0.1"]);
  writeFileSync(installation.path("server.crt"), certPem);
  writeFileSync(installation.path("server.key"), keyPem);
}

function reloader(environment: Record<string, string> = {}, given: Record<string, string> = overrides): Reloader {
  return new Reloader({ server, environment, overrides: given, logFile, log: core.log });
}

/** Returns the names of the certificate that a new connection gets. */
async function shownNames(): Promise<string> {
  const { port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host: "127.0.0.1", port: Number(port), ca: authority.caPem }, () => {
    resolve(socket.getPeerCertificate().subjectaltname ?? "");
    socket.end();
  });
  socket.on("error", reject);
  return await promise;
}

async function ask(path: string): Promise<number> {
  return (await fetch(`${url}${path}`, { tls: { ca: authority.caPem } })).status;
}

function logged(): readonly { msg: string; [field: string]: unknown }[] {
  return readFileSync(installation.path("needledrop.log"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("a reload", () => {
  test("serves a renewed certificate to new connections", async () => {
    const reloading = reloader();
    expect(await shownNames()).toContain("one.example");
    await install("two.example");
    await reloading.reload();
    expect(await shownNames()).toContain("two.example");
    expect(await ask("/readyz")).toBe(200);
    await install("three.example");
    await reloading.reload();
    expect(await shownNames()).toContain("three.example");
    expect(logged().filter(({ msg }) => msg === "new certificate")).toHaveLength(2);
  });

  test("keeps the former certificate if the files are not a pair, and says so", async () => {
    const before = readFileSync(installation.path("server.crt"));
    await install("two.example");
    writeFileSync(installation.path("server.crt"), before);
    await reloader().reload();
    expect(await shownNames()).toContain("one.example");
    const error = logged().find(({ level }) => level === "error");
    expect(JSON.stringify(error?.["mistakes"])).toContain("expected the private key of the certificate");
  });

  test("writes to a new log file after the former was renamed", async () => {
    renameSync(installation.path("needledrop.log"), installation.path("needledrop.log.1"));
    await reloader().reload();
    core.log.info({}, "after");
    expect(logged().map(({ msg }) => msg)).toContain("after");
    expect(readFileSync(installation.path("needledrop.log.1"), "utf8")).not.toContain("after");
  });

  test("keeps the former log file if the new one cannot be opened", async () => {
    const moved = installation.path("moved.log");
    renameSync(installation.path("needledrop.log"), moved);
    mkdirSync(installation.path("needledrop.log"));
    await reloader().reload();
    core.log.info({}, "after");
    expect(readFileSync(moved, "utf8")).toContain("the log file cannot be opened again");
    expect(readFileSync(moved, "utf8")).toContain("after");
    rmSync(installation.path("needledrop.log"), { recursive: true });
  });

  test("names the settings that change with the next start", async () => {
    const path = join(installation.path("settings.toml"));
    writeFileSync(path, "result_limit = 10\n");
    const reloading = reloader({ NEEDLEDROP_CONFIG: path });
    writeFileSync(path, "result_limit = 20\n");
    await reloading.reload();
    const warning = logged().find(({ level }) => level === "warn");
    expect(warning?.["settings"]).toEqual(["NEEDLEDROP_RESULT_LIMIT"]);
  });

  test("does not name a certificate that it applied from another path", async () => {
    const { "tls-cert": cert, "tls-key": key, ...others } = overrides;
    const path = installation.path("settings.toml");
    const environment = { NEEDLEDROP_CONFIG: path };
    writeFileSync(path, `tls_cert = ${JSON.stringify(cert)}\ntls_key = ${JSON.stringify(key)}\n`);
    const reloading = new Reloader({ server, environment, overrides: others, logFile, log: core.log });
    const { certPem, keyPem } = await authority.issue(["moved.example", "127.0.0.1"]);
    writeFileSync(installation.path("moved.crt"), certPem);
    writeFileSync(installation.path("moved.key"), keyPem);
    writeFileSync(path, 'tls_cert = "moved.crt"\ntls_key = "moved.key"\n');
    await reloading.reload();
    expect(await shownNames()).toContain("moved.example");
    expect(logged().filter(({ level }) => level === "warn")).toEqual([]);
  });

  test("asked for during a reload follows it", async () => {
    await install("two.example");
    const reloading = reloader();
    await Promise.all([reloading.reload(), reloading.reload(), reloading.reload()]);
    expect(await shownNames()).toContain("two.example");
    expect(logged().filter(({ msg }) => msg === "reloaded")).toHaveLength(2);
  });
});

test("a second server is refused on the port of one with TLS", async () => {
  const other = new TestInstallation();
  const { port } = new URL(url);
  const second = await openCore(readConfig({}, { ...overrides, data: other.data, port }), core.log);
  const late = new NeedledropServer(second, "0.0.0-test");
  try {
    await expect(late.start()).rejects.toThrow(port);
  } finally {
    await late.stop();
    await second.close();
    other.remove();
  }
});

test("the settings in force are those of the start, and those of TLS since the last reload", async () => {
  const file = installation.path("settings.toml");
  const named = (cert: string, days: number): void =>
    writeFileSync(file, `tls_cert = "${cert}"\nresult_days = ${days}\n`);
  named(installation.path("server.crt"), 30);
  const { "tls-cert": _, ...others } = overrides;
  const reloading = reloader({}, { ...others, config: file });
  const inForce = () =>
    reloading.settings.filter(({ name }) => /TLS_CERT|RESULT_DAYS/.test(name)).map(({ value }) => value);
  expect(inForce().toSorted()).toEqual([installation.path("server.crt"), "30"]);
  const moved = installation.path("moved.crt");
  renameSync(installation.path("server.crt"), moved);
  named(moved, 40);
  expect(inForce()).not.toContain(moved);
  await reloading.reload();
  expect(inForce().toSorted()).toEqual([moved, "30"]);
});
