/** Measures pages in Chromium: bytes, time to usable, frames while scrolling, memory. */
import { readFile } from "node:fs/promises";
import type { BrowserContext, BrowserServer, Browser, BrowserType, CDPSession, Page } from "playwright-core";
import type { SearchResult } from "../../clients/typescript/operations.ts";
import { repeatedAnswer } from "../../test/support/repeated-answer.ts";
import { childrenOf } from "./processes.ts";

const BRIEF = "bright acoustic guitar";
const SETTLED_MS = 1_000;
const PIXELS_PER_FRAME = 400;
const SLOW_MS = 50;
const KIBIBYTE = 1_024;
const READY = { timeout: 120_000 };

export interface FirstView {
  /** Compressed bytes of everything that was loaded, with headers. */
  readonly bytes: number;
  /** From the start of the navigation to the frame after the one in which the element is there. */
  readonly usableMs: number;
  /** Processor time of the page's thread until then. */
  readonly scriptMs: number;
  readonly shift: number;
}

export interface Scrolled {
  readonly frames: number;
  /** Frames that came more than 50 ms after the one before, for whatever reason. */
  readonly slowFrames: number;
  /** Tasks of the page's thread of more than 50 ms. */
  readonly slowTasks: number;
  readonly longestTaskMs: number;
  /** Processor time of the page's thread. */
  readonly taskMs: number;
}

interface User {
  readonly name: string;
  readonly password: string;
}

/** Notes when the element is there, and how much the layout has shifted. */
const watcher = (selector: string): string => `
globalThis.seen = { usableMs: null, shift: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
new MutationObserver((_changes, observer) => {
  if (document.querySelector(${JSON.stringify(selector)}) === null) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => (seen.usableMs = performance.now())));
}).observe(document, { childList: true, subtree: true });
`;

const scroller = (pixels: number): string => `
new Promise((done) => {
  const result = { frames: 0, slowFrames: 0, slowTasks: 0, longestTaskMs: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      result.slowTasks += 1;
      result.longestTaskMs = Math.max(result.longestTaskMs, duration);
    }
  });
  observer.observe({ type: "longtask" });
  let before = performance.now();
  const end = scrollY + ${pixels};
  requestAnimationFrame(function everyFrame(now) {
    result.frames += 1;
    if (now - before > ${SLOW_MS}) result.slowFrames += 1;
    before = now;
    const top = scrollY;
    scrollBy(0, ${PIXELS_PER_FRAME});
    if (scrollY < end && scrollY > top) return void requestAnimationFrame(everyFrame);
    setTimeout(() => { observer.disconnect(); done(result); }, 200);
  });
})`;

export class BenchBrowser {
  readonly #server: BrowserServer;
  readonly #browser: Browser;

  private constructor(server: BrowserServer, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  static async launch(type: BrowserType, executablePath: string): Promise<BenchBrowser> {
    const server = await type.launchServer({ executablePath, args: ["--no-sandbox"] });
    return new BenchBrowser(server, await type.connect(server.wsEndpoint()));
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.close();
  }

  /** Opens a page in a new context. `isCached` means that the context has opened the page before. */
  async firstView(
    url: string,
    selector: string,
    user: User | null = null,
    { isCached = false }: { readonly isCached?: boolean } = {},
  ): Promise<FirstView> {
    const context = await this.#context(url, user);
    if (isCached) await (await open(context, url, selector)).close();
    const page = await context.newPage();
    await page.addInitScript(watcher(selector));
    const cdp = await context.newCDPSession(page);
    let bytes = 0;
    cdp.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await cdp.send("Network.enable");
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(url);
    await page.locator(selector).first().waitFor(READY);
    const scriptMs = await taskMsOf(cdp);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(SETTLED_MS);
    const seen = await page.evaluate<{ readonly usableMs: number; readonly shift: number }>("seen");
    await context.close();
    return { bytes, scriptMs, ...seen };
  }

  /** Scrolls rows past the window, a part of it in every frame. */
  async scroll(
    url: string,
    wanted: {
      readonly rows: number;
      readonly ready: string;
      readonly user?: User;
      /** Whether to search, and to repeat the songs of the answer up to the number of rows. */
      readonly repeatsAnswer?: boolean;
    },
  ): Promise<Scrolled> {
    const context = await this.#context(url, wanted.user ?? null);
    const page = await context.newPage();
    if (wanted.repeatsAnswer === true) await repeatAnswers(page, wanted.rows);
    await page.goto(url);
    if (wanted.repeatsAnswer === true) {
      await page.getByLabel("Brief").fill(BRIEF);
      await page.getByLabel("Brief").press("Enter");
    }
    await page.locator(wanted.ready).first().waitFor(READY);
    await page.waitForTimeout(SETTLED_MS);
    const rowPixels = await page
      .locator(wanted.ready)
      .first()
      .evaluate((row) => (row.closest("li") ?? row).clientHeight);
    const cdp = await context.newCDPSession(page);
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    const before = await taskMsOf(cdp);
    const scrolled = await page.evaluate<Omit<Scrolled, "taskMs">>(scroller(rowPixels * wanted.rows));
    const taskMs = (await taskMsOf(cdp)) - before;
    await context.close();
    return { ...scrolled, taskMs };
  }

  /** Opens a page several times, and returns what the browser needs more than before, and the heap of one page. */
  async memoryOfPages(
    url: string,
    count: number,
    selector: string,
    user: User | null = null,
  ): Promise<{ readonly bytes: number; readonly heapBytes: number }> {
    const before = await this.#memory();
    const context = await this.#context(url, user);
    const pages: Page[] = [];
    for (let number = 0; number < count; number += 1) pages.push(await open(context, url, selector));
    await pages[0]?.waitForTimeout(SETTLED_MS);
    const bytes = (await this.#memory()) - before;
    const [first] = pages;
    const heapBytes = first === undefined ? 0 : await heapOf(first);
    await context.close();
    return { bytes, heapBytes };
  }

  async #context(url: string, user: User | null): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ locale: "en-GB", viewport: { width: 1440, height: 900 } });
    if (user === null) return context;
    const data = { data: { type: "sessions", attributes: user } };
    await context.request.post(`${new URL(url).origin}/v1/session`, { data });
    return context;
  }

  /** The proportional set size of all processes of the browser, so that shared pages count once. */
  async #memory(): Promise<number> {
    return await familyBytes(this.#server.process().pid ?? 0);
  }
}

async function open(context: BrowserContext, url: string, selector: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(selector).first().waitFor(READY);
  return page;
}

/** Returns the milliseconds of processor time that the page's thread has used. */
async function taskMsOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
}

async function heapOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.collectGarbage");
  await cdp.send("Performance.enable");
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
}

async function repeatAnswers(page: Page, rows: number): Promise<void> {
  await page.route(/\/v1\/supervisor\/search\/[0-9a-f-]+$/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as SearchResult;
    const times = Math.ceil(rows / answer.data.relationships.songs.data.length);
    await route.fulfill({ response, json: repeatedAnswer(answer, times) });
  });
}

async function familyBytes(pid: number): Promise<number> {
  const smaps = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const own = Number(/^Pss:\s+(\d+) kB$/m.exec(smaps)?.[1] ?? 0) * KIBIBYTE;
  const children = await childrenOf(pid).catch(() => []);
  const sizes = await Promise.all(children.map(familyBytes));
  return sizes.reduce((sum, bytes) => sum + bytes, own);
}
