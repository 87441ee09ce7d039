/**
 * The cost of a search: parsing and ranking, warm and cold, by kind of brief and size of catalog, with the kernel and in
 * plain TypeScript. Compared with FTS5 (all sizes), MiniSearch and Orama (smallest size only: beyond it they take
 * gigabytes). On a noisy machine, ratios and times per posting are more reliable than milliseconds.
 *
 *   bun scripts/bench/ranking.ts [--sizes 55000,200000,1000000] [--briefs 100] [--alone]
 *
 * `--alone` skips the other engines. Every measurement runs in its own process. The catalogs are synthetic
 * (scripts/bench/ranking/catalog.ts), and their indexes are in a temporary folder.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Percentiles, percentiles } from "../lib/percentiles.ts";
import { withFolder } from "../lib/with-folder.ts";
import { type Built, buildIndexFile } from "./ranking/build-index.ts";
import { measureOther, type OtherFigures } from "./ranking/measure-other.ts";
import {
  measureSearch,
  measureStart,
  measureUntil,
  type SearchFigures,
  type StartFigures,
} from "./ranking/measure-search.ts";

/** Briefs for the other engines: fewer on large catalogs, where FTS5 takes seconds per brief. */
const OTHER_BRIEFS = { few: 4, many: 12, manyUpTo: 60_000 } as const;
const UNDISTURBED_MS = 4_000;
/** Processes that each measure the first search after a start. */
const STARTS = 5;
const ROLES = ["build", "search", "start", "other", "until"] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: "string", default: "55000,200000,1000000" },
    briefs: { type: "string", default: "100" },
    alone: { type: "boolean", default: false },
  },
});
const [role, ...given] = positionals;
if (role === undefined) await compareAll();
else console.log(JSON.stringify(await playRole(role, given)));
// A pipe of a killed process may still be open and would keep this process alive.
process.exit(0);

async function playRole(name: string, [first = "", second = "", third = ""]: readonly string[]): Promise<object> {
  const briefs = Number(third);
  if (name === "build") return buildIndexFile(Number(first), second);
  if (name === "search") return measureSearch(first, second === "plain" ? "plain" : "kernel", briefs);
  if (name === "start") return measureStart(first, briefs, Number(second));
  if (name === "other") return measureOther(first, Number(second), briefs);
  if (name === "until") return disturbed(Number(second), first, briefs);
  throw new Error(`Unknown role ${name}; the roles are ${ROLES.join(", ")}.`);
}

async function compareAll(): Promise<void> {
  await withFolder(async (folder) => {
    const sizes = values.sizes.split(",").map(Number);
    for (const songs of sizes) await compare(songs, join(folder, `${songs}.bin`), songs === Math.min(...sizes));
  });
}

async function compare(songs: number, path: string, isSmallest: boolean): Promise<void> {
  console.log(`\n## ${songs.toLocaleString("en")} songs`);
  const built = await runInChild<Built>("build", String(songs), path);
  const kernel = await runInChild<SearchFigures>("search", path, "kernel", values.briefs);
  const plain = await runInChild<SearchFigures>("search", path, "plain", values.briefs);
  const starts: StartFigures[] = [];
  for (let at = 0; at < STARTS; at++)
    starts.push(await runInChild<StartFigures>("start", path, String(at), values.briefs));
  const names = values.alone ? [] : ["FTS5", ...(isSmallest ? ["MiniSearch", "Orama"] : [])];
  const count = songs <= OTHER_BRIEFS.manyUpTo ? OTHER_BRIEFS.many : OTHER_BRIEFS.few;
  const others: OtherFigures[] = [];
  for (const name of names) others.push(await runInChild<OtherFigures>("other", name, String(songs), String(count)));
  const disturbance = await runInChild<Disturbed>("until", path, String(songs), values.briefs);
  printBuild(built, kernel, plain);
  printStarts(starts);
  printKinds(kernel, plain, others);
  printPostings(kernel, plain);
  console.log(
    `p99 of 40 terms over all runs: ${ms(disturbance.alone.p99)} ms alone, ${ms(disturbance.building.p99)} ms while an index of ` +
      `the same size is built by a niced process (${(disturbance.building.p99 / disturbance.alone.p99).toFixed(2)} times)`,
  );
}

