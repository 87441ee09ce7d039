/**
 * Counts the cases of the tests that docs/reliability.md names, by section: each makes a fault happen, or sends what is hostile.
 * It reads them from the output of the gate or of `npm test`. Ends with status 1 if one failed or did not run.
 *
 *   .ci/run > gate.txt; bun scripts/promised-tests.ts gate.txt
 */
const PAGE = "docs/reliability.md";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Expected a file with the output of the gate, got nothing.");
const countsByFile = await readCounts(path);
const counted = new Set<string>();
const notRun: string[] = [];
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const section of (await Bun.file(PAGE).text()).split(/^## /m).slice(1)) {
  const title = section.slice(0, section.indexOf("\n"));
  const named = new Set([...section.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = ""]) => file));
  // A file that several sections name counts in the first one.
  const files = [...named].filter((file) => !counted.has(file));
  if (files.length === 0) continue;
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    counted.add(file);
    const counts = countsByFile.get(file);
    if (counts === undefined) notRun.push(file);
    for (const key of ["passed", "failed", "skipped"] as const) sum[key] += counts?.[key] ?? 0;
  }
  for (const key of ["passed", "failed", "skipped"] as const) total[key] += sum[key];
  print(title, files.length, sum);
}
print("all sections", counted.size, total);
for (const file of notRun) console.log(`${file} did not run`);
process.exit(total.failed === 0 && notRun.length === 0 ? 0 : 1);

async function readCounts(log: string): Promise<ReadonlyMap<string, Counts>> {
  const byFile = new Map<string, Counts>();
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const line of (await Bun.file(log).text()).split("\n")) {
    const [, file] = /^(test\/\S+\.test\.ts):$/.exec(line) ?? [];
    // Bun repeats them at the end of a run.
    if (/^\d+ tests? (skipped|failed):$/.test(line)) counts = { passed: 0, failed: 0, skipped: 0 };
    if (file !== undefined) {
      counts = byFile.get(file) ?? { passed: 0, failed: 0, skipped: 0 };
      byFile.set(file, counts);
    }
    if (line.startsWith("(pass) ")) counts.passed++;
    if (line.startsWith("(fail) ")) counts.failed++;
    if (line.startsWith("(skip) ")) counts.skipped++;
  }
  return byFile;
}

function print(title: string, files: number, { passed, failed, skipped }: Counts): void {
  console.log(`${title.padEnd(24)}${files} files  ${passed} cases passed  ${failed} failed  ${skipped} skipped`);
}
