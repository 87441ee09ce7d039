/**
 * The cost of importing a catalog, including the index, compared with a minimal program that puts the same lines into the
 * same tables: it parses and inserts many rows at a time, but checks, indexes and syncs nothing.
 *
 *   bun scripts/bench/import.ts [--dump DUMP.jsonl.gz] [--million] [--songs 1000000]
 *
 * The default dump is the evaluation catalog next to the repository; it is skipped if it does not exist. `--million` adds
 * a synthetic catalog of `--songs` songs.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { importCatalog } from "../../src/catalog/import/import-catalog.ts";
import { ServiceDb } from "../../src/db/service-db.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";
import { withFolder } from "../lib/with-folder.ts";
import { plainImport } from "./plain-import.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";

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
  else console.log(`Skipped: ${values.dump} does not exist.`);
  if (values.million) await compareSynthetic(Number(values.songs));
}

async function compareSynthetic(songs: number): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, "synthetic.jsonl");
    await writeSyntheticCatalog(path, songs);
    await compare("synthetic catalog", path);
  });
}

/** Runs both one after the other, each in its own process and folder, so that memory is measured separately. */
async function compare(name: string, path: string): Promise<void> {
  const imported = await measureApart("import", path);
  const plain = await measureApart("plain", path);
  print(`${name}: import`, imported);
  print(`${name}: plain inserts`, plain);
  const ratio = imported.seconds / plain.seconds;
  const cpuRatio = imported.cpuSeconds / plain.cpuSeconds;
  console.log(
    `${name}: the import takes ${ratio.toFixed(1)} times as long (${cpuRatio.toFixed(1)} times the processor time)`,
  );
}

function print(name: string, { songs, seconds, cpuSeconds, peakMb }: Measured): void {
  const rate = Math.round(songs / seconds).toLocaleString("en");
  console.log(
    `${name}: ${songs.toLocaleString("en")} songs in ${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)} s of processor), ${rate} songs/s, peak ${Math.round(peakMb)} MB`,
  );
}

function measureApart(role: "import" | "plain", dump: string): Promise<Measured> {
  return withFolder(async (folder) => {
    const child = Bun.spawn([process.execPath, import.meta.path, role, dump, folder], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const printed = await new Response(child.stdout).text();
    if ((await child.exited) !== 0) throw new Error(`The ${role} run of ${dump} failed.`);
    const measured: Measured = JSON.parse(printed);
    return measured;
  });
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
