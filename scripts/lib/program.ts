import { join } from "node:path";

const READY_WITHIN_MS = 60_000;
const POLL_MS = 5;
const STOP_WITHIN_MS = 20_000;

/** The command line that runs Needledrop from source, or the executable at `path`. */
export function programOf(path?: string): readonly string[] {
  return path === undefined ? [process.execPath, join(import.meta.dir, "../../src/main.ts")] : [path];
}

/** Runs a command to its end and returns its output. Throws if it fails. */
export async function command(program: readonly string[], args: readonly string[]): Promise<string> {
  const child = Bun.spawn([...program, ...args], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
    env: cleanEnvironment(),
  });
  const [output, status] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  if (status !== 0) throw new Error(`needledrop ${args[0]} ended with status ${status}.`);
  return output;
}

/** What `keys create --json` prints. */
export interface PrintedKey {
  readonly id: string;
  readonly token: string;
  readonly webhook_secret: string;
}

export async function createKey(
  program: readonly string[],
  data: string,
  options: readonly string[],
): Promise<PrintedKey> {
  const args = ["keys", "create", "--name", "scripts", ...options, "--json", "--data", data];
  return JSON.parse(await command(program, args));
}

export interface StartedServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first "ready". */
  readonly readyMs: number;
  /** Sends SIGTERM, and SIGKILL if the server does not end. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly options?: readonly string[];
  /** 0 picks a free port. */
  readonly port?: number;
  /** A file for the log. Without one, the log goes to stderr. */
  readonly logPath?: string;
}

/** Starts `needledrop serve` and returns when it is ready. Throws if the server ends or does not become ready in time. */
export async function startServer(
  program: readonly string[],
  data: string,
  { options = [], port = 0, logPath }: ServerOptions = {},
): Promise<StartedServer> {
  const startedAt = performance.now();
  const args = ["serve", "--port", String(port), "--json", "--log-level", "warn", "--data", data, ...options];
  const started = await startListening([...program, ...args], (line) => String(JSON.parse(line).url), logPath);
  while (!(await fetch(`${started.url}/readyz`)).ok) {
    if (performance.now() - startedAt > READY_WITHIN_MS) throw new Error("The server did not become ready.");
    await Bun.sleep(POLL_MS);
  }
  return { ...started, readyMs: performance.now() - startedAt };
}

/** Starts a program that prints one line when it listens. */
export async function startListening(
  argv: readonly string[],
  urlOf: (line: string) => string,
  logPath?: string,
): Promise<Omit<StartedServer, "readyMs">> {
  const child = Bun.spawn([...argv], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: logPath === undefined ? "inherit" : Bun.file(logPath),
    env: cleanEnvironment(),
  });
  const url = urlOf(await firstLine(child.stdout));
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid,
    stop: async () => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
      await child.exited;
      clearTimeout(timer);
    },
  };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error("The server ended before it was ready.");
    text += decoder.decode(value, { stream: true });
  }
  reader.releaseLock();
  return text.slice(0, text.indexOf("\n"));
}

/** The environment without Needledrop's settings: those of another installation must not apply here. */
function cleanEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("NEEDLEDROP_")));
}
