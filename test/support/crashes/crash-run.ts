import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { type RandomGenerator, seeded } from "../../../src/sound/seeded.ts";
import { musicWav } from "../../media/make/sound.ts";
import { makeAuthority } from "../certificates.ts";
import { HttpsReceiver } from "../https-receiver.ts";
import { filmBytes, pictureBytes } from "../pictures-and-films.ts";
import { Acknowledged } from "./acknowledged.ts";
import { type ClientDeps, clientWork } from "./client-work.ts";
import { writeSounds } from "./catalog-versions.ts";
import { type CrashStore, startCrashStore } from "./crash-store.ts";
import { CrashProgram, type ServerProcess } from "./crash-program.ts";
import { violationsOf } from "./invariants.ts";
import { OperatorWork } from "./operator-work.ts";
import { settle } from "./settle.ts";
import { ShortlistWork } from "./shortlist-work.ts";

const CLIENTS = 3;
const USER = "Kim";
/** Shorter ones are refused. */
const SOUND_SECONDS = 10;
/** Share of the kills during a start. */
const STARTING_SHARE = 0.25;
/** These kills come within this many times the duration of the latest start, so that some come shortly after it. */
const STARTING_MAX = 1.3;
const FIRST_START_MS = 1_000;
const LIFE_MIN_MS = 20;
const LIFE_MAX_MS = 6_000;
/** The server keeps the latest 20 sessions. */
export const SESSIONS_KNOWN = 5;
/** Share of the webhooks whose first request is refused. */
const REFUSED_SHARE = 0.1;

export interface CrashRunOptions {
  readonly seed: number;
  /** Ends after this many kills of the server, or after this time. */
  readonly until: { readonly kills: number } | { readonly ms: number };
  /** The program under test: an executable, or Bun and main.ts. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly onLife?: (kills: number) => void;
  /** Whether media and uploads are in a store of objects, which fails at random times. */
  readonly withStore?: boolean;
}

export interface CrashReport {
  readonly kills: number;
  readonly killsDuringStart: number;
  readonly commandsKilled: number;
  readonly searches: number;
  readonly cacheHits: number;
  readonly uploads: number;
  readonly halfUploads: number;
  readonly imports: number;
  readonly webhooks: number;
  readonly shortlistChanges: number;
  readonly replays: number;
  /** A sentence for each broken invariant. */
  readonly violations: readonly string[];
}

interface Prepared {
  /** Null: the data folder has the media. */
  readonly store: CrashStore | null;
  readonly program: CrashProgram;
  readonly receiver: HttpsReceiver;
  readonly token: string;
  readonly webhookSecret: string;
  readonly options: readonly string[];
  readonly acknowledged: Acknowledged;
  /** Those of each client. */
  readonly shortlists: readonly ShortlistWork[];
  readonly media: Pick<ClientDeps, "pictures" | "films" | "sound">;
  readonly user: ClientDeps["user"];
}

/**
 * Runs a random workload, kills the server with SIGKILL at random times, starts it again, and checks at the end that nothing
 * that was acknowledged is lost and that nothing is left over. The seed determines the operations and the times of the kills;
 * how far each operation was when its kill came depends on the machine.
 */
export async function runCrashes(options: CrashRunOptions): Promise<CrashReport> {
  const prepared = await prepare(options);
  const { program, receiver, acknowledged, store } = prepared;
  try {
    const operator = new OperatorWork(prepared, seeded(`${options.seed}/operator`));
    refuseSome(receiver, seeded(`${options.seed}/receiver`));
    // The store can fail just then.
    while (!(await operator.import(null))) await Bun.sleep(FIRST_START_MS);
    const isOver = new AbortController();
    const operating = operator.run(isOver.signal);
    const counts = await killRepeatedly(options, prepared);
    isOver.abort();
    await operating;
    await store?.calm();
    await operator.import(null);
    await operator.backUp(null);
    await settle(prepared);
    return {
      ...counts,
      commandsKilled: acknowledged.commandsKilled,
      searches: acknowledged.searches.length,
      cacheHits: acknowledged.cacheHits.length,
      uploads: acknowledged.assetIds.length,
      halfUploads: acknowledged.halfUploads,
      imports: acknowledged.imports,
      webhooks: receiver.received.length,
      shortlistChanges: prepared.shortlists.reduce((sum, { changes }) => sum + changes, 0),
      replays: acknowledged.replays.size,
      violations: await violationsOf(program.folder, acknowledged, { received: receiver.received, store }),
    };
  } finally {
    await program.end();
    await receiver.stop();
    await store?.stop();
  }
}

async function prepare({ seed, command, folder, withStore = false }: CrashRunOptions): Promise<Prepared> {
  const store = withStore ? await startCrashStore(seed) : null;
  const program = new CrashProgram(command, folder, store?.environment);
  const authority = await makeAuthority();
  const receiver = await HttpsReceiver.start({ authority });
  const ca = join(folder, "ca.pem");
  await Bun.write(ca, authority.caPem);
  await mkdir(join(folder, "backups"));
  await writeSounds(folder);
  const key = await createCrashKey(program);
  const added = await program.mustRun("users", "add", USER, "--json");
  const { password } = JSON.parse(added) as { readonly password: string };
  return {
    store,
    program,
    receiver,
    token: key.token,
    webhookSecret: key.webhook_secret,
    options: ["--callback-allow", "127.0.0.1", "--callback-ca", ca],
    acknowledged: new Acknowledged(),
    shortlists: Array.from({ length: CLIENTS }, () => new ShortlistWork()),
    media: await crashMedia(seed),
    user: { name: USER, password },
  };
}

