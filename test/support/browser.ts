import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome"];
/** Time for a page to load and run its scripts, in the browser's virtual time. */
const PAGE_MS = 5_000;
/** Shorter than the time limit of a test, so that a browser that does not respond is ended here. */
const WITHIN_MS = 25_000;
/** Resolves only names of this machine, so that loading from another host fails visibly. */
const NO_OUTSIDE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1";

export interface SeenPage {
  /** The document after its scripts have run. */
  readonly dom: string;
  /** Console messages of the page: errors and violations of the content security policy. */
  readonly console: readonly string[];
}

/** Returns the path of a Chromium on this machine (Debian's `chromium` package), or null. */
export function findBrowser(): string | null {
  return PROGRAMS.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;
}

/** Opens a page in a new headless browser and returns the result. */
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
