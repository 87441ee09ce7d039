import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Config, InvalidConfig, describeSettings, type Overrides, readConfig } from "../config/config.ts";
import { variableOf } from "../config/settings.ts";
import { describeHolder, type LockHolder } from "../db/lock.ts";
import { messageOf } from "../lib/assert.ts";
import type { Clock } from "../lib/clock.ts";
import { checkBackups } from "./checks/backups.ts";
import type { NotTheOwner } from "./act-as-owner.ts";
import { checkBlocklist } from "./checks/blocklist.ts";
import { checkCertificates } from "./checks/certificates.ts";
import { type Check, fail, ok } from "./checks/check.ts";
import { checkClock, checkClockJump } from "./checks/clock.ts";
import { checkDataFolder, checkIsFolder } from "./checks/data-folder.ts";
import { checkCatalog, checkServiceDatabase } from "./checks/databases.ts";
import { checkEmbeddings } from "./checks/embeddings.ts";
import { checkFacts } from "./checks/facts.ts";
import { checkLeftovers } from "./checks/leftovers.ts";
import { checkLengths } from "./checks/lengths.ts";
import { checkMaking, checkWatermark } from "./checks/making.ts";
import { checkMedia } from "./checks/media.ts";
import { checkKernel, checkNative } from "./checks/native.ts";
import { checkPostgres } from "./checks/postgres.ts";
import { checkSettingsFile } from "./checks/settings-file.ts";
import { checkPermissions } from "./checks/permissions.ts";
import { checkRights } from "./checks/rights.ts";
import { checkDamage, checkStore, checkStoredCatalogs, checkStoreOwner } from "./checks/store.ts";
import { checkQueue } from "./checks/queue.ts";
import { checkRunningServer } from "./checks/running-server.ts";
import { checkUploads } from "./checks/uploads.ts";
import { checkWatch } from "./checks/watch.ts";
import { checkVision } from "./checks/vision.ts";
import { checkVocabulary } from "./checks/vocabulary.ts";
import { ServerRunning, takeServerLock } from "./data-locks.ts";
import { explainStorage, StorageFailed } from "./explain-storage.ts";
import { requireNoDatabase } from "./node-folder.ts";
import { DataRefused, hasDatabase, recogniseData } from "./recognise-data.ts";

export interface DoctorInput {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly overrides: Overrides;
  readonly clock: Clock;
  /** Why the checks cannot run as the owner of the data folder; null if they do. */
  readonly notTheOwner?: NotTheOwner | null;
}

/** The result of the doctor. Secrets in `settings` are masked. */
export interface Diagnosis {
  readonly settings: ReturnType<typeof describeSettings>;
  readonly checks: readonly Check[];
}

type Checks = readonly Check[] | Promise<readonly Check[]>;

/** Checks everything that an installation depends on. Changes nothing, except that it can unpack native parts. */
export async function diagnose(input: DoctorInput): Promise<Diagnosis> {
  const { environment, overrides, clock, notTheOwner = null } = input;
  const settings = describeSettings(environment, overrides);
  const { config, checks: configuration } = checkConfiguration(environment, overrides);
  const folder = settings.find((setting) => setting.name === variableOf("DATA"))?.value ?? "";
  const dataDir = config?.dataDir ?? resolve(folder);
  const notFolder = notTheOwner === null ? checkIsFolder(dataDir) : null;
  if (notFolder !== null) return { settings, checks: [...configuration, notFolder] };
  const now = clock.now();
  const data = notTheOwner === null ? checkDataFolder(dataDir) : [];
  // Without permission, other checks would report files that are missing or damaged.
  const [forbidden] =
    notTheOwner === null
      ? checkPermissions(dataDir)
      : [fail("user", notTheOwner.found, `Run it as the owner: ${notTheOwner.remedy}`)];
  const refused = forbidden ?? checkRecognised(dataDir, config);
  return {
    settings,
    checks: [
      ...configuration,
      ...data,
      ...(forbidden !== undefined || data.some((check) => check.status === "fail")
        ? []
        : await checkLeftovers(dataDir, now)),
      ...(refused === null ? await checkContents(dataDir, now, config) : [refused]),
      ...(config?.database == null ? [] : await checkPostgres(config.database, clock)),
      ...(refused === null && config !== null && hasDatabase(dataDir)
        ? await reportUnreadable("watched folders", dataDir, () => checkWatch(config))
        : []),
      // Native parts must not be unpacked into a foreign or read-only folder.
      ...(refused !== null || data.some((check) => check.name === "data folder" && check.status === "fail")
        ? []
        : await checkNative(dataDir)),
      ...(forbidden === undefined ? checkVocabulary(dataDir) : []),
      checkKernel(),
      checkClock(dataDir, now),
      ...(config === null ? [] : checkSettingsFile(config)),
      ...(config === null ? [] : checkBackups(config, now)),
      ...(config === null ? [] : checkBlocklist(config)),
      ...(config === null ? [] : checkCertificates(config, now)),
      ...(config === null ? [] : await checkWatermark(config)),
      ...(config === null ? [] : await checkEmbeddings(config)),
      ...(config === null ? [] : await checkVision(config, clock)),
    ],
  };
}

