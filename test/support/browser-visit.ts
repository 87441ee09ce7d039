import type { Browser, BrowserContext, Page } from "playwright-core";

/** The browser reports the 503 of a file that the server is still making. */
const FILE_IN_THE_MAKING = "503 (Service Unavailable)";

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
  /** Whether the browser has a touch screen. */
  readonly hasTouch?: boolean;
}

/** Opens a context that collects what the page of a server should not do. */
export async function openVisit(
  browser: Browser,
  serverUrl: string,
  { playsMedia = false, hasTouch = false }: VisitOptions = {},
): Promise<BrowserVisit> {
  const context = await browser.newContext({
    locale: "en-GB",
    reducedMotion: "reduce",
    acceptDownloads: true,
    hasTouch,
  });
  const page = await context.newPage();
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
