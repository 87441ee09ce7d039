import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pick, type RandomGenerator, seeded } from "../../../../src/sound/seeded.ts";
import { makeAuthority } from "../../certificates.ts";
import { HttpsReceiver } from "../../https-receiver.ts";
import { Acknowledged } from "../acknowledged.ts";
import { type ClientDeps, clientWork } from "../client-work.ts";
import { checkSignatures, crashMedia, createCrashKey, refuseSome, SESSIONS_KNOWN } from "../crash-run.ts";
import { CrashProgram } from "../crash-program.ts";
import { OperatorWork, STORE_FAILURE } from "../operator-work.ts";
import { ShortlistWork } from "../shortlist-work.ts";
import { writeSounds } from "../catalog-versions.ts";
import { CrashNode } from "./crash-node.ts";
import { CrashPostgres } from "./crash-postgres.ts";
import { countSearchRuns, recordJobRuns, type SearchRuns } from "./job-runs.ts";
import { type AskCounts, livingUrl, requestNodes } from "./node-requests.ts";
import { startNodesStore } from "./nodes-store.ts";
import type { PreparedNodes } from "./prepared-nodes.ts";
import { QuotaWork } from "./quota-work.ts";
import { settleNodes, untilCurrent } from "./settle-nodes.ts";

const CLIENTS = 3;
const USER = "Kim";
const ADMIN_TOKEN = "an-admin-token-of-all-nodes";
/** Shares of the events. All others are kills of a random node. */
const POSTGRES_SHARE = 0.12;
const STOP_SHARE = 0.12;
/** Share of the events that may end a node during its start. The others wait until one is ready. */
const STARTING_SHARE = 0.25;
const READY_WITHIN_MS = 240_000;
const POLL_MS = 50;
const PAUSE_MIN_MS = 50;
const PAUSE_MAX_MS = 8_000;
const AWAY_MAX_MS = 3_000;
const FIRST_IMPORT_AGAIN_MS = 1_000;
/** fsync protects from a crash of the machine, which is not tested. */
const POSTGRES_SETTINGS = ["fsync=off"];
/** How commands say that PostgreSQL is away, or went away before it answered. */
const POSTGRES_FAILURE = /PostgreSQL|database server|connection|Another import|another node/i;

export interface NodesRunOptions {
  readonly seed: number;
  readonly nodes: number;
  /** Ends after this many kills of nodes and PostgreSQL, or after this time. */
  readonly until: { readonly kills: number } | { readonly ms: number };
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  /** Uses Debian's Swift instead of the store that fails at random times. */
  readonly withSwift: boolean;
  readonly onEvent?: (events: number) => void;
}

interface Events {
  kills: number;
  killsDuringStart: number;
  postgresKills: number;
  stops: number;
}

export interface NodesReport extends Events, SearchRuns {
  readonly startsAgain: number;
  readonly requestsRepeated: number;
  readonly searches: number;
  readonly cacheHits: number;
  readonly uploads: number;
  readonly imports: number;
  readonly webhooks: number;
  readonly webhooksSentAgain: number;
  readonly shortlistChanges: number;
  readonly quotaKeys: number;
  /** A sentence for each broken invariant. */
  readonly violations: readonly string[];
}

/**
 * Sends a random workload to several nodes, kills random ones and PostgreSQL with SIGKILL and SIGQUIT, stops some, starts all again, and
 * checks at the end that nothing that was acknowledged is lost or done twice. The seed determines the operations and the events.
 */
