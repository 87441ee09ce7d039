/**
 * `npm test [PATH…] [OPTION OF BUN…]`: runs the suite and ends with one plain line, `N passed, N failed`, counted from Bun's own
 * reports. A run without a report is a failure: a `process.exit(0)` inside a test would otherwise look like success.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { temporaryRoot } from "./lib/temporary-root.ts";
import { LONG_FILES, type TestGroup, testGroups } from "./test/test-groups.ts";

/**
 * For one test or hook. bunfig.toml's `timeout` is not read (Bun 1.4.5). It is far above what any test takes, because a busy machine
 * can be ten times as slow.
 */
const TEST_TIMEOUT_MS = 60_000;

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What Bun is told of the time of a file; only the order matters. */
const LONG_MS = 30_000;
const OTHER_MS = 1_000;

/** The run ends first, then the folders of its tests are removed. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const temporary = temporaryRoot(process.env);
const folder = await mkdtemp(join(temporary.path, "needledrop-test-report-"));
const args = process.argv.slice(2);
const firstOption = args.findIndex((argument) => argument.startsWith("-"));
const [paths, options] = firstOption === -1 ? [args, []] : [args.slice(0, firstOption), args.slice(firstOption)];
let isStopped = false;
try {
  const groups = testGroups(paths);
  if (groups.length === 0) console.error("No test file has such a path.");
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const group of groups) {
    if (isStopped) break;
    const { passed, failed, skipped } = await run(group);
    counts.passed += passed;
    counts.failed += failed;
    counts.skipped += skipped;
  }
  // A run without any test is a mistake.
  if (counts.passed + counts.failed === 0) counts.failed = 1;
  const { passed, failed, skipped } = counts;
  console.log(`${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
  temporary.remove();
}

async function run({ isIsolated, files }: TestGroup): Promise<Counts> {
  const name = isIsolated ? "isolated" : "sharing";
  const report = join(folder, `${name}.xml`);
  const timings = join(folder, `${name}.json`);
  const times = files.map((file) => [file, LONG_FILES.has(file) ? LONG_MS : OTHER_MS]);
  await Bun.write(timings, JSON.stringify({ version: 1, files: Object.fromEntries(times) }));
  const child = Bun.spawn(
    [
      process.execPath,
      "test",
      `--timeout=${TEST_TIMEOUT_MS}`,
      // Files run in worker processes, one per core.
      `--parallel=${availableParallelism()}`,
      isIsolated ? "--isolate" : "--no-isolate",
      `--timings=${timings}`,
      // The name pattern of a developer can fit no test of this group.
      "--pass-with-no-tests",
      "--reporter=junit",
      `--reporter-outfile=${report}`,
      ...options,
      ...files.map((file) => `./${file}`),
    ],
    {
      // Files of a run share what is prepared once, for example a data folder with the demonstration.
      env: { ...process.env, TMPDIR: temporary.path, SHARED_TEST_FOLDER: folder },
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  for (const signal of STOP_SIGNALS)
    process.once(signal, () => {
      isStopped = true;
      child.kill(signal);
    });
  return await readCounts(report, await child.exited);
}

async function readCounts(report: string, exitCode: number): Promise<Counts> {
  const root = /<testsuites [^>]*>/.exec(
    await Bun.file(report)
      .text()
      .catch(() => ""),
  )?.[0];
  if (root === undefined) {
    console.error("The test run ended without a report: a test ended the process, or nothing could be loaded.");
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const count = (name: string): number => Number(new RegExp(` ${name}="(\\d+)"`).exec(root)?.[1] ?? Number.NaN);
  const failures = count("failures");
  // A file that cannot be loaded, or an error between tests, is not a test case, but fails the run.
  const failed = failures === 0 && exitCode !== 0 ? 1 : failures;
  return { passed: count("tests") - failures - count("skipped"), failed, skipped: count("skipped") };
}
