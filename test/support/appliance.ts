import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";
import { SHORT_LIVED, TESTED_PROGRAM } from "./tested-program.ts";

const READY_WITHIN_MS = 180_000;
const POLL_MS = 25;

export interface ProgramResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A `needledrop serve` that runs in a child process. */
export interface Serving {
  readonly url: string;
  readonly pid: number;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Stops the server with SIGTERM and returns the exit status. */
  stop(): Promise<number>;
  /** Ends the process as a crash does, with SIGABRT. */
  crash(): Promise<void>;
}

/** A data folder and commands on it, each in a child process, as for an administrator. */
export class Appliance {
  readonly folder: string;
  readonly data: string;
  /** Log file of the servers; null means a separate file in the folder for each. */
  logPath: string | null = null;
  readonly #running = new Set<ReturnType<typeof Bun.spawn>>();

  private constructor(folder: string) {
    this.folder = folder;
    this.data = join(folder, "data");
  }

  static async create(): Promise<Appliance> {
    return new Appliance(temporaryFolder());
  }

  /** Runs a command and waits for its end. */
  async run(...args: readonly string[]): Promise<ProgramResult> {
    const child = Bun.spawn([...TESTED_PROGRAM, ...args], {
      env: this.#environment(),
      cwd: this.folder,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr, status] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { status, stdout, stderr };
  }

  /** Runs a command with `--json` and returns the printed document. Throws if the command fails. */
  async json<Printed>(...args: readonly string[]): Promise<Printed> {
    const result = await this.run(...args, "--json");
    if (result.status !== 0) throw new Error(`${args.join(" ")} ended with ${result.status}: ${result.stderr}`);
    return JSON.parse(result.stdout);
  }

  /** Writes a file in the folder and returns its path. */
  async file(name: string, content: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  /** Starts the server and returns when it is ready. */
  async serve(...options: readonly string[]): Promise<Serving> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const log = join(this.folder, `server-${port}.log`);
    // With the limit of core dumps that a careless service manager could set.
    const program = ["sh", "-c", 'ulimit -c unlimited 2>/dev/null; exec "$@"', "sh", ...TESTED_PROGRAM];
    const child = Bun.spawn([...program, "serve", "--port", String(port), ...options], {
      env: this.#environment(),
      cwd: this.folder,
      stdin: "ignore",
      stdout: "ignore",
      stderr: Bun.file(this.logPath ?? log),
    });
    this.#running.add(child);
    const deadline = Date.now() + READY_WITHIN_MS;
    while ((await fetch(`${url}/readyz`).catch(() => null))?.ok !== true) {
      if (child.exitCode !== null || Date.now() > deadline) {
        const said = this.logPath === null ? await Bun.file(log).text() : `see ${this.logPath}`;
        throw new Error(`The server did not become ready: ${said}`);
      }
      await Bun.sleep(POLL_MS);
    }
    const end = async (signal: NodeJS.Signals): Promise<number> => {
      child.kill(signal);
      const status = await child.exited;
      this.#running.delete(child);
      return status;
    };
    return {
      url,
      pid: child.pid,
      kill: async () => void (await end("SIGKILL")),
      stop: () => end("SIGTERM"),
      crash: async () => void (await end("SIGABRT")),
    };
  }

  /** Stops running servers and removes the folder. */
  async remove(): Promise<void> {
    for (const child of this.#running) child.kill("SIGKILL");
    await Promise.all([...this.#running].map((child) => child.exited));
  }

  #environment(): Record<string, string> {
    return { PATH: process.env["PATH"] ?? "", HOME: this.folder, NEEDLEDROP_DATA: this.data, ...SHORT_LIVED };
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => void probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => void probe.close(() => resolve()));
  if (typeof address !== "object" || address === null) throw new Error("no free port");
  return address.port;
}
