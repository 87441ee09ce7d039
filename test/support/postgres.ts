import { afterAll, setDefaultTimeout } from "bun:test";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { once } from "../../src/lib/once.ts";
import { PostgresServiceDb, type PostgresParts } from "../../src/db/postgres-service-db.ts";
import { ON_DISK } from "./temporary-folder.ts";

const PACKAGES = "/usr/lib/postgresql";
const STARTED_MAX_MS = 60_000;
const POLL_MS = 50;
const CONNECTIONS_MAX = 200;
/** The database after all migrations, of which the others are copies. */
const TEMPLATE = "migrated";

export interface PostgresServer {
  readonly pid: number;
  addressOf(database: string): string;
  /** Runs one statement as the owner of the server, and returns what psql prints. */
  query(text: string, database?: string): string;
  stop(): Promise<void>;
}

const programs = existsSync(PACKAGES)
  ? readdirSync(PACKAGES)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(PACKAGES, version, "bin"))
      .find((folder) => existsSync(join(folder, "initdb")))
  : undefined;
const isAsked = process.env["TEST_POSTGRES"] !== undefined;
if (isAsked && programs === undefined) console.log("Skipping the tests on PostgreSQL: it is not installed.");

/** Whether tests run on PostgreSQL, too: with TEST_POSTGRES, if Debian's package is installed. */
export const HAS_POSTGRES = isAsked && programs !== undefined;
if (HAS_POSTGRES) setDefaultTimeout(STARTED_MAX_MS);

/** The server of a test file: started for the first test that needs it, and stopped after the last one. */
export const postgresServer = once(async (): Promise<PostgresServer> => {
  const server = await startPostgres();
  afterServer = () => server.stop();
  return server;
});

let afterServer: () => Promise<void> = async () => undefined;
let databases = 0;

afterAll(async () => {
  await afterServer();
});

/** Opens a new service database on the server of this file. */
export async function newPostgresServiceDb(parts: PostgresParts = {}): Promise<PostgresServiceDb> {
  return await PostgresServiceDb.open(await newPostgresAddress(), parts);
}

/** Creates a service database on the server of this file, and returns its address. */
export async function newPostgresAddress(): Promise<string> {
  const server = await migratedServer();
  databases += 1;
  const name = `test_${databases}`;
  server.query(`create database ${name} template ${TEMPLATE}`);
  return server.addressOf(name);
}

const migratedServer = once(async () => {
  const server = await postgresServer();
  server.query(`create database ${TEMPLATE}`);
  await (await PostgresServiceDb.open(server.addressOf(TEMPLATE))).close();
  return server;
});

/** Starts a server in a temporary folder, on a Unix socket only. PostgreSQL refuses to run as root, so it runs as its own user then. */
async function startPostgres(): Promise<PostgresServer> {
  const bin = programs ?? "";
  const folder = mkdtempSync(join(ON_DISK, "needledrop-test-"));
  const user = postgresUser();
  if (user !== null) chownSync(folder, user, user);
  const as = user === null ? [] : ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  const made = Bun.spawnSync(
    [
      ...as,
      `${bin}/initdb`,
      "-D",
      `${folder}/data`,
      "-U",
      "postgres",
      "--auth=trust",
      "--no-sync",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
    ],
    { cwd: folder, stdout: "pipe", stderr: "pipe" },
  );
  if (made.exitCode !== 0) throw new Error(`initdb failed: ${made.stderr.toString()}`);
  // What a crash of the machine would lose is not tested, and the disk of the tests can be slow.
  const settings = [
    "fsync=off",
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
    `max_connections=${CONNECTIONS_MAX}`,
  ];
  const child = Bun.spawn(
    [...as, `${bin}/postgres`, "-D", `${folder}/data`, ...settings.flatMap((setting) => ["-c", setting])],
    { cwd: folder, stdout: "ignore", stderr: "ignore" },
  );
  const query = (text: string, database = "postgres"): string => {
    const args = ["-h", folder, "-U", "postgres", "-d", database, "-XAtqc", text];
    const asked = Bun.spawnSync([`${bin}/psql`, ...args], { stdout: "pipe", stderr: "pipe" });
    if (asked.exitCode !== 0) throw new Error(`psql failed: ${asked.stderr.toString()}`);
    return asked.stdout.toString().trim();
  };
  const stop = async (): Promise<void> => {
    // Fast shutdown: open connections are ended.
    child.kill("SIGINT");
    await child.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  if (!(await isReady(`${bin}/pg_isready`, folder))) {
    await stop();
    throw new Error("PostgreSQL did not start.");
  }
  return {
    pid: child.pid,
    query,
    stop,
    addressOf: (database) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
  };
}

function postgresUser(): number | null {
  if (userInfo().uid !== 0) return null;
  return Number(Bun.spawnSync(["id", "-u", "postgres"]).stdout.toString());
}

async function isReady(program: string, folder: string): Promise<boolean> {
  for (let waited = 0; waited < STARTED_MAX_MS; waited += POLL_MS) {
    if (Bun.spawnSync([program, "-q", "-h", folder]).exitCode === 0) return true;
    await Bun.sleep(POLL_MS);
  }
  return false;
}