interface Disturbed {
  readonly alone: Percentiles;
  readonly building: Percentiles;
}

/** Measures searches alone, and then while another process builds an index of the same size. */
async function disturbed(songs: number, path: string, briefs: number): Promise<Disturbed> {
  const alone = await measureUntil(path, briefs, (passedMs) => passedMs > UNDISTURBED_MS);
  const command = ["nice", "-n", "10", process.execPath, import.meta.path, "build", String(songs), `${path}.other`];
  const child = Bun.spawn(command, { stdout: "ignore", stderr: "inherit" });
  const building = await measureUntil(path, briefs, () => child.exitCode !== null || child.signalCode !== null);
  return { alone, building };
}

async function runInChild<Figures>(...args: readonly string[]): Promise<Figures> {
  const child = Bun.spawn([process.execPath, import.meta.path, ...args], { stdout: "pipe", stderr: "inherit" });
  const printed = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`The measurement ${args.join(" ")} failed.`);
  const figures: Figures = JSON.parse(printed);
  return figures;
}

function printBuild(built: Built, kernel: SearchFigures, plain: SearchFigures): void {
  console.log(
    `index: ${built.indexMb.toFixed(0)} MB, built in ${built.seconds.toFixed(1)} s with a peak of ${built.peakMb.toFixed(0)} MB; ` +
      `opened in ${kernel.openMs.toFixed(0)} ms; resident ${kernel.openRssMb.toFixed(0)} MB, ${kernel.searchedRssMb.toFixed(0)} MB after searching`,
  );
  console.log(
    `first 40-term brief after opening: ${ms(kernel.firstMs)} ms (${plain.scanner}: ${ms(plain.firstMs)} ms)`,
  );
}

function printStarts(starts: readonly StartFigures[]): void {
  const of = (figure: (start: StartFigures) => number): string => {
    const { p50, max } = percentiles(starts.map(figure));
    return `${ms(p50)} ms (at most ${ms(max)})`;
  };
  console.log(
    `first 2,000 characters after a warm-up of ${of(({ warmUpMs }) => warmUpMs)}: ${of(({ firstMs }) => firstMs)}, ` +
      `of processor time ${of(({ cpuMs }) => cpuMs)}; ${starts.length} starts`,
  );
}

function printKinds(kernel: SearchFigures, plain: SearchFigures, others: readonly OtherFigures[]): void {
  console.table(
    Object.fromEntries(
      kernel.kinds.map(({ kind, wall, parseMs, cpuMs }, at) => {
        const slower = plain.kinds[at]?.wall.p50 ?? 0;
        const other = others.map(
          ({ engine, kinds }) => [engine, kinds.find((one) => one.kind === kind)?.wall.p50] as const,
        );
        return [
          kind,
          {
            ...row(wall),
            "of this, parsing": ms(parseMs),
            "CPU p50": ms(cpuMs),
            "TypeScript p50": ms(slower),
            "times slower": (slower / wall.p50).toFixed(1),
            ...Object.fromEntries(
              other.flatMap(([engine, p50]) =>
                p50 === undefined ? [] : [[engine, `${ms(p50)} (${Math.round(p50 / wall.p50)} times)`]],
              ),
            ),
          },
        ];
      }),
    ),
  );
}

function printPostings(kernel: SearchFigures, plain: SearchFigures): void {
  console.log("nanoseconds per posting, by number of terms and terms per wish");
  console.table(
    kernel.postings.map(({ terms, termsPerAsk, postings, nanoseconds }, at) => ({
      terms,
      "per wish": termsPerAsk,
      postings: postings.toLocaleString("en"),
      [kernel.scanner]: nanoseconds.toFixed(2),
      [plain.scanner]: plain.postings[at]?.nanoseconds.toFixed(2),
    })),
  );
}

function row({ p50, p95, p99 }: Percentiles): object {
  return { p50: ms(p50), p95: ms(p95), p99: ms(p99) };
}

function ms(value: number): string {
  return value.toFixed(2);
}
