/**
 * `bun scripts/crash-nodes.ts [--nodes N] [--kills N | --seconds N] [--seed N] [--program FILE] [--swift]`: sends a random workload to
 * several nodes with one PostgreSQL and one store, kills nodes and PostgreSQL at random times, and checks that nothing that was
 * acknowledged is lost or done twice (docs/reliability.md). The exit status is 1 if an invariant is broken; then the folder stays.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runNodes } from "../test/support/crashes/nodes/nodes-run.ts";

const SEEDS = 1_000_000;
/** On a disk. */
const PARENT = "/var/tmp";

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "3" },
    kills: { type: "string", default: "200" },
    seconds: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * SEEDS)) },
    program: { type: "string" },
    swift: { type: "boolean", default: false },
  },
});
const seed = wholeNumber("seed", values.seed);
const seconds = values.seconds === undefined ? null : wholeNumber("seconds", values.seconds);
const command =
  values.program === undefined
    ? [process.execPath, join(import.meta.dir, "../src/main.ts")]
    : [resolve(values.program)];
const folder = await mkdtemp(join(PARENT, "needledrop-crash-nodes-"));
console.log(`seed ${seed}, in ${folder}`);

const startedAt = performance.now();
const { violations, ...counts } = await runNodes({
  seed,
  nodes: wholeNumber("nodes", values.nodes),
  until: seconds === null ? { kills: wholeNumber("kills", values.kills) } : { ms: seconds * 1_000 },
  command,
  folder,
  withSwift: values.swift,
  onEvent: (kills) => {
    if (kills % 10 === 0) console.log(`${kills} kills, ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  },
});
console.log(counts);
for (const violation of violations) console.error(`broken: ${violation}`);
console.log(`seed ${seed}: ${violations.length} invariants broken`);
if (violations.length === 0) await rm(folder, { recursive: true, force: true });
process.exitCode = violations.length === 0 ? 0 : 1;

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name}: expected a whole number, got ${JSON.stringify(text)}.`);
  return Number(text);
}
