import type { CrashProgram, ServerProcess } from "../crash-program.ts";
import type { CrashPostgres } from "./crash-postgres.ts";

const AGAIN_MS = 500;

export interface CrashNodeDeps {
  readonly program: CrashProgram;
  readonly options: readonly string[];
  readonly postgres: CrashPostgres;
  readonly fault: (sentence: string) => void;
}

/** One node: a data folder, and the server on it, which a service manager would keep running. */
export class CrashNode {
  readonly program: CrashProgram;
  readonly #deps: CrashNodeDeps;
  #server: ServerProcess | null = null;
  #url: string | null = null;
  #starting: Promise<void> = Promise.resolve();
  #startsAgain = 0;

  constructor(deps: CrashNodeDeps) {
    this.#deps = deps;
    this.program = deps.program;
  }

  /** Where it takes requests; null before it is ready, and after its end. */
  get url(): string | null {
    return this.#url;
  }

  /** Whether there is a process. */
  get isRunning(): boolean {
    return this.#server !== null;
  }

  /** Starts that ended because PostgreSQL was away, and were repeated. */
  get startsAgain(): number {
    return this.#startsAgain;
  }

  /** Starts the server. Resolves when it is ready or was killed before. */
  async start(): Promise<void> {
    this.#starting = this.#bringUp();
    await this.#starting;
  }

  /** Kills the server. Returns whether it was ready. */
  async kill(): Promise<boolean> {
    const wasReady = this.#url !== null;
    this.#expectRunning();
    const server = this.#forget();
    await server?.kill();
    await this.#starting;
    return wasReady;
  }

  /** Stops the server with SIGTERM, which must end it with status 0. */
  async stop(): Promise<void> {
    this.#expectRunning();
    const wasReady = this.#url !== null;
    const server = this.#forget();
    if (!wasReady) return await server?.kill();
    const status = (await server?.stop()) ?? 0;
    if (status !== 0) this.#deps.fault(`a node ended with ${status} on SIGTERM; see ${this.program.log}`);
  }

  #expectRunning(): void {
    if (this.#url === null || this.#server?.hasEnded() !== true) return;
    this.#deps.fault(`a node has ended by itself; see ${this.program.log}`);
  }

  #forget(): ServerProcess | null {
    const server = this.#server;
    this.#server = null;
    this.#url = null;
    return server;
  }

  async #bringUp(): Promise<void> {
    const { program, options, postgres, fault } = this.#deps;
    for (;;) {
      const crashes = postgres.crashes;
      const wasUp = postgres.isUp;
      const server = await program.serve(...options);
      this.#server = server;
      try {
        const isReady = await server.ready();
        if (isReady && this.#server === server) this.#url = server.url;
        return;
      } catch (error) {
        if (this.#server !== server) return;
        const isExcused = !wasUp || postgres.crashes > crashes;
        if (!isExcused) fault(`a node did not start: ${String(error)}`);
        this.#startsAgain += 1;
        await Bun.sleep(AGAIN_MS);
        if (this.#server !== server) return;
      }
    }
  }
}
