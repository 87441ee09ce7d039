import { expect } from "bun:test";
import { type Browser, chromium, type Page } from "playwright-core";
import { Appliance, type Serving } from "./appliance.ts";
import { type BrowserVisit, openVisit, type VisitOptions } from "./browser-visit.ts";

/** The user of these tests. */
const NAME = "Zoë";
const PASSWORD = "a password for tests";
/** The first play of a song waits for its MP3 and its waveform, the first page for its bundle. */
export const MADE_WITHIN_MS = 150_000;
const TRY_MS = 30;

/** A server with the demonstration catalog and one user, and a real browser that plays without a click. */
export class ConsoleBrowser {
  readonly server: Serving;
  readonly #appliance: Appliance;
  readonly #browser: Browser;

  private constructor(appliance: Appliance, server: Serving, browser: Browser) {
    this.#appliance = appliance;
    this.server = server;
    this.#browser = browser;
  }

  /** @param serveOptions options of `needledrop serve` */
  static async start(executablePath: string, ...serveOptions: readonly string[]): Promise<ConsoleBrowser> {
    const appliance = await Appliance.create();
    expect((await appliance.run("import", "--demo")).status).toBe(0);
    const password = await appliance.file("password", PASSWORD);
    expect((await appliance.run("users", "add", NAME, "--password-file", password)).status).toBe(0);
    const server = await appliance.serve(...serveOptions);
    const args = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"];
    const browser = await chromium.launch({ executablePath, args });
    return new ConsoleBrowser(appliance, server, browser);
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#appliance.remove();
  }

  async visit(options: VisitOptions = {}): Promise<BrowserVisit> {
    return await openVisit(this.#browser, this.server.url, options);
  }

  /** Signs in without the page, and opens a page of the console. */
  async signIn({ context, page }: BrowserVisit, path = "/"): Promise<void> {
    const attributes = { name: NAME, password: PASSWORD };
    const data = { data: { type: "sessions", attributes } };
    expect((await context.request.post(`${this.server.url}/v1/session`, { data })).status()).toBe(200);
    await page.goto(this.server.url + path);
    await page.locator("#page").waitFor();
  }
}

/** Signs in with the form. */
export async function signInWithForm(page: Page): Promise<void> {
  await page.getByLabel("Name").fill(NAME);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Password").press("Enter");
  await page.getByLabel("Brief").waitFor();
}

/** Searches by a brief, and waits for the answer. */
export async function searchFor(page: Page, brief: string): Promise<void> {
  const former = page.url();
  await page.getByLabel("Brief").fill(brief);
  await page.getByLabel("Brief").press("Enter");
  await page.waitForURL((url) => url.href !== former);
  await page.getByText(/^Songs found/).waitFor();
}

/** Waits until an expression is true in the page. Its policy does not let Playwright wait for a string by itself. */
export async function until(page: Page, expression: string): Promise<void> {
  const end = Date.now() + MADE_WITHIN_MS;
  while (!(await page.evaluate<boolean>(expression))) {
    expect([expression, Date.now() < end]).toEqual([expression, true]);
    await page.waitForTimeout(TRY_MS);
  }
}

/** Returns the attributes of each search that the page submits from now on. */
export function recordSearches(page: Page): readonly Record<string, unknown>[] {
  const submitted: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST" || !request.url().endsWith("/v1/supervisor/search")) return;
    const body = request.postDataJSON() as { readonly data: { readonly attributes: Record<string, unknown> } };
    submitted.push(body.data.attributes);
  });
  return submitted;
}
