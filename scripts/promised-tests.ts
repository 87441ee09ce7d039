/**
 * Runs the tests that docs/reliability.md names and counts their cases by section: each makes a fault happen, or sends what is
 * hostile. Cases that need more than this machine has are counted as skipped. Ends with status 1 if one fails.
 *
 *   bun scripts/promised-tests.ts
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { withFolder } from "./lib/with-folder.ts";

const PAGE = "docs/reliability.md";
const TEST_TIMEOUT_MS = 120_000;

interface Counts {
  readonly cases: number;
  readonly failed: number;
  readonly skipped: number;
}

const page = await Bun.file(PAGE).text();
const seen = new Set<string>();
const total = { files: 0, cases: 0, failed: 0, skipped: 0 };
for (const section of page.split(/^## /m).slice(1)) {
  const title = section.slice(0, section.indexOf("\n"));
  const files = new Set([...section.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = ""]) => file));
  // A file that several sections name counts in the first one.
  const unseen = [...files].filter((file) => !seen.has(file));
  for (const file of unseen) {
    if (!existsSync(file)) throw new Error(`${PAGE} names ${file}, which does not exist.`);
    seen.add(file);
  }
  if (unseen.length === 0) continue;
  const counts = await casesOf(unseen);
  print(title, unseen.length, counts);
  total.files += unseen.length;
  total.cases += counts.cases;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
print("all sections", total.files, total);
process.exit(total.failed === 0 ? 0 : 1);

async function casesOf(files: readonly string[]): Promise<Counts> {
  return await withFolder(async (folder) => {
    const report = join(folder, "report.xml");
    const options = [`--timeout=${TEST_TIMEOUT_MS}`, "--reporter=junit", `--reporter-outfile=${report}`];
    await Bun.spawn([process.execPath, "test", ...options, ...files], { stdout: "ignore", stderr: "ignore" }).exited;
    const [, attributes = ""] = /<testsuites ([^>]*)>/.exec(await Bun.file(report).text()) ?? [];
    const read = (name: string): number =>
      Number(new RegExp(`\\b${name}="(\\d+)"`).exec(attributes)?.[1] ?? Number.NaN);
    return { cases: read("tests") - read("skipped"), failed: read("failures"), skipped: read("skipped") };
  });
}

function print(title: string, files: number, { cases, failed, skipped }: Counts): void {
  console.log(`${title.padEnd(36)}${files} files  ${cases} cases  ${skipped} skipped  ${failed} failed`);
}
