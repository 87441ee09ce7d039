/**
 * The cost of range requests with signed URLs: 10,000 requests for 1 MiB at random offsets of a WAV of 50 MB, compared with
 * a bare `Bun.serve` that returns the same slices, in turns of a few hundred. Prints requests per second and processor
 * time of both, their ratio, and the memory of the server.
 *
 *   bun scripts/bench/ranges.ts [--requests 10000] [--callers 4] [--needledrop dist/needledrop]
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { noiseWav } from "../lib/noise-wav.ts";
import { command, createKey, programOf, startServer } from "../lib/program.ts";
import { withFolder } from "../lib/with-folder.ts";
import { report } from "./load-loops.ts";
import { cpuSecondsOf, descriptorsOf, memoryOf, untilIdle } from "./processes.ts";
import { startBaseline } from "./start-baseline.ts";

const MEBIBYTE = 1024 ** 2;
const WAV_BYTES = 50 * MEBIBYTE;
const RANGE_BYTES = MEBIBYTE;
const TURNS = 20;
const WARM_UP_REQUESTS = 400;

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    callers: { type: "string", default: "4" },
    needledrop: { type: "string" },
  },
});
const program = programOf(values.needledrop);
await withFolder(async (folder) => {
  const data = join(folder, "data");
  const wav = join(folder, "tone.wav");
  const file = { id: "9001", description: "Full mix", vocals: "none", wav: "tone.wav" };
  await Bun.write(wav, noiseWav(WAV_BYTES));
  await writeFile(join(folder, "catalog.jsonl"), JSON.stringify({ id: "1", title: "Tone", audio_files: [file] }));
  await command(program, ["import", join(folder, "catalog.jsonl"), "--media", "in-place", "--data", data]);
  const key = await createKey(program, data, ["--mode", "live"]);
  const server = await startServer(program, data);
  const bare = await startBaseline("plain-range.ts", [wav]);
  try {
    await untilIdle(server.pid);
    await compare(server, bare, await signedUrl(server.url, key.token));
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
});
process.exit(0);

interface Spent {
  seconds: number;
  cpu: number;
}

async function compare(
  server: { readonly pid: number },
  bare: { readonly pid: number; readonly url: string },
  signed: string,
): Promise<void> {
  const ours = { pid: server.pid, url: signed, spent: { seconds: 0, cpu: 0 } };
  const plain = { pid: bare.pid, url: bare.url, spent: { seconds: 0, cpu: 0 } };
  for (const side of [ours, plain]) await run(side, WARM_UP_REQUESTS);
  ours.spent = { seconds: 0, cpu: 0 };
  plain.spent = { seconds: 0, cpu: 0 };
  const before = await memoryOf(ours.pid);
  const resident: number[] = [];
  const perTurn = Math.ceil(Number(values.requests) / TURNS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    // The order alternates, so that neither side is always second.
    for (const side of turn % 2 === 0 ? [ours, plain] : [plain, ours]) await run(side, perTurn);
    resident.push((await memoryOf(ours.pid)).now);
  }
  const count = perTurn * TURNS;
  const rate = ({ seconds }: Spent): number => count / seconds;
  report(`ours, ranges of 1 MiB per second (${count} requests)`, rate(ours.spent).toFixed(0));
  report("bare Bun.serve, the same", rate(plain.spent).toFixed(0));
  report("ratio (target: at least 0.7)", (rate(ours.spent) / rate(plain.spent)).toFixed(2));
  const cpu = ({ spent }: { readonly spent: Spent }): string => `${((spent.cpu / count) * 1e6).toFixed(0)} µs`;
  report("processor time per request, ours and bare", `${cpu(ours)}, ${cpu(plain)}`);
  report("resident before, in each quarter, and at most", [before.now, ...quarters(resident)].map(mib).join(", "));
  report("open descriptors at the end", String(await descriptorsOf(ours)));
}

async function run(side: { readonly pid: number; readonly url: string; readonly spent: Spent }, count: number) {
  const cpu = await cpuSecondsOf(side.pid);
  const begun = performance.now();
  let left = count;
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await fetchRange(side.url);
    }
  };
  await Promise.all(Array.from({ length: Number(values.callers) }, caller));
  side.spent.seconds += (performance.now() - begun) / 1_000;
  side.spent.cpu += (await cpuSecondsOf(side.pid)) - cpu;
}

async function fetchRange(url: string): Promise<void> {
  const first = Math.floor(Math.random() * (WAV_BYTES - RANGE_BYTES));
  const response = await fetch(url, { headers: { range: `bytes=${first}-${first + RANGE_BYTES - 1}` } });
  const bytes = await response.bytes();
  if (response.status !== 206 || bytes.length !== RANGE_BYTES) {
    throw new Error(`Expected 1 MiB with 206, got ${bytes.length} bytes with ${response.status}`);
  }
}

async function signedUrl(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/v1/songs/1`, { headers: { authorization: `Token ${token}` } });
  const link = /"(http[^"]*full\.wav[^"]*)"/.exec(await response.text())?.[1];
  if (link === undefined) throw new Error("The song has no WAV.");
  return link;
}

/** Returns the maximum of each quarter, and of all. */
function quarters(sizes: readonly number[]): readonly number[] {
  const length = Math.ceil(sizes.length / 4);
  const parts = [0, 1, 2, 3].map((quarter) => Math.max(...sizes.slice(quarter * length, (quarter + 1) * length)));
  return [...parts, Math.max(...sizes)];
}

function mib(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
}
