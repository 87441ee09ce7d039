import { chownSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { POSTGRES_BIN, postgresUser } from "../../postgres-programs.ts";

/** On a disk. The user that runs PostgreSQL must be able to open the folder above. */
const PARENT = "/var/tmp";
const DATABASE = "needledrop";
const STARTED_MAX_MS = 60_000;
const POLL_MS = 50;
const COLUMN = "\u001f";
const SETTINGS = ["listen_addresses=", "max_connections=200"];

/** A PostgreSQL server of its own in a folder, which can be crashed and started again. */
export class CrashPostgres {
  /** The address of its database, for NEEDLEDROP_DATABASE. */
  readonly address: string;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #server: Bun.Subprocess | null = null;
  #crashes = 0;

  private constructor(folder: string, settings: readonly string[]) {
    this.#folder = folder;
    this.#settings = settings;
    this.address = `postgres://postgres@localhost/${DATABASE}?host=${encodeURIComponent(folder)}`;
  }

  /**
   * Creates a database in a temporary folder, and starts the server. Throws if PostgreSQL is not installed.
   *
   * @param settings of postgresql.conf, for example "fsync=off"
   */
  static async create(settings: readonly string[] = []): Promise<CrashPostgres> {
    if (POSTGRES_BIN === undefined)
      throw new Error("PostgreSQL is not installed: expected Debian's package postgresql.");
    const folder = await mkdtemp(join(PARENT, "needledrop-postgres-"));
    const user = postgresUser();
    if (user !== null) chownSync(folder, user, user);
    const server = new CrashPostgres(folder, settings);
    server.#run(["initdb", "-D", "data", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]);
    await server.start();
    server.#run(["createdb", "-h", folder, "-U", "postgres", DATABASE]);
    return server;
  }

  get crashes(): number {
    return this.#crashes;
  }

  get isUp(): boolean {
    return this.#server !== null;
  }

  /** Returns when the server takes connections, which is after it has recovered from a crash. */
  async start(): Promise<void> {
    const settings = [...SETTINGS, ...this.#settings].flatMap((setting) => ["-c", setting]);
    const server = this.#spawn(["postgres", "-D", "data", ...settings, "-k", this.#folder]);
    for (let waited = 0; waited < STARTED_MAX_MS && server.exitCode === null; waited += POLL_MS) {
      if (Bun.spawnSync([`${POSTGRES_BIN}/pg_isready`, "-q", "-h", this.#folder]).exitCode === 0) {
        this.#server = server;
        return;
      }
      await Bun.sleep(POLL_MS);
    }
    throw new Error(`PostgreSQL did not start; see ${this.#log}.`);
  }

  /** Ends the server as `pg_ctl stop -m immediate` does: no connection ends properly, and the next start recovers. */
  async crash(): Promise<void> {
    this.#crashes += 1;
    await this.#end("SIGQUIT");
  }

  /** Stops the server and removes its folder. */
  async remove(): Promise<void> {
    await this.#end("SIGINT");
    await rm(this.#folder, { recursive: true });
  }

  /** Runs one statement, and returns the columns of its rows as text. Null is an empty text. */
  query(text: string): readonly (readonly string[])[] {
    const args = ["-h", this.#folder, "-U", "postgres", "-d", DATABASE, "-XAtq", "-F", COLUMN, "-c", text];
    const lines = this.#run(["psql", ...args]).split("\n");
    return lines.filter((line) => line !== "").map((line) => line.split(COLUMN));
  }

  get #log(): string {
    return join(this.#folder, "log");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.kill(signal);
    await server?.exited;
  }

  #run(args: readonly string[]): string {
    const { exitCode, stdout, stderr } = Bun.spawnSync(commandOf(args), { cwd: this.#folder });
    if (exitCode !== 0) throw new Error(`${args[0]} failed: ${stderr.toString()}`);
    return stdout.toString();
  }

  #spawn(args: readonly string[]): Bun.Subprocess {
    return Bun.spawn(["bash", "-c", 'exec "$@" >> log 2>&1', "bash", ...commandOf(args)], { cwd: this.#folder });
  }
}

function commandOf([program = "", ...args]: readonly string[]): string[] {
  const user = postgresUser();
  const as = user === null ? [] : ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  return [...as, `${POSTGRES_BIN}/${program}`, ...args];
}
