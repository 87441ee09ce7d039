/**
 * Shows the whole of it in one go: a fresh data folder, the demonstration catalog, a key, one search over HTTP
 * and its webhook on a local HTTPS receiver. Stays up until Ctrl-C, or ends after the search with `--once`.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { makeAuthority } from "../test/support/certificates.ts";
import { HttpsReceiver } from "../test/support/https-receiver.ts";

const QUERY = "Tense car chase through wet city streets at night, driving and dark, no vocals";
const PREFERRED_PORT = 4040;
const READY_WITHIN_MS = 30_000;
const WEBHOOK_WITHIN_MS = 30_000;
const POLL_MS = 100;
const NEEDLEDROP = [process.execPath, join(import.meta.dir, "../src/main.ts")];

interface Result {
  readonly data: {
    readonly attributes: { readonly status: string };
    readonly relationships: {
      readonly songs: {
        readonly data: readonly {
          readonly id: string;
          readonly meta: { readonly band: string; readonly reasons: readonly string[] };
        }[];
      };
    };
  };
  readonly included: readonly {
    readonly type: string;
    readonly id: string;
    readonly attributes: { readonly title?: string; readonly name?: string };
    readonly relationships?: { readonly artists?: { readonly data: readonly { readonly id: string }[] } };
  }[];
}

const isOnce = process.argv.includes("--once");
const folder = await mkdtemp(join(tmpdir(), "needledrop-demo-"));
const data = join(folder, "data");
const authority = await makeAuthority();
const authorityFile = join(folder, "receiver-ca.pem");
await writeFile(authorityFile, authority.caPem);
const receiver = await HttpsReceiver.start({ authority });

say("Importing the demonstration catalog …");
await needledrop(["import", "--demo", "--data", data]);
const key = JSON.parse(
  await needledrop(["keys", "create", "--name", "demonstration", "--mode", "live", "--data", data, "--json"]),
);

const port = await freePort(PREFERRED_PORT);
const url = `http://127.0.0.1:${port}`;
const serverLog = join(folder, "server.log");
const server = Bun.spawn(
  [
    ...NEEDLEDROP,
    "serve",
    "--data",
    data,
    "--port",
    String(port),
    "--callback-allow",
    "127.0.0.1,localhost",
    "--callback-ca",
    authorityFile,
  ],
  { stdin: "ignore", stdout: "ignore", stderr: Bun.file(serverLog), env: environment() },
);
let exitStatus = 0;
try {
  await waitUntilReady(`${url}/readyz`);
  await search();
  if (isOnce) say("Done.");
  else await stayUp();
} catch (error) {
  exitStatus = 1;
  console.error(error instanceof Error ? error.message : error);
  console.error(await Bun.file(serverLog).text());
} finally {
  server.kill("SIGTERM");
  await server.exited;
  await receiver.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(exitStatus);

async function search(): Promise<void> {
  say(`Searching for: ${QUERY}\n`);
  const arrival = receiver.next(WEBHOOK_WITHIN_MS);
  const response = await fetch(`${url}/v1/supervisor/search`, {
    method: "POST",
    headers: { authorization: `Token ${key.token}`, "content-type": "application/vnd.api+json" },
    body: JSON.stringify({
      data: { type: "supervisor_searches", attributes: { query: QUERY, callback_url: `${receiver.url}/callback` } },
    }),
  });
  if (response.status !== 202) throw new Error(`Expected 202, got ${response.status}: ${await response.text()}`);
  const webhook = await arrival;
  new Webhook(key.webhook_secret).verify(webhook.body, webhook.headers);
  const result: Result = JSON.parse(webhook.body);
  const songs = result.data.relationships.songs.data;
  say(`The webhook came, its signature is right; status ${result.data.attributes.status}, ${songs.length} songs:\n`);
  if (songs.length === 0) throw new Error("The demonstration search found nothing.");
  for (const [index, song] of songs.slice(0, 10).entries()) {
    say(`${String(index + 1).padStart(3)}. ${titleOf(result, song.id)}  [${song.meta.band}]`);
    say(`     ${song.meta.reasons.join(" · ")}`);
  }
  say("");
}

function titleOf(result: Result, songId: string): string {
  const song = result.included.find((one) => one.type === "songs" && one.id === songId);
  const artistIds = song?.relationships?.artists?.data.map((artist) => artist.id) ?? [];
  const artists = artistIds.map(
    (id) => result.included.find((one) => one.type === "artists" && one.id === id)?.attributes.name,
  );
  return `${song?.attributes.title ?? songId} — ${artists.join(", ")}`;
}

async function stayUp(): Promise<void> {
  say(`The appliance:  ${url}/`);
  say(`API reference:  ${url}/reference`);
  say(`API key:        ${key.token}`);
  say("\nGo on with:\n");
  say(`curl -s ${url}/v1/supervisor/search \\
  -H 'Authorization: Token ${key.token}' -H 'Content-Type: application/vnd.api+json' \\
  -d '{"data":{"type":"supervisor_searches","attributes":{"query":"a quiet kitchen at dawn, hopeful piano","callback_url":"${receiver.url}/callback"}}}'`);
  say("\nSend it twice: the second answer comes from the cache, with all songs. Ctrl-C ends.");
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
}

async function needledrop(args: readonly string[]): Promise<string> {
  const child = Bun.spawn([...NEEDLEDROP, ...args], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
    env: environment(),
  });
  const [output, status] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  if (status !== 0) throw new Error(`needledrop ${args[0]} ended with ${status}.`);
  return output;
}

/** The caller's environment without settings of an installation of theirs. */
function environment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith("NEEDLEDROP_"));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

async function waitUntilReady(address: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok === true) return;
    await Bun.sleep(POLL_MS);
  }
  throw new Error("The appliance did not become ready; its log:");
}

/** `preferred` when it is free, else one that the system picks. */
async function freePort(preferred: number): Promise<number> {
  const listen = (wanted: number): Promise<number | null> =>
    new Promise((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(null));
      probe.listen(wanted, "127.0.0.1", () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : null));
      });
    });
  return (await listen(preferred)) ?? (await listen(0)) ?? preferred;
}

function say(line: string): void {
  console.log(line);
}
