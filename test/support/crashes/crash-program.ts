import { createServer } from "node:net";
import { join } from "node:path";
import { SHORT_LIVED } from "../tested-program.ts";

const READY_WITHIN_MS = 240_000;
const COMMAND_WITHIN_MS = 120_000;
const POLL_MS = 20;

/** A process of the server under test. */
export interface ServerProcess {
  readonly url: string;
  /** Returns whether the server became ready: false if it was killed before. Throws if it ended by itself or takes too long. */
  ready(): Promise<boolean>;
  kill(): Promise<void>;
  hasEnded(): boolean;
  /** Ends the server with SIGTERM and returns its exit status. */
  stop(): Promise<number>;
}

export interface CommandEnd {
  /** Null if the command was killed. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program under test, from source or as an executable, on a data folder of its own. */
export class CrashProgram {
  readonly folder: string;
  readonly data: string;
  /** More variables of its processes. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #command: readonly string[];
  readonly #running = new Set<Bun.Subprocess>();
  #servers = 0;

  constructor(command: readonly string[], folder: string, environment: Readonly<Record<string, string>> = {}) {
    this.environment = environment;
    this.#command = command;
    this.folder = folder;
    this.data = join(folder, "data");
  }

  /** Path of the log of the latest server. */
  get log(): string {
    return join(this.folder, `server-${this.#servers}.log`);
  }

  async serve(...options: readonly string[]): Promise<ServerProcess> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    this.#servers += 1;
    const { log } = this;
    const child = this.#spawn(["serve", "--port", String(port), ...options], "ignore", Bun.file(log));
    let isKilled = false;
    return {
      url,
      ready: async () => {
        const deadline = performance.now() + READY_WITHIN_MS;
        while ((await fetch(`${url}/readyz`).catch(() => null))?.ok !== true) {
          if (isKilled) return false;
          if (child.exitCode !== null) throw new Error(`The server ended: ${await Bun.file(log).text()}`);
          if (performance.now() > deadline)
            throw new Error(`The server did not become ready: ${await Bun.file(log).text()}`);
          await Bun.sleep(POLL_MS);
        }
        return true;
      },
      kill: async () => {
        isKilled = true;
        child.kill("SIGKILL");
        await child.exited;
      },
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      stop: async () => {
        child.kill("SIGTERM");
        return await child.exited;
      },
    };
  }

  /** Runs a command, and kills it with SIGKILL after `killAfterMs`, if it is still running. */
  async run(args: readonly string[], killAfterMs: number | null = null): Promise<CommandEnd> {
    const child = this.#spawn(args, "pipe", "pipe");
    const timer = setTimeout(() => child.kill("SIGKILL"), killAfterMs ?? COMMAND_WITHIN_MS);
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout as ReadableStream).text(),
      new Response(child.stderr as ReadableStream).text(),
      child.exited,
    ]);
    clearTimeout(timer);
    if (child.signalCode !== null && killAfterMs === null) throw new Error(`${args.join(" ")} did not end: ${stderr}`);
    return { status: child.signalCode === null ? child.exitCode : null, stdout, stderr };
  }

  /** Runs a command that must succeed. Returns what it prints. */
  async mustRun(...args: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await this.run(args);
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
    return stdout;
  }

  /** Kills what still runs. */
  async end(): Promise<void> {
    for (const child of this.#running) child.kill("SIGKILL");
    await Promise.all([...this.#running].map((child) => child.exited));
  }

  #spawn(
    args: readonly string[],
    stdout: "ignore" | "pipe",
    stderr: "pipe" | ReturnType<typeof Bun.file>,
  ): Bun.Subprocess {
    const child = Bun.spawn([...this.#command, ...args], {
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: this.folder,
        NEEDLEDROP_DATA: this.data,
        ...SHORT_LIVED,
        ...this.environment,
      },
      cwd: this.folder,
      stdin: "ignore",
      stdout,
      stderr,
    });
    this.#running.add(child);
    void child.exited.then(() => this.#running.delete(child));
    return child;
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
