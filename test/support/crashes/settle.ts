import { Database } from "bun:sqlite";
import { readdir, writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import { claimedAt, claimObjects, isStoreUnconfirmed } from "../../../src/app/claim-objects.ts";
import { openCore } from "../../../src/app/core.ts";
import { mediaStoreOf } from "../../../src/app/media-store-of.ts";
import { Originals } from "../../../src/assets/originals.ts";
import { originalStatus } from "../../../src/assets/store.ts";
import { UploadFolder } from "../../../src/assets/upload-folder.ts";
import { sweepMedia } from "../../../src/catalog/import/media/sweep-media.ts";
import { sweepStoredCatalogs } from "../../../src/catalog/stored/sweep-stored.ts";
import { readConfig } from "../../../src/config/config.ts";
import { DAY_MS } from "../../../src/lib/clock.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { MediaStore } from "../../../src/media/store/media-store.ts";
import { removeOutdated } from "../../../src/native/unpack.ts";
import { processesWith } from "../processes.ts";
import type { Acknowledged } from "./acknowledged.ts";
import { wrongSongs } from "./client-work.ts";
import type { CrashStore } from "./crash-store.ts";
import type { CrashProgram, ServerProcess } from "./crash-program.ts";
import type { ShortlistWork } from "./shortlist-work.ts";

/** A job must end within this time. There can be hundreds, because most lives are too short for an analysis. */
const PROGRESS_WITHIN_MS = 240_000;
const PROCESSES_END_WITHIN_MS = 10_000;
const POLL_MS = 100;
/** The server keeps the latest 20 sessions. */
const SESSIONS_CHECKED = 5;
/** Lanes whose jobs nothing that was acknowledged waits for. */
const BACKGROUND_LANES = "('media', 'measure')";

interface Settled {
  readonly store: CrashStore | null;
  readonly program: CrashProgram;
  readonly token: string;
  readonly options: readonly string[];
  readonly acknowledged: Acknowledged;
  readonly shortlists: readonly ShortlistWork[];
}

/** Runs a last server until it has done all that is left, and checks what an installation that is at rest must show. */
export async function settle(prepared: Settled): Promise<void> {
  const { program, acknowledged } = prepared;
  // A start lets the jobs that the last kill interrupted wait, for minutes if they were interrupted often.
  const starting = await program.serve(...prepared.options);
  await starting.ready();
  await starting.stop();
  makeWaitingJobsDue(program.data);
  const server = await program.serve(...prepared.options);
  await server.ready();
  await untilIdle(program.data);
  await checkOverHttp(prepared, server);
  const status = await server.stop();
  if (status !== 0) acknowledged.faults.push(`the server ended with ${status} on SIGTERM`);
  await sweepAsLater(program, prepared.store);
  for (const backup of acknowledged.backups) await mustSucceed(prepared, "backup", "verify", backup);
  await mustSucceed(prepared, "audit", "verify");
  await expectNoProcesses(prepared);
}

/** Acts as if the clock had advanced beyond all waits after failed and interrupted attempts. */
function makeWaitingJobsDue(data: string): void {
  const db = new Database(join(data, "needledrop.db"));
  db.run("UPDATE jobs SET run_at = 0 WHERE state = 'ready'");
  db.close();
}

async function untilIdle(data: string): Promise<void> {
  const db = new Database(join(data, "needledrop.db"), { readonly: true });
  const unfinished = db.query<{ kind: string; runAt: number }, []>(
    `SELECT kind, run_at AS runAt FROM jobs WHERE state IN ('ready', 'running') AND lane NOT IN ${BACKGROUND_LANES}`,
  );
  let fewest = Infinity;
  let deadline = Infinity;
  try {
    for (let jobs = unfinished.all(); jobs.length > 0; jobs = unfinished.all()) {
      if (jobs.length < fewest) deadline = performance.now() + PROGRESS_WITHIN_MS;
      fewest = Math.min(fewest, jobs.length);
      if (performance.now() > deadline) throw new Error(`These jobs did not end: ${JSON.stringify(jobs.slice(0, 10))}`);
      await raisePriorities(data);
      await Bun.sleep(POLL_MS);
    }
  } finally {
    db.close();
  }
}

/**
 * Analyses of films have the lowest priority, which means hours on a machine that other programs use fully. Raising it needs root; for
 * another user the run only takes longer.
 */
async function raisePriorities(data: string): Promise<void> {
  for (const pid of await processesWith(data)) {
    try {
      setPriority(pid, 0);
      await writeFile(`/proc/${pid}/autogroup`, "0");
    } catch {
      // Not permitted, or the process has ended.
    }
  }
}

/**
 * Sweeps media, uploads and parts that were not unpacked completely as if two days had passed: sweeps leave recent files to a repeated
 * import and to other processes.
 */
async function sweepAsLater({ data, environment }: CrashProgram, crashStore: CrashStore | null): Promise<void> {
  const core = await openCore(readConfig(environment, { data }), silentLog);
  const later = Date.now() + 2 * DAY_MS;
  try {
    if (crashStore !== null) {
      const store = crashStore.objects;
      const objects = {
        store,
        claim: () => claimObjects(store, data, core.db),
        claimedAt: () => claimedAt(store),
        mayRemove: async () => !(await core.db.read(isStoreUnconfirmed(core.db, data))),
        outage: () => null,
      };
      const originals = new Originals({ folder: new UploadFolder(data), objects, log: silentLog, freeBytes: () => 0 });
      await sweepStoredCatalogs({
        dataDir: data,
        serviceDb: core.db,
        objects,
        clock: { now: () => later },
        log: silentLog,
        signal: null,
      });
      await originals.sweep((id) => core.db.read(originalStatus(core.db, id)), later, new AbortController().signal);
    }
    const swept = await sweepMedia({
      dataDir: data,
      serviceDb: core.db,
      store: mediaStoreOf(core, "server"),
      generated: new MediaStore(data, "server", { folder: "generated" }),
      clock: { now: () => later },
      log: silentLog,
      signal: null,
      hasImportLock: false,
    });
    if (swept?.isComplete !== true) throw new Error("The media could not be swept.");
    const native = join(data, "native");
    const [current] = await readdir(native).catch(() => []);
    if (current !== undefined) await removeOutdated(native, current, later);
  } finally {
    await core.close();
  }
}

/** Compares what a server answers with what was acknowledged. */
export async function checkOverHttp(
  { token, acknowledged, shortlists }: Pick<Settled, "token" | "acknowledged" | "shortlists">,
  { url }: Pick<ServerProcess, "url">,
): Promise<void> {
  const { faults, keys, quotas, revokedTokens, sessions, endedSessions, searches } = acknowledged;
  const statusFor = async (path: string, headers: Record<string, string>): Promise<number> => {
    const response = await fetch(`${url}${path}`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  const withKey = (key: string): Record<string, string> => ({ authorization: `Token ${key}` });
  for (const key of keys.values())
    if ((await statusFor("/v1/me", withKey(key))) !== 200) faults.push("a key that was created does not work");
  for (const [id, quota] of quotas) {
    const key = keys.get(id);
    if (key === undefined) continue;
    const text = await (await fetch(`${url}/v1/me`, { headers: withKey(key) })).text();
    if (!text.includes(`"images":{"limit":${quota},`))
      faults.push(`a key has not the quota ${quota} that it was given`);
  }
  for (const key of revokedTokens)
    if ((await statusFor("/v1/me", withKey(key))) !== 401) faults.push("a key that was revoked works");
  for (const { id } of searches.slice(-5)) {
    const status = await statusFor(`/v1/supervisor/search/${id}`, withKey(token));
    if (status !== 200) faults.push(`the search ${id} is answered with ${status}`);
  }
  const isSignedIn = async (cookie: string): Promise<boolean> =>
    (await (await fetch(`${url}/v1/session`, { headers: { cookie } })).text()).includes('"user":{');
  for (const cookie of sessions.slice(-SESSIONS_CHECKED))
    if (!(await isSignedIn(cookie))) faults.push("a session that was started has ended");
  for (const cookie of endedSessions.slice(-SESSIONS_CHECKED))
    if (await isSignedIn(cookie)) faults.push("a session that was ended is valid");
  for (const work of shortlists) await work.check({ url, token, acknowledged, over: new AbortController().signal });
  const songs = await fetch(`${url}/v1/songs?page[size]=100`, { headers: withKey(token) });
  const document = (await songs.json()) as Parameters<typeof titlesOf>[0];
  faults.push(...wrongSongs(document));
  const version = Number(/version (\d+)$/.exec(titlesOf(document)[0] ?? "")?.[1]);
  if (!acknowledged.mayBeLive(version)) faults.push(`version ${version} of the catalog is live, which is an older one`);
}

function titlesOf(document: {
  readonly data: readonly { readonly attributes: { readonly title: string } }[];
}): readonly string[] {
  return document.data.map(({ attributes }) => attributes.title);
}

async function mustSucceed({ program, acknowledged }: Settled, ...args: readonly string[]): Promise<void> {
  const { status, stderr } = await program.run(args);
  if (status !== 0) acknowledged.faults.push(`${args.join(" ")} ended with ${status}: ${stderr.trim()}`);
}

/** Children of killed servers end by themselves. */
async function expectNoProcesses({ program, acknowledged }: Settled): Promise<void> {
  const deadline = performance.now() + PROCESSES_END_WITHIN_MS;
  let left = await processesWith(program.data);
  while (left.length > 0 && performance.now() < deadline) {
    await Bun.sleep(POLL_MS);
    left = await processesWith(program.data);
  }
  if (left.length > 0) acknowledged.faults.push(`processes of killed servers still run: ${left.join(", ")}`);
}
