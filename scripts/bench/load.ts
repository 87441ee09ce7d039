/**
 * Load as a busy studio makes it, on a synthetic catalog: short searches and scenes, hits, lists, facets, ranges, uploads, reads
 * of the console and MCP, all at the same time. Prints the percentiles of each kind, throughput, memory, descriptors,
 * processor time and the delay of the request thread. With `--minutes` it is a soak: equal slices of time, whose figures
 * must not grow. The exit status is 1 if they do, if more than 1 % of a kind got 429 or 503, or if a request got no answer or another
 * error. `--minutes 15 --scale 4` sends an hour of the usual traffic.
 *
 *   bun scripts/bench/load.ts [--seconds 60 | --minutes 15] [--scale 1] [--songs 55525] [--needledrop dist/needledrop]
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeAuthority } from "../../test/support/certificates.ts";
import { HttpsReceiver } from "../../test/support/https-receiver.ts";
import { pictureBytes } from "../../test/support/pictures-and-films.ts";
import { median } from "../lib/percentiles.ts";
import { command, createKey, programOf, type StartedServer, startServer } from "../lib/program.ts";
import { withFolder } from "../lib/with-folder.ts";
import { failuresOf, growthOf, type Slice } from "./judge-load.ts";
import { report } from "./load-loops.ts";
import { type KindReport, mixedKinds, runMix } from "./mixed-load.ts";
import { cpuSecondsOf, descriptorsOf, memoryOf, watchNumber } from "./processes.ts";
import { callbackOptions } from "./search-client.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";

const ADMIN_TOKEN = "an-admin-token-for-the-load";
/** The first slice is warming up, and is not compared. */
const SLICES = 6;
const WARM_UP_SECONDS = 20;
const SAMPLE_EVERY_MS = 1_000;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    minutes: { type: "string" },
    scale: { type: "string", default: "1" },
    songs: { type: "string", default: "55525" },
    needledrop: { type: "string" },
  },
});
const program = programOf(values.needledrop);
const isSoak = values.minutes !== undefined;
const seconds = isSoak ? Number(values.minutes) * 60 : Number(values.seconds);

await withFolder(async (folder) => {
  const data = join(folder, "data");
  await writeSyntheticCatalog(join(folder, "catalog.jsonl"), Number(values.songs), { media: folder });
  await command(program, ["import", join(folder, "catalog.jsonl"), "--media", "in-place", "--data", data]);
  const rights = ["--mode", "live", "--images", "--rate", "10000", "--image-quota", "1000000"];
  const key = await createKey(program, data, rights);
  const authority = await makeAuthority();
  await writeFile(join(folder, "ca.pem"), authority.caPem);
  const receiver = await HttpsReceiver.start({ authority });
  const options = [...callbackOptions(join(folder, "ca.pem")), "--admin-token", ADMIN_TOKEN];
  const server = await startServer(program, data, { options, logPath: join(folder, "log") });
  try {
    const target = {
      url: server.url,
      token: key.token,
      session: await signIn(server.url),
      callback: receiver.url,
      picture: await pictureBytes({ width: 640, height: 400 }),
      ...(await songsOf(server.url, key.token)),
    };
    const kinds = mixedKinds(target, Number(values.scale));
    await runMix(kinds, Math.min(WARM_UP_SECONDS, seconds), 0);
    const count = isSoak ? SLICES : 1;
    const slices: Slice[] = [];
    for (let at = 0; at < count; at += 1) {
      slices.push(await measured(server, () => runMix(kinds, seconds / count, (at + 1) * 1_000_000), seconds / count));
      printSlice(`${at + 1} of ${count}`, slices[at]);
    }
    report("delay of the request thread since the start, p99", await loopDelay(server.url));
    report("webhooks that arrived", String(receiver.received.length));
    const faults = [...slices.flatMap(failuresOf), ...(isSoak ? growthOf(slices) : [])];
    for (const fault of faults) console.error(fault);
    if (isSoak) report("the soak is flat", faults.length === 0 ? "yes" : "no");
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
    await receiver.stop();
  }
});
process.exit();

async function measured(
  server: StartedServer,
  work: () => Promise<readonly KindReport[]>,
  during: number,
): Promise<Slice> {
  const before = await cpuSecondsOf(server.pid);
  const memory = watchNumber(async () => (await memoryOf(server.pid)).now / 1e6, SAMPLE_EVERY_MS);
  const descriptors = watchNumber(() => descriptorsOf(server), SAMPLE_EVERY_MS);
  const kinds = await work();
  const cpu = (await cpuSecondsOf(server.pid)) - before;
  return {
    kinds,
    memoryMb: Math.round(median(await memory.stop())),
    descriptors: Math.min(...(await descriptors.stop())),
    cpuShare: cpu / during,
  };
}

function printSlice(name: string, slice: Slice | undefined): void {
  if (slice === undefined) return;
  const sent = slice.kinds.reduce((sum, kind) => sum + kind.sent, 0);
  console.log(
    `slice ${name}: ${sent} requests, ${slice.cpuShare.toFixed(2)} cores, ${slice.memoryMb} MB, ${slice.descriptors} descriptors`,
  );
  for (const { name: kind, sent: requests, statuses, ms } of slice.kinds) {
    const figures = [ms.p50, ms.p95, ms.p99, ms.max].map((one) => one.toFixed(0)).join(" / ");
    report(`  ${kind}, p50 / p95 / p99 / max`, `${figures} ms (${requests}) ${JSON.stringify(statuses)}`);
  }
}

async function signIn(url: string): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { type: "sessions", attributes: { admin_token: ADMIN_TOKEN } } }),
  });
  await response.arrayBuffer();
  const cookie = response.headers.get("set-cookie")?.split(";")[0];
  if (response.status !== 200 || cookie === undefined) throw new Error(`The sign-in got ${response.status}.`);
  return { cookie };
}

/** Returns ids of songs, and the signed URL of a media file of one of them, or null without one. */
async function songsOf(
  url: string,
  token: string,
): Promise<{ readonly songIds: readonly string[]; readonly media: string | null }> {
  const headers = { authorization: `Token ${token}` };
  const text = await (await fetch(`${url}/v1/songs?page[size]=100`, { headers })).text();
  const { data } = JSON.parse(text) as { readonly data: readonly { readonly id: string }[] };
  const media = /"(http[^"]+\/v1\/audio_files\/[^"]+\.wav[^"]*)"/.exec(text)?.[1] ?? null;
  return { songIds: data.map(({ id }) => id), media };
}

/** Returns the bucket of the 99th percentile by the server's own metrics. */
async function loopDelay(url: string): Promise<string> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } })).text();
  const buckets = [...text.matchAll(/^needledrop_event_loop_delay_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)];
  const total = Number(buckets.at(-1)?.[2] ?? 0);
  const found = buckets.find(([, , count]) => Number(count) >= total * 0.99);
  return `at most ${found?.[1] ?? "unknown"} s (${total} samples)`;
}
