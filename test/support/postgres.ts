import { setDefaultTimeout } from "bun:test";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { env, pid } from "node:process";
import { once } from "../../src/lib/once.ts";
import { PostgresServiceDb, type PostgresParts } from "../../src/db/postgres-service-db.ts";
import { POSTGRES_BIN, postgresUser } from "./postgres-programs.ts";
import { ON_DISK } from "./temporary-folder.ts";

const STARTED_MAX_MS = 60_000;
const POLL_MS = 50;
/** What a crash of the machine would lose is not tested, and the disk of the tests can be slow. */
const SETTINGS = ["listen_addresses=", "max_connections=200", "fsync=off", "deadlock_timeout=50ms"];
/** The database after all migrations, of which the others are copies. */
const TEMPLATE = "migrated";

export interface PostgresServer {
  addressOf(database: string): string;
  /** Runs one statement as the owner of the server, and returns what psql prints. */
  query(text: string, database?: string): string;
}

const isAsked = env["TEST_POSTGRES"] !== undefined;
if (isAsked && POSTGRES_BIN === undefined) console.log("Skipping the tests on PostgreSQL: it is not installed.");

/** Whether tests run on PostgreSQL, too: with TEST_POSTGRES, if Debian's package is installed. */
export const HAS_POSTGRES = isAsked && POSTGRES_BIN !== undefined;
/** Whether the application of the HTTP tests is on PostgreSQL instead of SQLite: with TEST_POSTGRES=http. */
export const HTTP_ON_POSTGRES = HAS_POSTGRES && env["TEST_POSTGRES"] === "http";
if (HAS_POSTGRES) setDefaultTimeout(STARTED_MAX_MS);

/** The server of this process: started for the first test that needs it. It stops when the process ends, however it ends. */
export const postgresServer = once(async (): Promise<PostgresServer> => {
  const folder = join(ON_DISK, `needledrop-test-postgres-${pid}`);
  // Test files that do not share modules share the server.
  if (!existsSync(folder)) await startPostgres(folder);
  return serverIn(folder);
});

/** Opens a new service database on the server of this file. */
export async function newPostgresServiceDb(parts: PostgresParts = {}): Promise<PostgresServiceDb> {
  return await PostgresServiceDb.open(await newPostgresAddress(), parts);
}

export interface PostgresDatabase {
  readonly address: string;
  /** Runs one statement, and returns what psql prints. */
  query(text: string): string;
}

export async function newPostgresAddress(): Promise<string> {
  return (await newPostgresDatabase()).address;
}

/** Creates a service database. */
export async function newPostgresDatabase(): Promise<PostgresDatabase> {
  const server = await migratedServer();
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  server.query(`create database ${name} template ${TEMPLATE}`);
  return { address: server.addressOf(name), query: (text) => server.query(text, name) };
}

const migratedServer = once(async () => {
  const server = await postgresServer();
  if (server.query(`select 1 from pg_database where datname = '${TEMPLATE}'`) === "") {
    server.query(`create database ${TEMPLATE}`);
    await (await PostgresServiceDb.open(server.addressOf(TEMPLATE))).close();
  }
  return server;
});

/** Starts a server in a new folder, on a Unix socket only. PostgreSQL refuses to run as root, so it runs as its own user then. */
async function startPostgres(folder: string): Promise<void> {
  const user = postgresUser();
  mkdirSync(folder, { mode: 0o700 });
  if (user !== null) chownSync(folder, user, user);
  const as = user === null ? "" : `setpriv --reuid=${user} --regid=${user} --clear-groups`;
  const initdb = `${as} ${POSTGRES_BIN}/initdb -D data -U postgres --auth=trust --no-sync --encoding=UTF8 --locale=C.UTF-8`;
  const postgres = `${as} ${POSTGRES_BIN}/postgres -D data ${SETTINGS.map((setting) => `-c ${setting}`).join(" ")} -k ${folder}`;
  // The pipe of the shell closes when this process ends. Fast shutdown (INT) ends open connections.
  const script = `${initdb} && { ${postgres} & read end; kill -INT $!; wait; }; cd / && rm -r ${folder}`;
  const shell = Bun.spawn(["bash", "-c", `( ${script} ) > ${folder}/log 2>&1`], { cwd: folder, stdin: "pipe" });
  shell.unref();
  for (let waited = 0; waited < STARTED_MAX_MS && shell.exitCode === null; waited += POLL_MS) {
    if (Bun.spawnSync([`${POSTGRES_BIN}/pg_isready`, "-q", "-h", folder]).exitCode === 0) return;
    await Bun.sleep(POLL_MS);
  }
  throw new Error("PostgreSQL did not start.");
}

function serverIn(folder: string): PostgresServer {
  return {
    addressOf: (database) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    query: (text, database = "postgres") => {
      const args = ["-h", folder, "-U", "postgres", "-d", database, "-XAtqc", text];
      const asked = Bun.spawnSync([`${POSTGRES_BIN}/psql`, ...args], { stdout: "pipe", stderr: "pipe" });
      if (asked.exitCode !== 0) throw new Error(`psql failed: ${asked.stderr.toString()}`);
      return asked.stdout.toString().trim();
    },
  };
}
