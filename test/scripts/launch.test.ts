import { beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder.ts";

const STAMP = "node_modules/.needledrop-installed";

let project: string;

const BUN_LOCK = `{
  "lockfileVersion": 2,
  "configVersion": 1,
  "workspaces": { "": { "name": "sample", "dependencies": { "local": "file:./local" } } },
  "packages": { "local": ["local@file:local", {}] }
}`;

/** A separate project with one local dependency, so that installing it needs no network. */
beforeEach(async () => {
  project = temporaryFolder();
  await mkdir(join(project, "scripts"));
  await copyFile(join(import.meta.dir, "../../scripts/launch.mjs"), join(project, "scripts/launch.mjs"));
  await write("package.json", '{ "name": "sample", "private": true, "dependencies": { "local": "file:./local" } }');
  await write("local/package.json", '{ "name": "local", "version": "1.0.0" }');
  await write("package-lock.json", "{}");
  await write("bun.lock", BUN_LOCK);
});

async function write(name: string, text: string): Promise<void> {
  await mkdir(join(project, name, ".."), { recursive: true });
  await writeFile(join(project, name), text);
}

function launch(...args: readonly string[]): Bun.Subprocess<"ignore", "pipe", "pipe"> {
  return Bun.spawn([process.execPath, join(project, "scripts/launch.mjs"), ...args], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function launched(...args: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const child = launch(...args);
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { status: await child.exited, stdout, stderr };
}

test("a clean clone is installed first, then the script runs with its arguments", async () => {
  await write("scripts/say.ts", "console.log(JSON.stringify(process.argv.slice(2)));");
  const first = await launched("scripts/say.ts", "--once", "a b");
  expect(first).toMatchObject({ status: 0, stdout: '["--once","a b"]\n' });
  expect(first.stderr).toContain("Installing dependencies");
  expect(existsSync(join(project, "node_modules/local"))).toBe(true);
});

test("dependencies are installed again only after a lockfile changes", async () => {
  await launched();
  expect((await launched()).stderr).toBe("");
  await write("package-lock.json", '{ "changed": true }');
  expect((await launched()).stderr).toContain("Installing dependencies");
});

test("a failed install ends the launch and is retried on the next one", async () => {
  await write("bun.lock", "not a lockfile");
  await write("scripts/say.ts", 'console.log("ran");');
  for (const attempt of [await launched("scripts/say.ts"), await launched("scripts/say.ts")]) {
    expect(attempt).toMatchObject({ status: 1, stdout: "" });
    expect(attempt.stderr).toContain("Installing failed");
  }
  expect(existsSync(join(project, STAMP))).toBe(false);
});

test("the script's exit status is passed on", async () => {
  await write("scripts/fail.ts", "process.exit(3);");
  expect((await launched("scripts/fail.ts")).status).toBe(3);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s is passed to the script, which decides how to end",
  async (signal) => {
    await write(
      "scripts/wait.ts",
      `process.on("${signal}", () => process.exit(5)); console.log("ready"); setInterval(() => {}, 1000);`,
    );
    const child = launch("scripts/wait.ts");
    const reader = child.stdout.getReader();
    await reader.read();
    child.kill(signal);
    expect(await child.exited).toBe(5);
  },
);

test("a script that a signal killed is reported as killed by that signal", async () => {
  await write("scripts/die.ts", 'process.kill(process.pid, "SIGKILL");');
  const child = launch("scripts/die.ts");
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
});
