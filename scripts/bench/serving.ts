/**
 * The cost of serving a synthetic catalog with artists, files and stems: time from start to ready, cache hits per second
 * and core, compared with a bare server that returns the same bytes, latency at a fixed rate before and after that load, new
 * searches from POST to webhook, and the memory of the server.
 *
 *   bun scripts/bench/serving.ts [--songs 55525] [--needledrop dist/needledrop]
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeAuthority } from "../../test/support/certificates.ts";
import { HttpsReceiver } from "../../test/support/https-receiver.ts";
import { command, createKey, programOf, type StartedServer, startServer } from "../lib/program.ts";
import { withFolder } from "../lib/with-folder.ts";
import { closedLoop, latencyText, report } from "./load-loops.ts";
import { cpuSecondsOf, memoryOf } from "./processes.ts";
import { cacheHitLatencies, callbackOptions, newSearchLatencies, post, searchBody } from "./search-client.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";

const HIT_SECONDS = 6;
const CONNECTIONS = 2;
const FIXED_RATE = 200;
const FIXED_SECONDS = 20;
const SEARCH_RATE = 20;
const SEARCH_SECONDS = 15;
const WARM_UP_REQUESTS = 300;
const KEY_RATE = 10_000;
const READY_WITHIN_MS = 60_000;

const { values } = parseArgs({
  options: { songs: { type: "string", default: "55525" }, needledrop: { type: "string" } },
});
const program = programOf(values.needledrop);
await withFolder(async (folder) => {
  const data = join(folder, "data");
  await writeSyntheticCatalog(join(folder, "catalog.jsonl"), Number(values.songs), { media: folder });
  await command(program, ["import", join(folder, "catalog.jsonl"), "--media", "in-place", "--data", data]);
  const key = await createKey(program, data, ["--mode", "live", "--rate", String(KEY_RATE)]);
  const authority = await makeAuthority();
  await writeFile(join(folder, "ca.pem"), authority.caPem);
  const receiver = await HttpsReceiver.start({ authority });
  const options = callbackOptions(join(folder, "ca.pem"));
  await (await startServer(program, data, { options })).stop();
  const server = await startServer(program, data, { options });
  report("start to ready, second start", `${server.readyMs.toFixed(0)} ms`);
  try {
    const body = searchBody("a calm piano piece for the end of a long day", receiver.url);
    const started = await memoryOf(server.pid);
    await cacheHits(server, key.token, body, receiver);
    await newSearches(server, key.token, receiver);
    const searched = await memoryOf(server.pid);
    report(
      "resident after the start, after the load, and at most",
      `${megabytes(started.now)}, ${megabytes(searched.now)}, ${megabytes(searched.most)} MB`,
    );
  } finally {
    await server.stop();
    await receiver.stop();
  }
});
process.exit(0);

async function cacheHits(server: StartedServer, token: string, body: string, receiver: HttpsReceiver): Promise<void> {
  const arrival = receiver.next(READY_WITHIN_MS);
  const first = await post(server.url, token, body);
  if (first.status !== 202) throw new Error(`Expected 202, got ${first.status}: ${await first.text()}`);
  await arrival;
  const hit = await post(server.url, token, body);
  const document = await hit.text();
  if (hit.status !== 200) throw new Error(`Expected a cache hit, got ${hit.status}`);
  const songs = JSON.parse(document).data.relationships.songs.data.length;
  report("cache hit", `${songs} songs, ${(document.length / 1024).toFixed(0)} KiB`);

  const hitOnce = async (url: string) => await (await post(url, token, body)).arrayBuffer();
  const bare = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(document) });
  const bareUrl = `http://127.0.0.1:${bare.port}`;
  const atFixedRate = async (url: string) =>
    latencyText(await cacheHitLatencies({ token, body, rate: FIXED_RATE, seconds: FIXED_SECONDS, url }));
  for (let index = 0; index < WARM_UP_REQUESTS; index += 1) await hitOnce(server.url);
  report(`cache hit at ${FIXED_RATE}/s, p50 / p95 / p99 / max`, await atFixedRate(server.url));

  const cpuBefore = await cpuSecondsOf(server.pid);
  const done = await closedLoop(CONNECTIONS, HIT_SECONDS, () => hitOnce(server.url));
  const cpu = (await cpuSecondsOf(server.pid)) - cpuBefore;
  // While the server and the disk still work on the log of these hits.
  const afterwards = await atFixedRate(server.url);
  const bareDone = await closedLoop(CONNECTIONS, HIT_SECONDS / 2, () => hitOnce(bareUrl));
  report("cache hits per second of processor time", (done / cpu).toFixed(0));
  report("cache hits per second of wall-clock time, client on the other core", (done / HIT_SECONDS).toFixed(0));
  report("responses per second of a bare server in the client's process", (bareDone / (HIT_SECONDS / 2)).toFixed(0));
  report(`cache hit at ${FIXED_RATE}/s, right after these ${done} hits`, afterwards);
  report("the same of the bare server", await atFixedRate(bareUrl));
  await bare.stop(true);
}

async function newSearches(server: StartedServer, token: string, receiver: HttpsReceiver): Promise<void> {
  const latencies = await newSearchLatencies({
    url: server.url,
    token,
    receiver,
    rate: SEARCH_RATE,
    seconds: SEARCH_SECONDS,
    from: 0,
  });
  report(`new search, POST to webhook, at ${SEARCH_RATE}/s, p50 / p95 / p99 / max`, latencyText(latencies));
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
