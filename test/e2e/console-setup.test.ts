import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { Appliance, type Serving } from "../support/appliance.ts";
import { seriousFindings } from "../support/axe.ts";
import { findBrowser } from "../support/browser.ts";
import { makeAuthority } from "../support/certificates.ts";
import { HttpsReceiver } from "../support/https-receiver.ts";

/** Long, because the import starts a process on a machine that can be busy. */
setDefaultTimeout(300_000);
const WITHIN = { timeout: 180_000 };
const ADMIN_TOKEN = "an-admin-token-for-tests";
const PASSWORD = "a password for tests";

const executable = findBrowser();

/** Needs Debian's `chromium`, which .ci/run installs. */
describe.skipIf(executable === null)("the first visit in a real browser", () => {
  let appliance: Appliance;
  let server: Serving;
  let receiver: HttpsReceiver;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Console messages and errors of scripts. */
  let complaints: string[];

  beforeAll(async () => {
    appliance = await Appliance.create();
    const authority = await makeAuthority();
    const ca = await appliance.file("ca.pem", authority.caPem);
    const callbacks = ["--callback-allow", "127.0.0.1", "--callback-ca", ca];
    server = await appliance.serve("--admin-token", ADMIN_TOKEN, ...callbacks);
    receiver = await HttpsReceiver.start({ authority });
    browser = await chromium.launch({ executablePath: executable ?? "", args: ["--no-sandbox"] });
  }, 240_000);

  afterAll(async () => {
    await browser.close();
    await receiver.stop();
    await appliance.remove();
  });

  beforeEach(async () => {
    context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
    page = await context.newPage();
    complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
  });

  afterEach(async () => {
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("leads from the admin token to a person, the demonstration, a key and a webhook that arrives", async () => {
    await page.goto(server.url);
    await page.getByLabel("Admin token").fill(ADMIN_TOKEN);
    await page.getByLabel("Admin token").press("Enter");
    await page.getByRole("heading", { name: "First steps", level: 1 }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByLabel("Name", { exact: true }).fill("Kim");
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Kim can sign in now.").waitFor();

    await page.getByRole("button", { name: "Demonstration catalog" }).click();
    await page.getByRole("button", { name: "Import this" }).click(WITHIN);
    await page.getByText("The catalog version is now").waitFor(WITHIN);

    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name", { exact: true }).last().fill("Editing");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByText("The key Editing was created").waitFor();
    await page.getByLabel("Address of the receiver").fill(`${receiver.url}/hook`);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("delivered").waitFor();
    expect((await receiver.next()).path).toBe("/hook");
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByLabel("Name").fill("Kim");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("Password").press("Enter");
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await page.getByLabel("Brief").fill("slow, warm piano for a goodbye");
    await page.getByLabel("Brief").press("Enter");
    await page.getByText("Songs found: 25").waitFor();

    await page.getByRole("link", { name: "Administration" }).click();
    for (const [link, text] of [
      ["Usage", "Console: Kim"],
      ["People", "administrator"],
      ["Audit trail", "catalog.imported"],
    ] as const) {
      await page.getByRole("link", { name: link }).click();
      await page.getByRole("heading", { name: link, level: 1 }).waitFor();
      await page.getByRole("cell", { name: text }).first().waitFor();
      expect([link, await seriousFindings(page)]).toEqual([link, []]);
    }
    await page.getByRole("link", { name: "Backups" }).click();
    await page.getByText("No folder for backups is set.").waitFor();
    await page.getByText("NEEDLEDROP_BACKUP_EVERY=24").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "System" }).click();
    await page.getByRole("cell", { name: "NEEDLEDROP_ADMIN_TOKEN" }).waitFor();
    expect(await page.content()).not.toContain(ADMIN_TOKEN);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