/** Creates the key of the clients, which has no limits that they could reach. */
export async function createCrashKey(
  program: CrashProgram,
): Promise<{ readonly token: string; readonly webhook_secret: string }> {
  const quotas = ["image", "video", "audio"].flatMap((kind) => [`--${kind}-quota`, "100000"]);
  const rights = ["--images", "--video", "--audio", "--rate", "100000", ...quotas];
  return JSON.parse(await program.mustRun("keys", "create", "--name", "crash", ...rights, "--json")) as {
    readonly token: string;
    readonly webhook_secret: string;
  };
}

/** Makes what the clients upload. */
export async function crashMedia(seed: number): Promise<Prepared["media"]> {
  const pictures = await Promise.all([1, 2, 3].map((number) => pictureBytes({ seed: seed + number })));
  const film = await filmBytes();
  const picturesOf = pictures.map((bytes) => ({ bytes, type: "image/jpeg" }));
  const [first = { bytes: film, type: "video/mp4" }, ...others] = picturesOf;
  return {
    pictures: [first, ...others],
    films: [{ bytes: film, type: "video/mp4" }],
    sound: { bytes: musicWav(SOUND_SECONDS), type: "audio/wav" },
  };
}

/** Refuses some webhooks once, so that they are sent again. */
export function refuseSome(receiver: HttpsReceiver, random: RandomGenerator): void {
  const seen = new Set<string>();
  receiver.answerBy(({ path }) => {
    const isRefused = !seen.has(path) && random() < REFUSED_SHARE;
    seen.add(path);
    return { kind: "status", status: isRefused ? 500 : 200 };
  });
}

async function killRepeatedly(
  { seed, until, onLife }: CrashRunOptions,
  prepared: Prepared,
): Promise<Pick<CrashReport, "kills" | "killsDuringStart">> {
  const end = "ms" in until ? performance.now() + until.ms : Infinity;
  const killsMax = "kills" in until ? until.kills : Infinity;
  let kills = 0;
  let killsDuringStart = 0;
  let startMs = FIRST_START_MS;
  for (; kills < killsMax && performance.now() < end; kills += 1) {
    const took = await live(prepared, { startMs, randomFor: (name) => seeded(`${seed}/${kills}/${name}`) });
    if (took === null) killsDuringStart += 1;
    else startMs = took;
    onLife?.(kills + 1);
  }
  return { kills, killsDuringStart };
}

interface Life {
  /** Duration of the latest start. */
  readonly startMs: number;
  readonly randomFor: (name: string) => RandomGenerator;
}

/** Starts a server, uses it and kills it. Returns the duration of its start; null if it was killed before it was ready. */
async function live(prepared: Prepared, { startMs, randomFor }: Life): Promise<number | null> {
  const { program, receiver, acknowledged } = prepared;
  const random = randomFor("kill");
  const startedAt = performance.now();
  const server = await program.serve(...prepared.options);
  const readyMs = server.ready().then((wasReady) => (wasReady ? performance.now() - startedAt : null));
  if (random() < STARTING_SHARE) {
    await Bun.sleep(random() * STARTING_MAX * startMs);
    await server.kill();
    return await readyMs;
  }
  // Short lives are as likely as long ones, in orders of magnitude.
  const lifeMs = LIFE_MIN_MS * (LIFE_MAX_MS / LIFE_MIN_MS) ** random();
  const took = await readyMs;
  const over = new AbortController();
  const first = receiver.received.length;
  const deps = clientDeps(prepared, server, over.signal);
  const clients = prepared.shortlists.map((shortlists, client) =>
    clientWork({ ...deps, shortlists }, randomFor(`client ${client}`)),
  );
  await Bun.sleep(lifeMs);
  await server.kill();
  over.abort();
  await Promise.all(clients);
  checkSignatures(prepared, first);
  acknowledged.sessions.splice(0, acknowledged.sessions.length - SESSIONS_KNOWN);
  return took;
}

function clientDeps(prepared: Prepared, server: ServerProcess, over: AbortSignal): Omit<ClientDeps, "shortlists"> {
  const { program, receiver, token, media, user, acknowledged } = prepared;
  const adminToken = async (): Promise<string> => (await readFile(join(program.data, "admin-token"), "utf8")).trim();
  return { url: server.url, token, adminToken, receiver: receiver.url, ...media, user, acknowledged, over };
}

/** Checks the webhooks after the first ones soon after they arrived, because a signature is valid for minutes. */
export function checkSignatures(
  { receiver, webhookSecret, acknowledged }: Pick<Prepared, "receiver" | "webhookSecret" | "acknowledged">,
  first: number,
): void {
  const webhook = new Webhook(webhookSecret);
  for (const { body, headers, path } of receiver.received.slice(first)) {
    try {
      webhook.verify(body, headers);
    } catch (error) {
      acknowledged.faults.push(`the webhook to ${path} does not verify: ${String(error)}`);
    }
  }
}
