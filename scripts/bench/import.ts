/**
 * What importing a catalog costs, index included, beside the plainest program that puts the same lines into the
 * same tables: parse, insert many rows at a time, nothing checked, indexed or synced.
 *
 *   bun scripts/bench/import.ts [--dump DUMP.jsonl.gz] [--million] [--songs 1000000]
 *
 * The dump is the evaluation catalog beside the repository unless another is named, and is passed over when it is
 * not there. `--million` adds a synthetic catalog of that many songs, written to a temporary folder.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { plainImport } from "./plain-import.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";
import { importCatalog } from "../../src/catalog/import/import-catalog.ts";
import { ServiceDb } from "../../src/db/service-db.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";

const EVALUATION_DUMP = join(import.meta.dir, "../../../shared/data/catalog-jamendo.jsonl.gz");
const KIB_PER_MB = 1_000;
const US_PER_SECOND = 1e6;

interface Measured {
  readonly songs: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dump: { type: "string", default: EVALUATION_DUMP },
    million: { type: "boolean", default: false },
    songs: { type: "string", default: "1000000" },
  },
});

const [ownRole, ownDump, ownFolder] = positionals;
if (ownRole !== undefined && ownDump !== undefined && ownFolder !== undefined) {
  console.log(JSON.stringify(await measureHere(ownRole, ownDump, ownFolder)));
} else {
  if (existsSync(values.dump)) await compare("evaluation catalog", values.dump);
  else console.log(`passed over: there is no ${values.dump}`);
  if (values.million) await compareSynthetic(Number(values.songs));
}

async function compareSynthetic(songs: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "needledrop-bench-"));
  try {
    const path = join(folder, "synthetic.jsonl");
    await writeSyntheticCatalog(path, songs);
    await compare("synthetic catalog", path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One after the other, each in a process and a folder of its own, so that memory is told apart. */
async function compare(name: string, path: string): Promise<void> {
  const imported = await measureApart("import", path);
  const plain = await measureApart("plain", path);
  print(`${name}: import`, imported);
  print(`${name}: plain inserts`, plain);
  const ratio = imported.seconds / plain.seconds;
  const cpuRatio = imported.cpuSeconds / plain.cpuSeconds;
  console.log(`${name}: the import takes ${ratio.toFixed(1)} times as long (${cpuRatio.toFixed(1)} in processor time)`);
}

function print(name: string, { songs, seconds, cpuSeconds, peakMb }: Measured): void {
  const rate = Math.round(songs / seconds).toLocaleString("en");
  console.log(
    `${name}: ${songs.toLocaleString("en")} songs in ${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)} s of processor), ${rate} songs/s, peak ${Math.round(peakMb)} MB`,
  );
}

async function measureApart(role: "import" | "plain", dump: string): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "needledrop-bench-"));
  try {
    const child = Bun.spawn([process.execPath, import.meta.path, role, dump, folder], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const printed = await new Response(child.stdout).text();
    if ((await child.exited) !== 0) throw new Error(`The ${role} run of ${dump} failed.`);
    const measured: Measured = JSON.parse(printed);
    return measured;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureHere(kind: string, path: string, folder: string): Promise<Measured> {
  const startedAt = performance.now();
  const songs = kind === "plain" ? await plainImport(path, join(folder, "plain.db")) : await fullImport(path, folder);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  return {
    songs,
    seconds,
    cpuSeconds: (userCPUTime + systemCPUTime) / US_PER_SECOND,
    peakMb: (maxRSS * 1_024) / (KIB_PER_MB * 1_000),
  };
}

async function fullImport(path: string, dataDir: string): Promise<number> {
  const serviceDb = ServiceDb.open(join(dataDir, "needledrop.db"));
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
      signal: null,
      serviceDb,
    });
    return outcome.added;
  } finally {
    serviceDb.close();
  }
}
