import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { AdminBrowser } from "../support/admin-browser.ts";
import { seriousFindings } from "../support/axe.ts";
import { findBrowser } from "../support/browser.ts";

/** Long, because the machine can be busy. */
setDefaultTimeout(120_000);

const executable = findBrowser();

/** Needs Debian's `chromium`, which .ci/run installs. */
describe.skipIf(executable === null)("the log in a real browser", () => {
  let admin: AdminBrowser;
  let context: BrowserContext;
  let page: Page;
  /** Console messages, errors of scripts, and requests that leave the server. */
  let complaints: string[];

  beforeAll(async () => {
    admin = await AdminBrowser.start(executable ?? "", () => Promise.resolve());
  }, 240_000);

  afterAll(() => admin.stop());

  beforeEach(async () => {
    complaints = [];
    ({ context, page } = await admin.open("/console/admin/log", complaints));
  });

  afterEach(async () => {
    expect(complaints).toEqual([]);
    await context.close();
  });

  const line = (text: string) => page.locator(".log-line", { hasText: text });

  test("shows each new line, filters by an id and a level, pauses, and saves what it shows", async () => {
    await page.getByText("live", { exact: true }).waitFor();
    await line("serving").waitFor();
    await fetch(`${admin.server.url}/not-there-1`);
    await line("/not-there-1").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    const { headers } = await fetch(`${admin.server.url}/not-there-2`);
    await page.getByRole("searchbox").fill(headers.get("x-request-id") ?? "none");
    await page.getByRole("searchbox").press("Enter");
    await line("/not-there-1").waitFor({ state: "detached" });
    await line("/not-there-2").waitFor();
    expect(await page.locator(".log-line").count()).toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as a file" }).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toContain('"path":"/not-there-2"');

    await page.getByRole("searchbox").fill("");
    await page.getByRole("searchbox").press("Enter");
    await page.getByLabel("Level").selectOption("warn");
    await page.getByText("There are no such lines yet.").waitFor();
    const attributes = { name: "nobody", password: "a wrong password" };
    const body = JSON.stringify({ data: { type: "sessions", attributes } });
    await fetch(`${admin.server.url}/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    await line("sign-in refused").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("paused", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("live", { exact: true }).waitFor();
    await line("sign-in refused").waitFor();
  });
});
