import { beforeEach, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { seriousFindings } from "../support/axe.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

/** Needs Debian's `chromium`, which .ci/run installs. */
describeInBrowser("the log in a real browser", () => {
  const admin = browserForTests({ catalog: "none" });
  let page: Page;

  beforeEach(async () => {
    ({ page } = admin);
    await admin.signIn("/console/admin/log", "admin");
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
