import { expect, test } from "bun:test";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { backUpApart, verifyApart } from "../../src/app/backups/back-up-apart.ts";
import { TestCli } from "./setup.ts";

const signal = new AbortController().signal;

test("backup verify accepts a sound backup without a data folder, and refuses a damaged one", async () => {
  const cli = new TestCli();
  await cli.run("keys", "create", "--name", "studio");
  const path = cli.path("b.tar");
  expect((await cli.run("backup", path)).status).toBe(0);
  const verified = await cli.run("backup", "verify", path, "--data", cli.path("nowhere"));
  expect(verified.status).toBe(0);
  expect(verified.stdout).toContain("is complete");
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
  expect((await cli.run("backup", "verify", path)).status).toBe(1);
  expect((await cli.run("backup", "verify", cli.path("none.tar"))).stderr).toContain("There is no file");
});

test("a backup in a child process is written and verified", async () => {
  const cli = new TestCli();
  await cli.run("keys", "create", "--name", "studio");
  const path = cli.path("apart.tar");
  await backUpApart(path, cli.data, signal);
  await verifyApart(path, cli.data, signal);
  expect(readdirSync(cli.folder)).toContain("apart.tar");
  writeFileSync(path, "no backup");
  await expect(verifyApart(path, cli.data, signal)).rejects.toThrow("The backup cannot be restored");
});