export async function runNodes(options: NodesRunOptions): Promise<NodesReport> {
  const { seed, folder } = options;
  const postgres = await CrashPostgres.create(POSTGRES_SETTINGS);
  const store = await startNodesStore(folder, seed, options.withSwift);
  const receiver = await HttpsReceiver.start({ authority: await authorityIn(folder) });
  const acknowledged = new Acknowledged();
  const nodes = await makeNodes(options, { postgres, store, acknowledged });
  try {
    const prepared = await prepare(options, { nodes, postgres, store, receiver, acknowledged });
    refuseSome(receiver, seeded(`${seed}/receiver`));
    const counts = { repeated: 0 };
    const events = await work(options, prepared, counts);
    await settleNodes(prepared);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    return {
      ...events,
      ...countSearchRuns((text) => postgres.query(text)),
      startsAgain: nodes.reduce((sum, { startsAgain }) => sum + startsAgain, 0),
      requestsRepeated: counts.repeated,
      searches: acknowledged.searches.length,
      cacheHits: acknowledged.cacheHits.length,
      uploads: acknowledged.assetIds.length,
      imports: acknowledged.imports,
      webhooks: ids.length,
      webhooksSentAgain: ids.length - new Set(ids).size,
      shortlistChanges: prepared.shortlists.reduce((sum, { changes }) => sum + changes, 0),
      quotaKeys: prepared.quotas.used,
      violations: acknowledged.faults,
    };
  } finally {
    await Promise.all(nodes.map(({ program }) => program.end()));
    await store.stop();
    await postgres.remove();
    await receiver.stop();
  }
}

async function authorityIn(folder: string): Promise<Awaited<ReturnType<typeof makeAuthority>>> {
  const authority = await makeAuthority();
  await Bun.write(join(folder, "ca.pem"), authority.caPem);
  return authority;
}

async function makeNodes(
  { nodes, command, folder }: NodesRunOptions,
  { postgres, store, acknowledged }: Pick<PreparedNodes, "postgres" | "store" | "acknowledged">,
): Promise<readonly CrashNode[]> {
  const environment = {
    ...store.environment,
    NEEDLEDROP_DATABASE: postgres.address,
    NEEDLEDROP_ADMIN_TOKEN: ADMIN_TOKEN,
  };
  const options = ["--callback-allow", "127.0.0.1", "--callback-ca", join(folder, "ca.pem")];
  const fault = (sentence: string): void => void acknowledged.faults.push(sentence);
  return await Promise.all(
    Array.from({ length: nodes }, async (_, number) => {
      const own = join(folder, `node-${number + 1}`);
      await mkdir(own);
      await writeSounds(own);
      return new CrashNode({ program: new CrashProgram(command, own, environment), options, postgres, fault });
    }),
  );
}

async function prepare(
  { seed }: NodesRunOptions,
  parts: Pick<PreparedNodes, "nodes" | "postgres" | "store" | "receiver" | "acknowledged">,
): Promise<PreparedNodes> {
  const [first] = parts.nodes;
  if (first === undefined) throw new Error("At least one node is necessary.");
  const { token, webhook_secret: webhookSecret } = await createCrashKey(first.program);
  const added = await first.program.mustRun("users", "add", USER, "--json");
  const { password } = JSON.parse(added) as { readonly password: string };
  const media = await crashMedia(seed);
  recordJobRuns(parts.postgres);
  return {
    ...parts,
    token,
    webhookSecret,
    shortlists: Array.from({ length: CLIENTS }, () => new ShortlistWork()),
    quotas: new QuotaWork(media.pictures[0]),
    clients: { ...media, user: { name: USER, password } },
  };
}

/** Runs clients, an operator and the events at the same time, until the events are over. */
async function work(options: NodesRunOptions, prepared: PreparedNodes, counts: AskCounts): Promise<Events> {
  const { seed } = options;
  const { nodes, acknowledged, store } = prepared;
  const randomOperator = seeded(`${seed}/operator`);
  const operator = new OperatorWork(
    {
      ...prepared,
      program: {
        folder: programOf(nodes, randomOperator).folder,
        run: async (args, killAfterMs) => await programOf(nodes, randomOperator).run(args, killAfterMs),
      },
      commands: ["import", "create a key", "create a key", "rotate a key", "change a key", "revoke a key", "replay"],
      mayFail: new RegExp(`${STORE_FAILURE.source}|${POSTGRES_FAILURE.source}`, "i"),
    },
    randomOperator,
  );
  await Promise.all(nodes.map(async (node) => await node.start()));
  // The store can fail just then.
  while (!(await operator.import(null))) await Bun.sleep(FIRST_IMPORT_AGAIN_MS);
  for (const { url } of nodes) if (url !== null) await untilCurrent(url, prepared);
  const over = new AbortController();
  const working = [
    operator.run(over.signal),
    prepared.quotas.run(
      depsOf(prepared, seeded(`${seed}/quotas`), over.signal, counts),
      ADMIN_TOKEN,
      seeded(`${seed}/pauses`),
    ),
    ...prepared.shortlists.map(async (shortlists, client) => {
      const random = seeded(`${seed}/client ${client}`);
      await clientWork(
        { ...depsOf(prepared, seeded(`${seed}/nodes ${client}`), over.signal, counts), shortlists },
        random,
      );
    }),
  ];
  const events = await happen(options, prepared);
  over.abort();
  await Promise.all(working);
  await store.calm();
  await Promise.all(nodes.filter(({ isRunning }) => !isRunning).map(async (node) => await node.start()));
  if (!(await operator.import(null))) acknowledged.faults.push("the last import failed");
  return events;
}

