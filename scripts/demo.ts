/**
 * `npm run demo`: demonstrates Needledrop with a new data folder: the demonstration catalog, a key, one search over HTTP, and
 * its webhook to a local HTTPS receiver. Runs until Ctrl-C; with `--once`, ends after the search.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { messageOf } from "../src/lib/assert.ts";
import { makeAuthority } from "../test/support/certificates.ts";
import { HttpsReceiver } from "../test/support/https-receiver.ts";
import { freePort } from "./lib/free-port.ts";
import { command, createKey, type PrintedKey, programOf, startServer } from "./lib/program.ts";
import { withFolder } from "./lib/with-folder.ts";

const QUERY = "Tense car chase through wet city streets at night, driving and dark, no vocals";
const USER = "demo";
const PREFERRED_PORT = 4040;
const WEBHOOK_WITHIN_MS = 30_000;

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

const program = programOf();
process.exit(await withFolder(run));

/** Returns the exit status. */
async function run(folder: string): Promise<number> {
  const data = join(folder, "data");
  const authority = await makeAuthority();
  const authorityPath = join(folder, "receiver-ca.pem");
  await writeFile(authorityPath, authority.caPem);
  const receiver = await HttpsReceiver.start({ authority });
  const logPath = join(folder, "server.log");
  try {
    console.log("Importing the demonstration catalog …");
    await command(program, ["import", "--demo", "--data", data]);
    const key = await createKey(program, data, ["--mode", "live"]);
    const user: { password: string } = JSON.parse(
      await command(program, ["users", "add", USER, "--role", "admin", "--json", "--data", data]),
    );
    const server = await startServer(program, data, {
      options: ["--callback-allow", "127.0.0.1,localhost", "--callback-ca", authorityPath],
      port: await freePort(PREFERRED_PORT),
      logPath,
    });
    try {
      await search(server.url, key, receiver);
      if (process.argv.includes("--once")) console.log("Done.");
      else await stayUp(server.url, { key, password: user.password, receiver });
    } finally {
      await server.stop();
    }
    return 0;
  } catch (error) {
    console.error(messageOf(error));
    console.error(
      await Bun.file(logPath)
        .text()
        .catch(() => ""),
    );
    return 1;
  } finally {
    await receiver.stop();
  }
}

async function search(url: string, key: PrintedKey, receiver: HttpsReceiver): Promise<void> {
  console.log(`Searching for: ${QUERY}\n`);
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
  console.log(
    `The webhook arrived with a valid signature. Status ${result.data.attributes.status}, ${songs.length} songs:\n`,
  );
  if (songs.length === 0) throw new Error("The demonstration search found nothing.");
  for (const [index, song] of songs.slice(0, 10).entries()) {
    console.log(`${String(index + 1).padStart(3)}. ${titleOf(result, song.id)}  [${song.meta.band}]`);
    console.log(`     ${song.meta.reasons.join(" · ")}`);
  }
  console.log("");
}

function titleOf(result: Result, songId: string): string {
  const song = result.included.find((one) => one.type === "songs" && one.id === songId);
  const artistIds = song?.relationships?.artists?.data.map((artist) => artist.id) ?? [];
  const artists = artistIds.map(
    (id) => result.included.find((one) => one.type === "artists" && one.id === id)?.attributes.name,
  );
  return `${song?.attributes.title ?? songId} — ${artists.join(", ")}`;
}

async function stayUp(
  url: string,
  {
    key,
    password,
    receiver,
  }: { readonly key: PrintedKey; readonly password: string; readonly receiver: HttpsReceiver },
): Promise<void> {
  console.log(`Console:        ${url}/ (sign in as ${USER} with the password ${password})`);
  console.log(`API reference:  ${url}/reference`);
  console.log(`API key:        ${key.token}`);
  console.log("\nTry a search:\n");
  console.log(`curl -s ${url}/v1/supervisor/search \\
  -H 'Authorization: Token ${key.token}' -H 'Content-Type: application/vnd.api+json' \\
  -d '{"data":{"type":"supervisor_searches","attributes":{"query":"a quiet kitchen at dawn, hopeful piano","callback_url":"${receiver.url}/callback"}}}'`);
  console.log("\nSend it twice: the second response comes from the cache, with all songs. Press Ctrl-C to stop.");
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
}
