/**
 * Two builds serving the same original from the data folder, in alternating turns: ranges of 1 MiB and of 4 KiB, and the headers alone.
 * Prints processor time and requests per second of the new build relative to the old one, as the median of the turns, with the
 * quartiles. The other load of the machine then counts for both.
 *
 *   bun scripts/bench/paired-ranges.ts --before ../before/src/main.ts [--after dist/needledrop] [--turns 40]
 */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { noiseWav } from "../lib/noise-wav.ts";
import { command, createKey, programOf, startServer } from "../lib/program.ts";
import { withFolder } from "../lib/with-folder.ts";
import { report } from "./load-loops.ts";
import { cpuSecondsOf, untilIdle } from "./processes.ts";

const MEBIBYTE = 1024 ** 2;
const WAV_BYTES = 50 * MEBIBYTE;
const CALLERS = 4;
const WARM_UP_TURNS = 2;

interface Work {
  readonly what: string;
  /** Bytes of a range; 0 for the headers alone. */
  readonly bytes: number;
  /** Requests in a turn. The kernel counts processor time in steps of 10 ms. */
  readonly requests: number;
}

const WORKS: readonly Work[] = [
  { what: "ranges of 1 MiB", bytes: MEBIBYTE, requests: 200 },
  { what: "ranges of 4 KiB", bytes: 4096, requests: 1_000 },
  { what: "headers", bytes: 0, requests: 1_000 },
];

const { values } = parseArgs({
  options: {
    before: { type: "string" },
    after: { type: "string" },
    turns: { type: "string", default: "40" },
  },
});
if (values.before === undefined)
  throw new Error("--before: expected an executable or the main.ts of another checkout.");
const turns = Number(values.turns);

await withFolder(async (folder) => {
  const wav = join(folder, "tone.wav");
  await Bun.write(wav, noiseWav(WAV_BYTES));
  const file = { id: "9001", description: "Full mix", vocals: "none", wav: "tone.wav" };
  await writeFile(join(folder, "catalog.jsonl"), JSON.stringify({ id: "1", title: "Tone", audio_files: [file] }));
  const before = await serve(folder, "before", programAt(values.before));
  const after = await serve(folder, "after", programAt(values.after));
  try {
    for (const work of WORKS) await compare(before, after, work);
  } finally {
    await Promise.all([before.stop(), after.stop()]);
  }
});
process.exit(0);

interface Side {
  readonly pid: number;
  readonly link: string;
  stop(): Promise<void>;
}

async function serve(folder: string, name: string, program: readonly string[]): Promise<Side> {
  const data = join(folder, name);
  await command(program, ["import", join(folder, "catalog.jsonl"), "--media", "copy", "--data", data]);
  const key = await createKey(program, data, ["--mode", "live"]);
  const server = await startServer(program, data);
  await untilIdle(server.pid);
  const response = await fetch(`${server.url}/v1/songs/1`, { headers: { authorization: `Token ${key.token}` } });
  const link = /"(http[^"]*full\.wav[^"]*)"/.exec(await response.text())?.[1];
  if (link === undefined) throw new Error("The song has no WAV.");
  return { pid: server.pid, link, stop: () => server.stop() };
}

function programAt(path: string | undefined): readonly string[] {
  if (path === undefined) return programOf();
  return path.endsWith(".ts") ? [process.execPath, resolve(path)] : [resolve(path)];
}

async function compare(before: Side, after: Side, work: Work): Promise<void> {
  const cpu: number[] = [];
  const rate: number[] = [];
  for (let turn = -WARM_UP_TURNS; turn < turns; turn += 1) {
    // The order alternates, so that neither side is always second.
    const isTurned = turn % 2 === 0;
    const first = await run(isTurned ? before : after, work);
    const second = await run(isTurned ? after : before, work);
    const [old, young] = isTurned ? [first, second] : [second, first];
    if (turn < 0) continue;
    cpu.push(young.cpu / old.cpu);
    rate.push(old.seconds / young.seconds);
  }
  report(`${work.what}, processor time, new to old`, spread(cpu));
  report(`${work.what}, requests per second, new to old`, spread(rate));
}

async function run({ pid, link }: Side, { bytes, requests }: Work): Promise<{ seconds: number; cpu: number }> {
  const cpu = await cpuSecondsOf(pid);
  const begun = performance.now();
  let left = requests;
  const caller = async (): Promise<void> => {
    for (; left > 0; left -= 1) await ask(link, bytes);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { seconds: performance.now() - begun, cpu: (await cpuSecondsOf(pid)) - cpu };
}

async function ask(link: string, bytes: number): Promise<void> {
  if (bytes === 0) {
    const { status } = await fetch(link, { method: "HEAD" });
    if (status !== 200) throw new Error(`Expected 200, got ${status}.`);
    return;
  }
  const first = Math.floor(Math.random() * (WAV_BYTES - bytes));
  const response = await fetch(link, { headers: { range: `bytes=${first}-${first + bytes - 1}` } });
  const got = await response.bytes();
  if (response.status === 206 && got.length === bytes) return;
  throw new Error(`Expected ${bytes} bytes with 206, got ${got.length} with ${response.status}.`);
}

/** The median and the quartiles. */
function spread(ratios: readonly number[]): string {
  const sorted = ratios.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(2);
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}
