/**
 * Runs a script of this project with Bun: `node scripts/launch.mjs scripts/test.ts ARGUMENTS…`.
 *
 * package.json's scripts go through here so that a clean clone needs nothing but Node 20 with npm, or nothing but
 * Bun. Plain JavaScript without dependencies, because it runs before anything is installed, under either of them
 * (`bun run` gives its scripts a `node` where there is none). Bun itself comes from npm's `bun` package, whose
 * post-install script may be blocked; its platform package holds the program all the same.
 *
 * What is missing or outdated is installed first; arguments, signals and the exit status pass through.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const NODE_MAJOR_MIN = 20;
const LOCKFILES = ["package-lock.json", "bun.lock"];
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Written after a whole install, so that an interrupted one is done again. */
const STAMP = join(ROOT, "node_modules", ".needledrop-installed");

const isBun = process.versions.bun !== undefined;

requireNewEnoughNode();
installIfOutdated();
const [script, ...args] = process.argv.slice(2);
if (script !== undefined) runWithBun([resolve(ROOT, script), ...args]);

function requireNewEnoughNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (!isBun && major < NODE_MAJOR_MIN) fail(`Node ${NODE_MAJOR_MIN} or newer is needed; this is ${process.version}.`);
}

function installIfOutdated() {
  const wanted = digestOfLockfiles();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  const [command, ...rest] = installCommand();
  console.error(`Installing dependencies: ${[basename(command), ...rest].join(" ")}`);
  // stdout belongs to the script that follows (`--json`, the last line of the tests).
  const install = spawnSync(command, rest, { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (install.error !== undefined) fail(`Could not start ${command}: ${install.error.message}`);
  if (install.status !== 0) fail(`Installing failed (${install.signal ?? `exit status ${install.status}`}).`);
  writeFileSync(STAMP, wanted);
}

function digestOfLockfiles() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const name of LOCKFILES) hash.update(readFileSync(join(ROOT, name)));
  return hash.digest("hex");
}

/** With the package manager that started this, where it can be told; the lockfiles hold the same versions. */
function installCommand() {
  const manager = process.env["npm_execpath"] ?? "";
  if (isBun) return [process.execPath, "install", "--frozen-lockfile"];
  if (basename(manager).startsWith("bun")) return [manager, "install", "--frozen-lockfile"];
  const npm = /npm-cli\.c?js$/.test(manager) ? [process.execPath, manager] : ["npm"];
  return [...npm, "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
}

function runWithBun(command) {
  const child = spawn(bunProgram(), command, { stdio: "inherit" });
  child.on("error", (error) => fail(`Could not start Bun: ${error.message}`));
  child.on("exit", (status, signal) => endLike(status, signal));
  // On a terminal Ctrl-C reaches the child by itself; a second one would ask it to hurry.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGHUP"));
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

/** Ends this process as the child ended, so that a shell sees the same status or signal. */
function endLike(status, signal) {
  if (signal === null) process.exit(status ?? 1);
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name);
  process.kill(process.pid, signal);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
