import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { Appliance, type Serving } from "../support/appliance.ts";
import { TestCli } from "./setup.ts";

describe("a running server", () => {
  let appliance: Appliance;
  let serving: Serving;
  let next: Serving;

  beforeAll(async () => {
    appliance = await Appliance.create();
    serving = await appliance.serve();
  });

  afterAll(() => appliance.remove());

  test("creates an admin token that only its owner can read", async () => {
    const path = join(appliance.data, "admin-token");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const ask = async (token: string): Promise<number> =>
      (await fetch(`${serving.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await ask(readFileSync(path, "utf8").trim())).toBe(200);
    expect(await ask("another token")).toBe(401);
  });

  test.skipIf(process.platform !== "linux")("writes no core dump, nor do its children", () => {
    const limits = readFileSync(`/proc/${serving.pid}/limits`, "utf8");
    // The soft and the hard limit. Children inherit the hard limit and cannot raise it.
    expect(limits).toMatch(/^Max core file size +0 +0 /m);
  });

  test("is named by a second server, which is refused on the same folder", async () => {
    const second = await appliance.run("serve", "--port", "0");
    expect(second.status).toBe(1);
    expect(second.stderr).toContain("A server already runs on this data folder");
    expect(second.stderr).toContain(String(serving.pid));
    expect(second.stderr).toContain(serving.url);
  });

  test("applies the creation and revocation of a key by a command", async () => {
    const key = await appliance.json<{ id: string; token: string }>("keys", "create", "--name", "late");
    const ask = async (): Promise<number> =>
      (await fetch(`${serving.url}/v1/songs`, { headers: { authorization: `Token ${key.token}` } })).status;
    expect(await ask()).toBe(200);
    await appliance.run("keys", "revoke", key.id);
    expect(await ask()).toBe(401);
  });

  test("can be backed up, but its folder cannot be restored", async () => {
    const file = join(appliance.folder, "backup.tar");
    expect((await appliance.run("backup", file)).status).toBe(0);
    const restore = await appliance.run("restore", file, "--force");
    expect(restore.status).toBe(1);
    expect(restore.stderr).toContain("A server already runs on this data folder");
    expect((await fetch(`${serving.url}/readyz`)).status).toBe(200);
  });

  test("reloads on SIGHUP and goes on", async () => {
    process.kill(serving.pid, "SIGHUP");
    expect((await fetch(`${serving.url}/readyz`)).status).toBe(200);
  });

  test("ends with 0 on SIGTERM, and another one can start", async () => {
    expect(await serving.stop()).toBe(0);
    next = await appliance.serve();
  });

  test.skipIf(process.platform !== "linux")("leaves no core dump when it crashes, and no token in a file", async () => {
    const { token } = await appliance.json<{ token: string }>("keys", "create", "--name", "in use");
    const headers = { authorization: `Token ${token}` };
    expect((await fetch(`${next.url}/v1/songs`, { headers })).status).toBe(200);
    const before = new Set(await filesIn(appliance.folder));
    await next.crash();
    const files = await filesIn(appliance.folder);
    expect(files.filter((path) => !before.has(path))).toEqual([]);
    for (const path of files) expect([path, readFileSync(path).includes(token)]).toEqual([path, false]);
  });
});

test("a server that cannot write its log still serves, and counts the lost lines", async () => {
  const appliance = await Appliance.create();
  appliance.logPath = "/dev/full";
  const serving = await appliance.serve();
  const token = readFileSync(join(appliance.data, "admin-token"), "utf8").trim();
  const metrics = await fetch(`${serving.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(await metrics.text()).toMatch(/^needledrop_log_lines_dropped_total [1-9]/m);
  expect(metrics.headers.get("x-request-id")).not.toBeNull();
  expect(await serving.stop()).toBe(0);
  await appliance.remove();
});

describe("serve", () => {
  let cli: TestCli;

  beforeAll(() => {
    cli = new TestCli();
  });

  test("prints when it accepts requests, and ends on a signal", async () => {
    const running = await cli.serve("--port", "0");
    cli.signal("SIGTERM");
    const { status, stdout, stderr } = await running.ended;
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      data: cli.data,
      pid: process.pid,
    });
    const messages = stderr
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line).msg);
    expect(messages).toContain("stopping");
    expect(messages.at(-1)).toBe("stopped");
  });

  test("ends immediately on a second signal", async () => {
    const running = await cli.serve("--port", "0");
    cli.signal("SIGINT");
    expect(() => cli.signal("SIGINT")).toThrow("killed with 130");
    expect((await running.ended).status).toBe(0);
  });

  test("gives up a start on a signal, with 0, and starts nothing", async () => {
    const running = cli.run("serve", "--port", "0", "--json");
    cli.signal("SIGTERM");
    const { status, stdout, stderr } = await running;
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr).toContain('"msg":"the start was given up"');
    expect(stderr).not.toContain('"msg":"serving"');
  });

  test("accepts every setting as an option, and reports all mistakes together", async () => {
    const { status, stderr } = await cli.run("serve", "--port", "x", "--log-level", "y", "--base-url", "z");
    expect(status).toBe(2);
    expect(stderr.split("\n").slice(0, 3)).toEqual([
      '--port: expected a whole number from 0 to 65535, got "x".',
      '--base-url: expected an http or https URL without query, fragment and user, got "z".',
      '--log-level: expected one of debug, info, warn, error, got "y".',
    ]);
  });

  test("writes its log to a file, and refuses one that cannot be opened", async () => {
    const path = cli.path("server.log");
    const running = await cli.serve("--port", "0", "--log-file", path);
    cli.signal("SIGTERM");
    expect((await running.ended).stderr).toBe("");
    expect(readFileSync(path, "utf8")).toContain('"msg":"stopped"');
    const refused = await cli.run("serve", "--port", "0", "--log-file", cli.path("none/server.log"));
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("--log-file: expected the path of a file in an existing folder");
  });

  test("fails on a port in use, and releases the folder", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => void taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : "";
    const { status, stderr } = await cli.run("serve", "--port", port);
    expect(status).toBe(1);
    expect(stderr).toContain(port);
    await new Promise((resolve) => void taken.close(resolve));
    const running = await cli.serve("--port", port);
    cli.signal("SIGINT");
    expect((await running.ended).status).toBe(0);
  });
});

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