function checkConfiguration(
  environment: DoctorInput["environment"],
  overrides: Overrides,
): { readonly config: Config | null; readonly checks: readonly Check[] } {
  try {
    return { config: readConfig(environment, overrides), checks: [ok("configuration", "every setting is valid")] };
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    const advice = "Correct or unset it; `needledrop help serve` lists the settings.";
    return { config: null, checks: error.mistakes.map((mistake) => fail("configuration", mistake, advice)) };
  }
}

/** Returns why no command can use the data folder, or null. */
function checkRecognised(dataDir: string, config: Config | null): Check | null {
  try {
    if (config?.database == null) recogniseData(dataDir);
    else requireNoDatabase(dataDir);
    return null;
  } catch (error) {
    if (error instanceof DataRefused) return fail("database", error.found, error.remedy);
    const explained = explainStorage(error, dataDir);
    if (explained instanceof StorageFailed) return fail("database", messageOf(error), explained.sentence);
    throw error;
  }
}

/** Checks the contents of the data folder. Empty if it contains no data yet. */
async function checkContents(dataDir: string, now: number, config: Config | null): Promise<readonly Check[]> {
  const store = config?.store ?? null;
  const inStore = store === null ? null : await checkStore(store);
  if (!hasDatabase(dataDir)) return inStore?.checks ?? [];
  const media = inStore?.stored ?? null;
  const listed = store === null || media === null ? null : { url: store.url, media };
  // A store that cannot be listed says nothing of its media.
  const canCheckMedia = store === null || listed !== null;
  const { checks, generation } = await checkCatalog(dataDir);
  const server = checkServer(dataDir, now);
  const readable = (name: string, work: () => Checks) => reportUnreadable(name, dataDir, work);
  return [
    server.check,
    ...(config === null ? [] : await checkRunningServer(config, server.holder, now)),
    ...checkServiceDatabase(dataDir),
    ...(await readable("queue", () => checkQueue(dataDir, now))),
    ...(await readable("clock", () => checkClockJump(dataDir))),
    ...checks,
    ...(inStore?.checks ?? []),
    ...(store === null
      ? []
      : await readable("store", async () => [
          ...(await checkStoreOwner(store, dataDir)),
          ...(await checkDamage(store, dataDir)),
          ...(listed === null ? [] : await checkStoredCatalogs(store, dataDir)),
        ])),
    ...(generation === null || !canCheckMedia
      ? []
      : await readable("media", () => checkMedia(dataDir, generation, { stored: listed }))),
    ...(generation === null ? [] : await readable("lengths", () => checkLengths(dataDir, generation))),
    ...(generation === null ? [] : await readable("measured", () => checkFacts(dataDir, generation))),
    ...(generation === null ? [] : await readable("rights", () => checkRights(dataDir, generation))),
    ...(await checkMaking(dataDir, generation).catch((error: unknown) => [unreadable("made media", dataDir, error)])),
    ...(await checkUploads(dataDir).catch((error: unknown) => [unreadable("uploads", dataDir, error)])),
  ];
}

/** Returns the results of `work`, or a failed check if it cannot read a database or a file. */
async function reportUnreadable(name: string, dataDir: string, work: () => Checks): Promise<readonly Check[]> {
  try {
    return await work();
  } catch (error) {
    return [unreadable(name, dataDir, error)];
  }
}

/** Returns the failed check for an error of a database or of the file system. Throws any other error. */
function unreadable(name: string, dataDir: string, error: unknown): Check {
  const explained = explainStorage(error, dataDir);
  if (explained instanceof StorageFailed) return fail(name, messageOf(error), explained.sentence);
  if (!(error instanceof Error && "syscall" in error && "path" in error)) throw error;
  const advice = `${String(error.path)}: expected to read it, but the system refused. Check that it is the right file or folder, and that its disk works.`;
  return fail(name, messageOf(error), advice);
}

/** Checks whether a server is running, by taking its lock for a moment. A server that starts in that moment is refused. */
function checkServer(dataDir: string, now: number): { readonly check: Check; readonly holder: LockHolder | null } {
  if (!existsSync(dataDir)) return { check: ok("server", "not running"), holder: null };
  try {
    takeServerLock(dataDir, { pid: process.pid, role: "doctor", address: null, since: now }).release();
    return { check: ok("server", "not running on this folder"), holder: null };
  } catch (error) {
    if (error instanceof ServerRunning)
      return { check: ok("server", `running: ${describeHolder(error.holder)}`), holder: error.holder };
    const advice = "Run as the folder's owner.";
    return { check: fail("server", error instanceof Error ? error.message : String(error), advice), holder: null };
  }
}
