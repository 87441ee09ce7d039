/**
 * `bun scripts/crash.ts [--kills N | --seconds N] [--seed N] [--program FILE] [--store]`: kills the server with SIGKILL at random times under
 * a random workload, and checks that nothing acknowledged is lost (docs/reliability.md). Runs the checkout, or an executable.
 * The exit status is 1 if an invariant is broken; then the folder stays for inspection.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCrashes } from "../test/support/crashes/crash-run.ts";

const KILLS = 500;
const SEEDS = 1_000_000;

const { values } = parseArgs({
  options: {
    kills: { type: "string" },
    seconds: { type: "string" },
    seed: { type: "string" },
    program: { type: "string" },
    store: { type: "boolean", default: false },
  },
});
const seed = wholeNumber("seed", values.seed) ?? Math.floor(Math.random() * SEEDS);
const seconds = wholeNumber("seconds", values.seconds);
const kills = wholeNumber("kills", values.kills) ?? KILLS;
const command =
  values.program === undefined
    ? [process.execPath, join(import.meta.dir, "../src/main.ts")]
    : [resolve(values.program)];
const folder = await mkdtemp(join(tmpdir(), "needledrop-crash-"));
console.log(`seed ${seed}, in ${folder}`);

const startedAt = performance.now();
const { violations, ...counts } = await runCrashes({
  seed,
  until: seconds === null ? { kills } : { ms: seconds * 1_000 },
  command,
  folder,
  withStore: values.store,
  onLife: (count) => {
    if (count % 10 === 0) console.log(`${count} kills, ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  },
});
console.log(counts);
for (const violation of violations) console.error(`broken: ${violation}`);
console.log(`seed ${seed}: ${violations.length} invariants broken`);
if (violations.length === 0) await rm(folder, { recursive: true, force: true });
process.exitCode = violations.length === 0 ? 0 : 1;

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name}: expected a whole number, got ${JSON.stringify(text)}.`);
  return Number(text);
}
