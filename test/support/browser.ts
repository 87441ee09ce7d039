import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome"];
/** How long a page may load and run its scripts, in the browser's own time. */
const PAGE_MS = 5_000;
/** Less than a test may take, so that a browser that hangs is ended here. */
const WITHIN_MS = 25_000;
/** No host but this machine has a name, so a page that loads from outside shows it. */
const NO_OUTSIDE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1";

export interface SeenPage {
  /** The document after its scripts ran. */
  readonly dom: string;
  /** What the page wrote to the console: errors, and what the content security policy refused. */
  readonly console: readonly string[];
}

/** A Chromium of this machine (Debian's `chromium` package), or null. */
export function findBrowser(): string | null {
  return PROGRAMS.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;
}

/** Opens a page in a fresh headless browser and returns what it became. */
export async function openPage(browser: string, url: string): Promise<SeenPage> {
  const profile = await mkdtemp(join(tmpdir(), "needledrop-browser-"));
  try {
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
    const quiet = ["--disable-background-networking", "--disable-component-update", "--enable-logging=stderr", "--v=0"];
    const child = Bun.spawn(
      [
        browser,
        ...flags,
        ...quiet,
        NO_OUTSIDE,
        `--user-data-dir=${profile}`,
        `--virtual-time-budget=${PAGE_MS}`,
        "--dump-dom",
        url,
      ],
      { stdin: "ignore", stdout: "pipe", stderr: "pipe", timeout: WITHIN_MS, killSignal: "SIGKILL" },
    );
    const [dom, log] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    await child.exited;
    return { dom, console: log.split("\n").filter((line) => line.includes("CONSOLE")) };
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
