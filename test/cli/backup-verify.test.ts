import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { backUpApart, sweepMediaApart, verifyApart } from "../../src/app/backups/back-up-apart.ts";
import { wavBytes } from "../support/small-media.ts";
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
  await backUpApart({ path, dataDir: cli.data, withMedia: false }, signal);
  await verifyApart(path, cli.data, signal);
  expect(readdirSync(cli.folder)).toContain("apart.tar");
  writeFileSync(path, "no backup");
  await expect(verifyApart(path, cli.data, signal)).rejects.toThrow("The backup cannot be restored");
});

test("a backup says how much it leaves out, also to the server", async () => {
  const cli = new TestCli();
  const song = (id: string) => JSON.stringify({ id, title: id, audio_files: [{ id: `f${id}`, wav: `${id}.wav` }] });
  cli.file("a.wav", wavBytes(400));
  cli.file("b.wav", wavBytes(800));
  const [stored, inPlace] = [wavBytes(400).byteLength, wavBytes(800).byteLength];
  await cli.run("import", cli.file("a.jsonl", song("a")));
  await cli.run("import", cli.file("b.jsonl", song("b")), "--media", "in-place");
  const media = { files: 1, bytes: stored };
  const uploads = { files: 0, bytes: 0 };
  const there = { files: 1, bytes: inPlace };
  expect(await cli.json("backup", cli.path("c.tar"))).toMatchObject({ left_out: { media, uploads, in_place: there } });
  expect(await backUpApart({ path: cli.path("d.tar"), dataDir: cli.data, withMedia: false }, signal)).toEqual({
    leftOut: { media, uploads, inPlace: there },
    media: null,
  });
  const { stdout } = await cli.run("backup", cli.path("c.tar"));
  expect(stdout).toMatch(/\nNot in it: 1 media in the data folder, [\d.]+ \w+; 1 media in place, [\d.]+ KiB\.\n/);
});

test("a backup with media in a child process is written, verified by size, and swept", async () => {
  const cli = new TestCli();
  cli.file("a.wav", wavBytes(400));
  const song = { id: "a", title: "A", audio_files: [{ id: "f", wav: "a.wav" }] };
  await cli.run("import", cli.file("a.jsonl", JSON.stringify(song)));
  const path = cli.path("m.tar");
  const { media, leftOut } = await backUpApart({ path, dataDir: cli.data, withMedia: true }, signal);
  expect(media).toMatchObject({ listed: { files: 1 }, copied: { files: 1 }, unreadable: { files: 0, first: [] } });
  expect(leftOut?.media.files).toBe(0);
  await verifyApart(path, cli.data, signal);
  const stray = join(cli.path("needledrop-media"), "00", `${"0".repeat(64)}.wav`);
  mkdirSync(dirname(stray), { recursive: true });
  writeFileSync(stray, "stray");
  utimesSync(stray, 0, 0);
  expect(await sweepMediaApart(cli.folder, signal)).toEqual({ files: 1, bytes: 5 });
  await verifyApart(path, cli.data, signal);
});

test("backup --media, backup verify and restore work together on the command line", async () => {
  const cli = new TestCli();
  cli.file("a.wav", wavBytes(400));
  const song = { id: "a", title: "A", audio_files: [{ id: "f", wav: "a.wav" }] };
  await cli.run("import", cli.file("a.jsonl", JSON.stringify(song)));
  const backup = cli.path("m.tar");
  const bytes = wavBytes(400).byteLength;
  const { stdout } = await cli.run("backup", backup, "--media");
  expect(stdout).toContain(
    `Media: 1 in ${cli.path("needledrop-media")}, 844 bytes; 1 of them copied now, 844 bytes.\n`,
  );
  expect(stdout).not.toContain("rsync");
  expect(stdout).not.toContain("Not in it");
  expect(await cli.json("backup", backup, "--media")).toMatchObject({
    format: 2,
    media: { listed: { files: 1, bytes }, copied: { files: 0, bytes: 0 }, unreadable: { files: 0, first: [] } },
    left_out: { media: { files: 0, bytes: 0 } },
  });
  expect((await cli.run("backup", "verify", backup)).stdout).toContain("Its 1 media are complete, too");

  const restored = cli.path("restored");
  expect((await cli.run("restore", backup, "--data", restored)).stdout).toContain("Copied 1 media into it");
  rmSync(cli.path("needledrop-media"), { recursive: true });
  const verified = await cli.run("backup", "verify", backup, "--sizes-only");
  expect([verified.status, verified.stderr]).toEqual([1, expect.stringContaining(", 1 of 1: ")]);
  const elsewhere = cli.path("elsewhere");
  const refused = await cli.run("restore", backup, "--data", elsewhere);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("--no-media")]);
  expect((await cli.run("restore", backup, "--data", elsewhere, "--no-media")).status).toBe(0);
});
