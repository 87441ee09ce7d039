/**
 * The cost of importing a catalog, including the index, by stage, compared with a minimal program that puts the same lines
 * into the same tables: it parses and inserts many rows at a time, but checks, indexes and syncs nothing. Both run in
 * alternation, each in its own process and folder, and ratios are of neighbouring runs. Memory is that of the process and
 * its children together, sampled while it runs.
 *
 *   bun scripts/bench/import.ts [--songs 55525,1000000] [--media] [--rounds 3] [--dump DUMP.jsonl.gz]
 *
 * The catalogs are synthetic, or a dump. With `--media`, songs have audio files, which are served in place.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { importCatalog } from "../../src/catalog/import/import-catalog.ts";
import type { ImportStage } from "../../src/catalog/import/stages.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";
import { withFolder } from "../lib/with-folder.ts";
import { plainImport } from "./plain-import.ts";
import { childrenOf, cpuSecondsOf, memoryOf, watchNumber } from "./processes.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";

const SAMPLE_EVERY_MS = 20;
const BYTES_PER_MB = 1e6;
const US_PER_SECOND = 1e6;

/** What a run prints. `cpuSeconds` includes all threads. */
interface OwnMeasured {
  readonly songs: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Processor time of the main thread. On idle cores, an import takes little longer. */
  readonly mainCpuSeconds: number;
  /** Seconds by stage. */
  readonly stages: Readonly<Record<string, number>>;
}

interface Measured extends OwnMeasured {
  readonly peakMb: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dump: { type: "string" },
    songs: { type: "string", default: "55525" },
    media: { type: "boolean", default: false },
    rounds: { type: "string", default: "3" },
  },
});

const [ownRole, ownDump, ownFolder] = positionals;
if (ownRole !== undefined && ownDump !== undefined && ownFolder !== undefined) {
  console.log(JSON.stringify(await measureHere(ownRole, ownDump, ownFolder)));
} else if (values.dump !== undefined) {
  await compare("the dump", values.dump);
} else {
  for (const songs of values.songs.split(",").map(Number)) await compareSynthetic(songs);
}

async function compareSynthetic(songs: number): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, "synthetic.jsonl");
    await writeSyntheticCatalog(path, songs, values.media ? { media: folder } : {});
    await compare(`${songs.toLocaleString("en")} songs`, path);
  });
}

async function compare(name: string, path: string): Promise<void> {
  const rounds: { readonly imported: Measured; readonly plain: Measured }[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const imported = await measureApart("import", path);
    const plain = await measureApart("plain", path);
    print(`${name}: import`, imported);
    print(`${name}: plain inserts`, plain);
    rounds.push({ imported, plain });
  }
  for (const [stage, seconds] of Object.entries(rounds[0]?.imported.stages ?? {})) {
    const all = rounds.map(({ imported }) => imported.stages[stage] ?? seconds);
    console.log(`${name}: ${stage.padEnd(12)} ${median(all).toFixed(2)} s`);
  }
  const ratio = median(rounds.map(({ imported, plain }) => imported.seconds / plain.seconds));
  const cpuRatio = median(rounds.map(({ imported, plain }) => imported.cpuSeconds / plain.cpuSeconds));
  console.log(
    `${name}: the import takes ${ratio.toFixed(1)} times as long (${cpuRatio.toFixed(1)} times the processor time)`,
  );
}

function print(name: string, { songs, seconds, cpuSeconds, mainCpuSeconds, peakMb }: Measured): void {
  const rate = Math.round(songs / seconds).toLocaleString("en");
  console.log(
    `${name}: ${songs.toLocaleString("en")} songs in ${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)} s of processor, ${mainCpuSeconds.toFixed(2)} s in the main thread), ${rate} songs/s, peak ${Math.round(peakMb)} MB`,
  );
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

function measureApart(role: "import" | "plain", dump: string): Promise<Measured> {
  return withFolder(async (folder) => {
    const child = Bun.spawn([process.execPath, import.meta.path, role, dump, folder], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const memory = watchNumber(() => memoryOfAll(child.pid), SAMPLE_EVERY_MS);
    const printed = await new Response(child.stdout).text();
    const isDone = (await child.exited) === 0;
    const peakMb = Math.max(...(await memory.stop())) / BYTES_PER_MB;
    if (!isDone) throw new Error(`The ${role} run of ${dump} failed.`);
    const measured: OwnMeasured = JSON.parse(printed);
    return { ...measured, peakMb };
  });
}

/** Returns the resident bytes of a process and its children; 0 after its end. */
async function memoryOfAll(pid: number): Promise<number> {
  try {
    const children = await Promise.all((await childrenOf(pid)).map(memoryOfAll));
    return children.reduce((sum, bytes) => sum + bytes, (await memoryOf(pid)).now);
  } catch {
    return 0;
  }
}

async function measureHere(kind: string, path: string, folder: string): Promise<OwnMeasured> {
  const startedAt = performance.now();
  const stages = new StageTimes(startedAt);
  const songs =
    kind === "plain" ? await plainImport(path, join(folder, "plain.db")) : await fullImport(path, folder, stages);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuSeconds = (userCPUTime + systemCPUTime) / US_PER_SECOND;
  const mainCpuSeconds = await cpuSecondsOf(`${process.pid}/task/${process.pid}`);
  return { songs, seconds, cpuSeconds, mainCpuSeconds, stages: stages.seconds };
}

/** Adds up the time between the ends of stages. */
class StageTimes {
  readonly seconds: Record<string, number> = {};
  #since: number;

  constructor(startedAt: number) {
    this.#since = startedAt;
  }

  end(stage: ImportStage): void {
    const now = performance.now();
    this.seconds[stage] = (this.seconds[stage] ?? 0) + (now - this.#since) / 1_000;
    this.#since = now;
  }
}

async function fullImport(path: string, dataDir: string, stages: StageTimes): Promise<number> {
  const serviceDb = SqliteServiceDb.open(join(dataDir, "needledrop.db"));
  try {
    const outcome = await importCatalog({
      dataDir,
      paths: [path],
      replace: false,
      dryRun: false,
      media: "in-place",
      map: new Map(),
      reportPath: null,
      clock: systemClock,
      log: silentLog,
      onProgress: null,
      onStage: (stage) => stages.end(stage),
      signal: null,
      serviceDb,
    });
    return outcome.added;
  } finally {
    serviceDb.close();
  }
}
