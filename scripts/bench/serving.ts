/**
 * What serving costs, on a synthetic catalog with artists, files and stems: start to ready, cache hits per
 * second of one core beside a bare server that answers the same bytes, latency at a fixed rate, and new searches
 * from POST to webhook, and the server's memory.
 *
 *   bun scripts/bench/serving.ts [--songs 55525] [--needledrop dist/needledrop]
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeAuthority } from "../../test/support/certificates.ts";
import { HttpsReceiver } from "../../test/support/https-receiver.ts";
import { briefNumber, writeSyntheticCatalog } from "./synthetic-catalog.ts";

const HIT_SECONDS = 6;
const CONNECTIONS = 2;
const FIXED_RATE = 200;
const FIXED_SECONDS = 10;
const SEARCH_RATE = 20;
const SEARCH_SECONDS = 15;
const WARM_UP_REQUESTS = 300;
const NEXT_WITHIN_MS = 1_000;
const KEY_RATE = 10_000;
const READY_WITHIN_MS = 60_000;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

const { values } = parseArgs({
  options: { songs: { type: "string", default: "55525" }, needledrop: { type: "string" } },
});
const needledrop = values.needledrop === undefined ? [process.execPath, "src/main.ts"] : [values.needledrop];
const folder = await mkdtemp(join(tmpdir(), "needledrop-bench-"));
const data = join(folder, "data");
try {
  await writeSyntheticCatalog(join(folder, "catalog.jsonl"), Number(values.songs), { media: folder });
  await command(["import", join(folder, "catalog.jsonl"), "--media", "in-place", "--data", data]);
  const created = [
    "keys",
    "create",
    "--name",
    "bench",
    "--mode",
    "live",
    "--rate",
    String(KEY_RATE),
    "--json",
    "--data",
    data,
  ];
  const key: { token: string } = JSON.parse(await command(created));
  const authority = await makeAuthority();
  await writeFile(join(folder, "ca.pem"), authority.caPem);
  const receiver = await HttpsReceiver.start({ authority });
  await (await startServer("ignored")).stop();
  const server = await startServer("start to ready, second start");
  try {
    const body = searchBody("a calm piano piece for the end of a long day", receiver.url);
    const started = await memory(server.pid);
    await cacheHits(server, key.token, body, receiver);
    await newSearches(server, key.token, receiver);
    const searched = await memory(server.pid);
    say(
      "resident after the start, after all that, and at most",
      `${started.now}, ${searched.now}, ${searched.most} MB`,
    );
  } finally {
    await server.stop();
    await receiver.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

interface Server {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

async function startServer(label: string): Promise<Server> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const begun = performance.now();
  const child = Bun.spawn(
    [
      ...needledrop,
      "serve",
      "--data",
      data,
      "--port",
      String(port),
      "--log-level",
      "warn",
      "--callback-allow",
      "127.0.0.1,localhost",
      "--callback-ca",
      join(folder, "ca.pem"),
    ],
    { stdin: "ignore", stdout: "ignore", stderr: "inherit" },
  );
  const url = `http://127.0.0.1:${port}`;
  while (performance.now() - begun < READY_WITHIN_MS) {
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok === true) break;
    await Bun.sleep(5);
  }
  if (label !== "ignored") say(label, `${(performance.now() - begun).toFixed(0)} ms`);
  return {
    url,
    pid: child.pid,
    stop: async () => {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

async function memory(pid: number): Promise<{ readonly now: number; readonly most: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const of = (name: string): number =>
    Math.round((Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024) / 1e6);
  return { now: of("VmRSS"), most: of("VmHWM") };
}

async function cacheHits(server: Server, token: string, body: string, receiver: HttpsReceiver): Promise<void> {
  const arrival = receiver.next(READY_WITHIN_MS);
  const first = await post(server.url, token, body);
  if (first.status !== 202) throw new Error(`expected 202, got ${first.status}: ${await first.text()}`);
  await arrival;
  const hit = await post(server.url, token, body);
  const document = await hit.text();
  if (hit.status !== 200) throw new Error(`expected a cache hit, got ${hit.status}`);
  const songs = JSON.parse(document).data.relationships.songs.data.length;
  say("cache hit", `${songs} songs, ${(document.length / 1024).toFixed(0)} KiB`);

  const bare = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(document) });
  for (let index = 0; index < WARM_UP_REQUESTS; index += 1) await (await post(server.url, token, body)).arrayBuffer();
  const cpuBefore = await cpuSeconds(server.pid);
  const done = await closedLoop(() => post(server.url, token, body), HIT_SECONDS);
  const cpu = (await cpuSeconds(server.pid)) - cpuBefore;
  const bareDone = await closedLoop(() => post(`http://127.0.0.1:${bare.port}`, token, body), HIT_SECONDS / 2);
  await bare.stop(true);
  say("cache hits per second of one core", (done / cpu).toFixed(0));
  say("cache hits per second, wall, client on the other core", (done / HIT_SECONDS).toFixed(0));
  say(
    "the same bytes from a bare server in the client's process, per second",
    (bareDone / (HIT_SECONDS / 2)).toFixed(0),
  );

  const latencies = await fixedRate(FIXED_RATE, FIXED_SECONDS, async () => {
    const response = await post(server.url, token, body);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`expected 200, got ${response.status}`);
  });
  say(`cache hit at ${FIXED_RATE}/s, p50 / p95 / p99`, percentiles(latencies));
}

async function newSearches(server: Server, token: string, receiver: HttpsReceiver): Promise<void> {
  const arrived = new Map<string, number>();
  const collecting = collect(receiver, arrived);
  let number = 0;
  const sent = new Map<string, number>();
  await fixedRate(SEARCH_RATE, SEARCH_SECONDS, async () => {
    number += 1;
    const path = `/callback/${number}`;
    sent.set(path, performance.now());
    const response = await post(server.url, token, searchBody(briefNumber(number), `${receiver.url}${path}`, ""));
    if (response.status !== 202) throw new Error(`expected 202, got ${response.status}`);
    await response.arrayBuffer();
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (arrived.size < sent.size && performance.now() < deadline) await Bun.sleep(20);
  await collecting.stop();
  const latencies = [...sent].map(([path, at]) => (arrived.get(path) ?? Number.POSITIVE_INFINITY) - at);
  say(`new search, POST to webhook, at ${SEARCH_RATE}/s, p50 / p95 / p99`, percentiles(latencies));
}

/** Notes when each webhook comes. */
function collect(receiver: HttpsReceiver, arrived: Map<string, number>): { stop(): Promise<void> } {
  const over = new AbortController();
  const collecting = (async () => {
    while (!over.signal.aborted) {
      const received = await receiver.next(NEXT_WITHIN_MS).catch(() => null);
      if (received !== null) arrived.set(received.path, performance.now());
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await collecting;
    },
  };
}

function searchBody(query: string, callback: string, path = "/callback"): string {
  const attributes = { query, callback_url: `${callback}${path}` };
  return JSON.stringify({ data: { type: "supervisor_searches", attributes } });
}

function post(url: string, token: string, body: string): Promise<Response> {
  const headers = { authorization: `Token ${token}`, "content-type": "application/vnd.api+json" };
  return fetch(`${url}/v1/supervisor/search`, { method: "POST", headers, body });
}

/** As many requests as CONNECTIONS callers get through in `seconds`. */
async function closedLoop(request: () => Promise<Response>, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      await (await request()).arrayBuffer();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  return done;
}

/** Starts `work` at a fixed rate, whatever the answers do, and returns every latency in milliseconds, from the planned start. */
async function fixedRate(rate: number, seconds: number, work: () => Promise<void>): Promise<number[]> {
  const begun = performance.now();
  const latencies: number[] = [];
  const running: Promise<void>[] = [];
  for (let index = 0; index < rate * seconds; index += 1) {
    const planned = begun + (index * 1_000) / rate;
    const wait = planned - performance.now();
    if (wait > 0) await Bun.sleep(wait);
    const started = Math.max(planned, performance.now() - 1);
    running.push(work().then(() => void latencies.push(performance.now() - started)));
  }
  await Promise.all(running);
  return latencies;
}

function percentiles(latencies: readonly number[]): string {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `${at(0.5)} / ${at(0.95)} / ${at(0.99)} ms (${sorted.length})`;
}

async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function command(args: readonly string[]): Promise<string> {
  const child = Bun.spawn([...needledrop, ...args], { stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  const [output, status] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  if (status !== 0) throw new Error(`needledrop ${args[0]} ended with ${status}`);
  return output;
}

function say(what: string, value: string): void {
  console.log(`${what.padEnd(72)} ${value}`);
}
