/**
 * What the console costs a browser, compared with a minimal page in the same run: bytes and time of the first view with a catalog of
 * many songs, frames while 5,000 rows scroll, and the memory of ten open pages. Measurements of both alternate. On a busy machine
 * only the ratios mean something; the script prints its load.
 *
 *   bun scripts/bench/console.ts [EXECUTABLE] [--songs 55000] [--rounds 5]
 *
 * Needs Debian's `chromium`. Without an executable, the server runs from source, and compresses less.
 */
import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { withFolder } from "../lib/with-folder.ts";
import { command, programOf, startServer } from "../lib/program.ts";
import { median } from "../lib/percentiles.ts";
import { BenchBrowser, type FirstView, type Scrolled } from "./console-browser.ts";
import { PlainPage } from "./plain-page.ts";
import { writeSyntheticCatalog } from "./synthetic-catalog.ts";

const BAR = { bytes: 120_000, usableMs: 300, frameMs: 50 };
const ROWS = 5_000;
const OPEN_PAGES = 10;
const PASSWORD = "a password for measurements";
const MB = 1e6;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { songs: { type: "string", default: "55000" }, rounds: { type: "string", default: "5" } },
});
const executablePath = Bun.which("chromium") ?? Bun.which("google-chrome");
if (executablePath === null) {
  console.error("Chromium is missing; on Debian, `apt-get install chromium` installs it.");
  process.exit(1);
}
const browserPath = executablePath;
const program = programOf(positionals[0]);
const songs = Number(values.songs);
const rounds = Number(values.rounds);

await withFolder(async (folder) => {
  const data = join(folder, "data");
  const dump = join(folder, "synthetic.jsonl");
  const password = join(folder, "password");
  await writeSyntheticCatalog(dump, songs, { media: folder });
  await writeFile(password, PASSWORD);
  await command(program, ["import", dump, "--data", data]);
  await command(program, ["users", "add", "Zoë", "--password-file", password, "--data", data]);
  const server = await startServer(program, data, { logPath: join(folder, "log") });
  const plain = PlainPage.start(ROWS);
  const browser = await BenchBrowser.launch(chromium, browserPath);
  try {
    const user = { name: "Zoë", password: PASSWORD };
    await compareFirstViews(browser, server.url, plain.url, user);
    await compareScrolling(browser, server.url, plain.url, user);
    await compareMemory(browser, server.url, plain.url, user);
  } finally {
    await browser.close();
    await server.stop();
    await plain.stop();
  }
});

type User = { readonly name: string; readonly password: string };

async function compareFirstViews(browser: BenchBrowser, console_: string, plain: string, user: User): Promise<void> {
  const views: Record<"search" | "catalog" | "plain" | "again", FirstView[]> = {
    search: [],
    catalog: [],
    plain: [],
    again: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    views.plain.push(await browser.firstView(plain, "textarea"));
    views.search.push(await browser.firstView(console_, "#brief", user));
    views.again.push(await browser.firstView(console_, "#brief", user, { isCached: true }));
    views.catalog.push(await browser.firstView(`${console_}/console/catalog`, ".catalog-title", user));
  }
  const ms = (name: keyof typeof views): number => median(views[name].map(({ usableMs }) => usableMs));
  const bytes = (name: keyof typeof views): number => median(views[name].map((view) => view.bytes));
  say(
    `first view: ${bytes("search")} bytes (bar ${BAR.bytes}), the catalog ${bytes("catalog")}, a plain page ${bytes("plain")}`,
  );
  for (const name of ["search", "again", "catalog"] as const) {
    const title = { search: "the search", again: "the search, cached", catalog: `the catalog of ${songs} songs` }[name];
    say(
      `usable: ${title} ${ms(name).toFixed(0)} ms (bar ${BAR.usableMs}), ${ratio(ms(name), ms("plain"))} a plain page`,
    );
    const script = median(views[name].map(({ scriptMs }) => scriptMs));
    say(`        of it, processor time of the page's thread: ${script.toFixed(0)} ms`);
  }
  say(`usable: a plain page ${ms("plain").toFixed(0)} ms`);
  say(
    `layout shift: ${Math.max(...[...views.search, ...views.catalog].map(({ shift }) => shift)).toFixed(4)} (largest of all views)`,
  );
}

async function compareScrolling(browser: BenchBrowser, console_: string, plain: string, user: User): Promise<void> {
  const plainRows = await browser.scroll(plain, { rows: ROWS, ready: ".row" });
  const catalog = await browser.scroll(`${console_}/console/catalog`, { rows: ROWS, ready: ".catalog-title", user });
  const answer = await browser.scroll(console_, { rows: ROWS, ready: ".song", user, repeatsAnswer: true });
  const line = (name: string, { frames, slowFrames, slowTasks, longestTaskMs, taskMs }: Scrolled): void =>
    say(
      `scrolling ${ROWS} rows of ${name}: ${slowTasks} of ${frames} frames had a task of ${BAR.frameMs} ms or more (bar 0; longest ${longestTaskMs.toFixed(0)} ms), ${slowFrames} came later than that; ${(taskMs / frames).toFixed(1)} ms of processor time a frame, ${ratio(taskMs / frames, plainRows.taskMs / plainRows.frames)} a plain page`,
    );
  line("an answer", answer);
  line("the catalog", catalog);
  line("a plain page with all rows", plainRows);
}

async function compareMemory(browser: BenchBrowser, console_: string, plain: string, user: User): Promise<void> {
  const console10 = await browser.memoryOfPages(`${console_}/console/catalog`, OPEN_PAGES, ".catalog-title", user);
  const plain10 = await browser.memoryOfPages(plain, OPEN_PAGES, ".row");
  say(
    `memory of ${OPEN_PAGES} open pages: ${(console10.bytes / MB).toFixed(0)} MB of the browser's processes, ${ratio(console10.bytes, plain10.bytes)} plain pages (${(plain10.bytes / MB).toFixed(0)} MB); heap of a page ${(console10.heapBytes / MB).toFixed(1)} MB`,
  );
}

function ratio(value: number, other: number): string {
  return `${(value / other).toFixed(1)} times`;
}

function say(line: string): void {
  console.log(`[load ${(loadavg()[0] ?? 0).toFixed(1)}] ${line}`);
}
