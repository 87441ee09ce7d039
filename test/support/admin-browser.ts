import { expect } from "bun:test";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { Appliance, type Serving } from "./appliance.ts";
import { makeAuthority } from "./certificates.ts";
import { HttpsReceiver } from "./https-receiver.ts";

const NAME = "Kim";
const PASSWORD = "a password for tests";

/** A served installation, a receiver of webhooks that it trusts, and a browser in which an admin has signed in. */
export class AdminBrowser {
  readonly appliance: Appliance;
  readonly server: Serving;
  readonly receiver: HttpsReceiver;
  readonly browser: Browser;

  private constructor(parts: Pick<AdminBrowser, "appliance" | "server" | "receiver" | "browser">) {
    this.appliance = parts.appliance;
    this.server = parts.server;
    this.receiver = parts.receiver;
    this.browser = parts.browser;
  }

  /** @param prepare runs before the server starts */
  static async start(executablePath: string, prepare: (appliance: Appliance) => Promise<void>): Promise<AdminBrowser> {
    const appliance = await Appliance.create();
    const authority = await makeAuthority();
    const ca = await appliance.file("ca.pem", authority.caPem);
    const password = await appliance.file("password", PASSWORD);
    await prepare(appliance);
    const added = await appliance.run("users", "add", NAME, "--role", "admin", "--password-file", password);
    expect(added.status).toBe(0);
    const server = await appliance.serve("--callback-allow", "127.0.0.1", "--callback-ca", ca);
    const receiver = await HttpsReceiver.start({ authority });
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    return new AdminBrowser({ appliance, server, receiver, browser });
  }

  /** Opens a page in a new context. What the console should not do is added to `complaints`. */
  async open(path: string, complaints: string[]): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
    const context = await this.browser.newContext({ locale: "en-GB", reducedMotion: "reduce", acceptDownloads: true });
    const page = await context.newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.server.url) && !/^(data|blob):/.test(url)) complaints.push(`asked ${url}`);
    });
    const attributes = { name: NAME, password: PASSWORD };
    await context.request.post(`${this.server.url}/v1/session`, { data: { data: { type: "sessions", attributes } } });
    await page.goto(this.server.url + path);
    return { context, page };
  }

  /** The path of a file in the installation's folder. */
  path(name: string): string {
    return join(this.appliance.folder, name);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.receiver.stop();
    await this.appliance.remove();
  }
}
