import { chmod, chown, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The user and group id of `nobody`. */
const NOBODY = 65_534;
const RUN_WITHIN_MS = 60_000;

export interface ProgramResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The executable in isolation: in a read-only folder, with an empty, read-only working directory and an empty environment,
 * and as user `nobody` if this runs as root. Only the folder `data` is writable.
 */
export class IsolatedProgram {
  readonly #root: string;
  readonly #command: readonly string[];

  private constructor(root: string) {
    this.#root = root;
    const asNobody = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
    const prefix = process.getuid?.() === 0 ? asNobody : [];
    this.#command = [...prefix, "env", "-i", join(root, "program", "needledrop")];
  }

  static async create(executable: string): Promise<IsolatedProgram> {
    const root = await mkdtemp(join(tmpdir(), "needledrop-smoke-"));
    for (const name of ["program", "empty", "data", "input"]) await mkdir(join(root, name));
    await copyFile(executable, join(root, "program", "needledrop"));
    await chmod(join(root, "program", "needledrop"), 0o555);
    for (const name of ["program", "empty"]) await chmod(join(root, name), 0o555);
    if (process.getuid?.() === 0) await chown(join(root, "data"), NOBODY, NOBODY);
    await chmod(root, 0o755);
    return new IsolatedProgram(root);
  }

  async dispose(): Promise<void> {
    for (const name of ["program", "empty"]) await chmod(join(this.#root, name), 0o755);
    await rm(this.#root, { recursive: true, force: true });
  }

  /** Writes a file that the program can read, and returns its path. */
  async input(name: string, text: string): Promise<string> {
    const path = join(this.#root, "input", name);
    await Bun.write(path, text);
    return path;
  }

  async run(...args: readonly string[]): Promise<ProgramResult> {
    const child = this.spawn(...args);
    const timer = setTimeout(() => child.kill("SIGKILL"), RUN_WITHIN_MS);
    const [stdout, stderr, status] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    clearTimeout(timer);
    return { status, stdout, stderr };
  }

  /** Starts the program. Read both outputs: the child blocks when a pipe is full. */
  spawn(...args: readonly string[]): Bun.Subprocess<"ignore", "pipe", "pipe"> {
    return Bun.spawn([...this.#command, ...args, "--data", join(this.#root, "data", "needledrop")], {
      cwd: join(this.#root, "empty"),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
  }
}
