import { chmod, chown, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NOBODY = 65_534;
const RUN_WITHIN_MS = 60_000;

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The executable as a foreign machine sees it: in a read-only folder, started in another empty read-only one,
 * with an empty environment, and as nobody when this is root. Only `data` can be written.
 */
export class Airtight {
  readonly #root: string;
  readonly #command: readonly string[];

  private constructor(root: string) {
    this.#root = root;
    const asNobody = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
    const prefix = process.getuid?.() === 0 ? asNobody : [];
    this.#command = [...prefix, "env", "-i", join(root, "program", "needledrop")];
  }

  static async create(executable: string): Promise<Airtight> {
    const root = await mkdtemp(join(tmpdir(), "needledrop-smoke-"));
    for (const name of ["program", "empty", "data", "input"]) await mkdir(join(root, name));
    await copyFile(executable, join(root, "program", "needledrop"));
    await chmod(join(root, "program", "needledrop"), 0o555);
    for (const name of ["program", "empty"]) await chmod(join(root, name), 0o555);
    if (process.getuid?.() === 0) await chown(join(root, "data"), NOBODY, NOBODY);
    await chmod(root, 0o755);
    return new Airtight(root);
  }

  async dispose(): Promise<void> {
    for (const name of ["program", "empty"]) await chmod(join(this.#root, name), 0o755);
    await rm(this.#root, { recursive: true, force: true });
  }

  /** Writes a file that the program may read, and answers its path. */
  async input(name: string, text: string): Promise<string> {
    const path = join(this.#root, "input", name);
    await Bun.write(path, text);
    return path;
  }

  async run(...args: readonly string[]): Promise<Ended> {
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

  /** Both outputs must be read, or the child will wait. */
  spawn(...args: readonly string[]): Bun.Subprocess<"ignore", "pipe", "pipe"> {
    return Bun.spawn([...this.#command, ...args, "--data", join(this.#root, "data", "needledrop")], {
      cwd: join(this.#root, "empty"),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
  }
}
