/**
 * Runs a script of this project with Bun: `node scripts/launch.mjs scripts/test.ts ARGUMENTS…`.
 *
 * The scripts of package.json use it, so that a clean clone needs only Node 20.19 with npm, or only Bun. It is plain JavaScript
 * without dependencies, because it runs before anything is installed, under Node or Bun (`bun run` provides a `node` if
 * there is none). Bun comes from npm's `bun` package. If its post-install script is blocked, its platform package still
 * contains the program.
 *
 * Installs missing or outdated dependencies first. Arguments, signals and the exit status are passed through.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The checks and some dependencies want these minor versions: `engines` in package.json. */
const NODE_MIN = { 20: 19, 22: 12 };
const NODE_EVERY_MINOR_FROM = 23;
const LOCKFILES = ["package-lock.json", "bun.lock"];
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Written after a complete install, so that an interrupted install is repeated. */
const STAMP = join(ROOT, "node_modules", ".needledrop-installed");

const isBun = process.versions.bun !== undefined;

requireNewEnoughNode();
installIfOutdated();
const [script, ...args] = process.argv.slice(2);
if (script !== undefined) runWithBun([resolve(ROOT, script), ...args]);

function requireNewEnoughNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (isBun || major >= NODE_EVERY_MINOR_FROM || minor >= NODE_MIN[major]) return;
  fail(`Node 20.19, or 22.12 or newer, is required; this is ${process.version}.`);
}

function installIfOutdated() {
  const digest = digestOfLockfiles();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === digest) return;
  const [command, ...rest] = installCommand();
  console.error(`Installing dependencies: ${[basename(command), ...rest].join(" ")}`);
  // stdout is for the script (`--json`, the last line of the tests).
  const install = spawnSync(command, rest, { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (install.error !== undefined) fail(`Could not start ${command}: ${install.error.message}`);
  if (install.status !== 0) fail(`Installing failed (${install.signal ?? `exit status ${install.status}`}).`);
  writeFileSync(STAMP, digest);
}

function digestOfLockfiles() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const name of LOCKFILES) hash.update(readFileSync(join(ROOT, name)));
  return hash.digest("hex");
}

/** Uses the package manager that started this script, if known. Both lockfiles have the same versions. */
function installCommand() {
  const manager = process.env["npm_execpath"] ?? "";
  if (isBun) return [process.execPath, "install", "--frozen-lockfile"];
  if (basename(manager).startsWith("bun")) return [manager, "install", "--frozen-lockfile"];
  const npm = /npm-cli\.c?js$/.test(manager) ? [process.execPath, manager] : ["npm"];
  return [...npm, "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
}

function runWithBun(command) {
  const program = bunProgram();
  // Before the script starts, because it can be ready before the next line here runs.
  // On a terminal, Ctrl-C reaches the child directly. A second signal would force it to end.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGHUP"));
  const child = spawn(program, command, { stdio: "inherit" });
  child.on("error", (error) => fail(`Could not start Bun: ${error.message}`));
  child.on("exit", (status, signal) => endLike(status, signal));
}

function bunProgram() {
  const cpu = process.arch === "arm64" ? "aarch64" : process.arch;
  const candidates = ["", "-musl"].map((libc) =>
    join(ROOT, "node_modules", "@oven", `bun-${process.platform}-${cpu}${libc}`, "bin", "bun"),
  );
  const found = candidates.find((path) => existsSync(path) && spawnSync(path, ["--version"]).status === 0);
  if (found !== undefined) return found;
  if (isBun) return process.execPath;
  return fail(
    `npm installed no Bun that runs on ${process.platform} ${process.arch}; install one from https://bun.com.`,
  );
}

/** Ends this process like the child, so that the shell gets the same status or signal. */
function endLike(status, signal) {
  if (signal === null) process.exit(status ?? 1);
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name);
  process.kill(process.pid, signal);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
