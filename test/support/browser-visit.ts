import type { Browser, BrowserContext, Page } from "playwright-core";

/** The browser reports the 503 of a file that the server is still making. */
const FILE_IN_THE_MAKING = "503 (Service Unavailable)";

/** For an action or a wait; a busy machine needs a minute for what takes a second. */
const WITHIN_MS = 120_000;

const KEEPS_AUDIO = `
const Plain = Audio;
globalThis.heardAll = [];
Audio = function () {
  const one = new Plain();
  heardAll.push(one);
  globalThis.heard ??= one;
  return one;
};`;

/** A new context of a browser, with what its page complains about. */
export interface BrowserVisit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console messages, errors of scripts, and requests that leave the server. */
  complaints: string[];
}

export interface VisitOptions {
  /** Whether the page plays media, which the server makes at the first request. */
  readonly playsMedia?: boolean;
  /** Whether `heard` is the audio element of the player, which is not in the page, and `heardAll` has those of the stems, too. */
  readonly hearsAudio?: boolean;
  /** Whether the browser has a touch screen. */
  readonly hasTouch?: boolean;
}

/** Opens a context that collects what the page of a server should not do. */
export async function openVisit(
  browser: Browser,
  serverUrl: string,
  { playsMedia = false, hearsAudio = false, hasTouch = false }: VisitOptions = {},
): Promise<BrowserVisit> {
  const context = await browser.newContext({
    locale: "en-GB",
    reducedMotion: "reduce",
    acceptDownloads: true,
    hasTouch,
  });
  context.setDefaultTimeout(WITHIN_MS);
  const page = await context.newPage();
  if (hearsAudio) await page.addInitScript(KEEPS_AUDIO);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (!playsMedia || !message.text().includes(FILE_IN_THE_MAKING)) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(serverUrl) && !/^(data|blob):/.test(url)) complaints.push(`asked ${url}`);
  });
  return { context, page, complaints };
}
