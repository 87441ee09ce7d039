import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessUser } from "../../src/app/act-as-owner.ts";
import type { Io, Sink, StopSignal } from "../../src/cli/io.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs commands in this process on a temporary folder and records what they print, by stream. */
export class TestCli {
  readonly folder = temporaryFolder();
  readonly data = join(this.folder, "data");
  /** By default no user, so that commands do not check it. */
  user: ProcessUser = { id: null, become: () => undefined };
  readonly #environment: Record<string, string> = { NEEDLEDROP_DATA: this.data };
  readonly #stopListeners = new Set<(signal: StopSignal) => void>();
  readonly #answers: string[] = [];
  readonly #reloadListeners = new Set<() => void>();

  set(variable: string, value: string): void {
    this.#environment[variable] = value;
  }

  async run(...argv: readonly string[]): Promise<Ran> {
    const out = new RecordingSink();
    const err = new RecordingSink();
    const status = await runCli(COMMANDS, argv, this.#io(out, err));
    return { status, stdout: out.text, stderr: err.text };
  }

  /** Starts a server with `--json` and returns when it accepts requests. Its end is in an object, so that it is not awaited. */
  async serve(...argv: readonly string[]): Promise<{ readonly ended: Promise<Ran> }> {
    const out = new RecordingSink();
    const err = new RecordingSink();
    const ended = runCli(COMMANDS, ["serve", ...argv, "--json"], this.#io(out, err)).then((status) => ({
      status,
      stdout: out.text,
      stderr: err.text,
    }));
    await Promise.race([out.written, ended]);
    return { ended };
  }

  /** Runs a command with `--json`. Throws if it fails. */
  async json<Printed>(...argv: readonly string[]): Promise<Printed> {
    const ran = await this.run(...argv, "--json");
    if (ran.status !== 0) throw new Error(`${argv.join(" ")} ended with ${ran.status}: ${ran.stderr}`);
    return JSON.parse(ran.stdout);
  }

  signal(signal: StopSignal): void {
    for (const listener of this.#stopListeners) listener(signal);
  }

  reload(): void {
    for (const listener of this.#reloadListeners) listener();
  }

  /** Answers the questions of the next command, one after the other; then there is no terminal. */
  answer(...answers: readonly string[]): void {
    this.#answers.push(...answers);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  file(name: string, content: string | Uint8Array): string {
    writeFileSync(this.path(name), content);
    return this.path(name);
  }

  #io(out: Sink, err: RecordingSink): Io {
    return {
      environment: this.#environment,
      out,
      err,
      logTo: { write: (line) => void (err.text += line) },
      onStopSignal: (listener) => {
        this.#stopListeners.add(listener);
        return () => this.#stopListeners.delete(listener);
      },
      onReloadSignal: (listener) => {
        this.#reloadListeners.add(listener);
        return () => this.#reloadListeners.delete(listener);
      },
      ask: async (question) => {
        const answer = this.#answers.shift() ?? null;
        if (answer !== null) await err.write(question);
        return answer;
      },
      forbidCoreDumps: () => null,
      user: this.user,
      program: "/opt/needledrop",
      kill: (status) => {
        throw new Error(`killed with ${status}`);
      },
    };
  }
}

class RecordingSink implements Sink {
  readonly isTerminal = false;
  readonly columns = Number.POSITIVE_INFINITY;
  readonly #written = Promise.withResolvers<void>();
  text = "";

  /** Resolves at the first write. */
  get written(): Promise<void> {
    return this.#written.promise;
  }

  async write(text: string): Promise<void> {
    this.text += text;
    this.#written.resolve();
  }
}
