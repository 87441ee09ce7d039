import { beforeEach, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { recordSearches, searchFor } from "../support/console-browser.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

const BRIEF = "slow, warm piano for a goodbye, no vocals. Our budget is 500 dollars.";

/** Needs Debian's `chromium`, which .ci/run installs. */
describeInBrowser("changing an answer in the console", () => {
  const browser = browserForTests();
  let page: Page;
  /** The attributes of each submitted search. */
  let submitted: readonly Record<string, unknown>[];

  beforeEach(async () => {
    ({ page } = browser);
    submitted = recordSearches(page);
    await browser.signIn();
    await searchFor(page, BRIEF);
  });

  async function answered(): Promise<void> {
    await page.getByText(/^Songs found/).waitFor();
  }

  /** Runs an action that searches, and waits for the answer to it. */
  async function searching(action: () => Promise<void>): Promise<void> {
    const former = page.url();
    await action();
    await page.waitForURL((url) => url.href !== former);
    await answered();
  }

  function group(title: string): Locator {
    return page.locator(".chip-group", { has: page.getByRole("heading", { name: title }) });
  }

  function chip(title: string, name: string): Locator {
    return group(title).getByRole("button", { name, exact: true });
  }

  function actionOf(about: string, name: string): Locator {
    return page.getByRole("group", { name: about, exact: true }).getByRole("button", { name, exact: true });
  }

  test("a chip shows the sentence that it comes from, also for what was ignored", async () => {
    await chip("Wanted", "piano").click();
    const details = page.getByRole("group", { name: "piano", exact: true });
    expect(await details.innerText()).toContain("slow, warm piano for a goodbye, no vocals.");
    expect(await details.locator("mark").allTextContents()).toContain("piano");
    await group("Ignored").getByRole("button").first().click();
    expect(await page.locator(".chip-details:visible").innerText()).toContain("Our budget is 500 dollars.");
  });

  test("a wish becomes a promise by keyboard, keeps the focus, and can be reset", async () => {
    await chip("Wanted", "piano").focus();
    await page.keyboard.press("Enter");
    await actionOf("piano", "Must have").focus();
    await searching(() => page.keyboard.press("Enter"));
    expect(submitted.at(-1)).toMatchObject({ wishes: [{ id: "instrument/piano", polarity: "must" }] });
    const promise = chip("Promises", "✓ piano (changed by you)");
    expect(await promise.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    const verdicts = await page.locator(".song").first().locator(".verdict").allTextContents();
    expect(verdicts.join()).toContain("piano");
    await searching(() => actionOf("piano", "Reset").click());
    expect(submitted.at(-1)).not.toHaveProperty("wishes");
    expect(await chip("Wanted", "piano").count()).toBe(1);
  });

  test("a wish is weighed, and removed, and the address keeps both", async () => {
    await chip("Wanted", "warm").click();
    await searching(() => actionOf("warm", "Less").click());
    expect(submitted.at(-1)).toMatchObject({ wishes: [{ id: "mood/warm", weight: 0.65 }] });
    expect(await page.getByRole("group", { name: "warm", exact: true }).innerText()).toContain("Weight: 65 %");
    await chip("Promises", "✓ no vocals").click();
    await searching(() => actionOf("no vocals", "Remove").click());
    expect(await page.locator(".song .verdict").count()).toBe(0);
    await page.reload();
    await answered();
    await chip("Removed by you", "vocals (changed by you)").waitFor();
    await chip("Wanted", "warm (changed by you)").waitFor();
  });

  test("a brief that is written anew has no changes of the old one", async () => {
    await chip("Wanted", "warm").click();
    await searching(() => actionOf("warm", "Must not have").click());
    expect(await chip("Promises", "✓ no warm (changed by you)").count()).toBe(1);
    await page.getByLabel("Brief").fill("");
    await page.getByRole("heading", { name: "Describe a scene" }).waitFor();
    await page.getByLabel("Brief").fill("warm guitar");
    await page.getByLabel("Brief").press("Enter");
    await chip("Wanted", "warm").waitFor();
    expect(submitted.at(-1)).not.toHaveProperty("wishes");
  });
});