function programOf(nodes: readonly CrashNode[], random: RandomGenerator): CrashProgram {
  const [first, ...others] = nodes.map(({ program }) => program);
  if (first === undefined) throw new Error("There are no nodes.");
  return pick(random, [first, ...others]);
}

function depsOf(
  prepared: PreparedNodes,
  random: RandomGenerator,
  over: AbortSignal,
  counts: AskCounts,
): Omit<ClientDeps, "shortlists"> {
  const { nodes, receiver, token, acknowledged, clients } = prepared;
  return {
    get url() {
      return livingUrl(nodes, random) ?? "http://127.0.0.1:9";
    },
    request: requestNodes(nodes, random, { over, counts }),
    isUncertain: true,
    token,
    adminToken: async () => ADMIN_TOKEN,
    receiver: receiver.url,
    ...clients,
    acknowledged,
    over,
  };
}

/** Lets the events happen one after the other. A node that was killed or stopped starts again meanwhile. */
async function happen({ seed, until, onEvent }: NodesRunOptions, prepared: PreparedNodes): Promise<Events> {
  const { nodes, acknowledged, receiver } = prepared;
  const random = seeded(`${seed}/events`);
  const end = "ms" in until ? performance.now() + until.ms : Infinity;
  const killsMax = "kills" in until ? until.kills : Infinity;
  const events: Events = { kills: 0, killsDuringStart: 0, postgresKills: 0, stops: 0 };
  const starting: Promise<void>[] = [];
  let checked = 0;
  while (events.kills + events.postgresKills < killsMax && performance.now() < end) {
    // Short pauses are as likely as long ones, in orders of magnitude.
    await Bun.sleep(PAUSE_MIN_MS * (PAUSE_MAX_MS / PAUSE_MIN_MS) ** random());
    const what = random();
    const awayMs = random() * AWAY_MAX_MS;
    const isAny = random() < STARTING_SHARE;
    if (!isAny) await untilOneIsReady(nodes);
    const [first, ...others] = nodes.filter(({ isRunning, url }) => isRunning && (isAny || url !== null));
    if (what < POSTGRES_SHARE) await crashPostgres(prepared, events, awayMs);
    else if (first !== undefined) {
      const node = pick(random, [first, ...others]);
      if (what < POSTGRES_SHARE + STOP_SHARE) {
        await node.stop();
        events.stops += 1;
      } else {
        if (!(await node.kill())) events.killsDuringStart += 1;
        events.kills += 1;
      }
      starting.push(Bun.sleep(awayMs).then(async () => await node.start()));
    }
    checkSignatures(prepared, checked);
    checked = receiver.received.length;
    acknowledged.sessions.splice(0, acknowledged.sessions.length - SESSIONS_KNOWN);
    onEvent?.(events.kills + events.postgresKills);
  }
  await Promise.all(starting);
  checkSignatures(prepared, checked);
  return events;
}

async function untilOneIsReady(nodes: readonly CrashNode[]): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (nodes.every(({ url }) => url === null) && performance.now() < deadline) await Bun.sleep(POLL_MS);
}

async function crashPostgres({ postgres }: PreparedNodes, events: Events, awayMs: number): Promise<void> {
  await postgres.crash();
  events.postgresKills += 1;
  await Bun.sleep(awayMs);
  await postgres.start();
}
