import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { Appliance, type Serving } from "./appliance.ts";

const NAME = "Zoë";
const PASSWORD = "a password for tests";
const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** A context of a browser of its own, with what its page complains about. */
export interface BrowserVisit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console messages, errors of scripts, and requests that leave the server. */
  complaints: string[];
}

/** A server with the demonstration catalog and one user, and a real browser. */
export class ConsoleBrowser {
  readonly server: Serving;
  readonly #appliance: Appliance;
  readonly #browser: Browser;

  private constructor(appliance: Appliance, server: Serving, browser: Browser) {
    this.#appliance = appliance;
    this.server = server;
    this.#browser = browser;
  }

  static async start(executablePath: string): Promise<ConsoleBrowser> {
    const appliance = await Appliance.create();
    expect((await appliance.run("import", "--demo")).status).toBe(0);
    const password = await appliance.file("password", PASSWORD);
    expect((await appliance.run("users", "add", NAME, "--password-file", password)).status).toBe(0);
    const server = await appliance.serve();
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    return new ConsoleBrowser(appliance, server, browser);
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#appliance.remove();
  }

  async visit(): Promise<BrowserVisit> {
    const context = await this.#browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.server.url) && !/^(data|blob):/.test(url)) complaints.push(`asked ${url}`);
    });
    return { context, page, complaints };
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

/** Expects that axe finds nothing serious and that nothing is wider than the page, dark and light, wide and narrow. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    for (const width of [1440, 400]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      // The policy of the page allows no inline script; evaluating one is the browser's own access.
      await page.evaluate(AXE);
      const { violations } = await page.evaluate<Findings>("axe.run(document, { resultTypes: ['violations'] })");
      const serious = violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      expect([page.url(), colorScheme, width, serious]).toEqual([page.url(), colorScheme, width, []]);
      const overflow = await page.evaluate<number>(
        "Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)",
      );
      expect([page.url(), width, overflow]).toEqual([page.url(), width, 0]);
    }
  }
}
