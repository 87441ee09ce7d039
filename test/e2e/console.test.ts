import { beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { SearchResult } from "../../clients/typescript/operations.ts";
import { expectAccessible } from "../support/axe.ts";
import { searchFor, signInWithForm } from "../support/console-browser.ts";
import { USERS } from "../support/demo-data.ts";
import { repeatedAnswer } from "../support/repeated-answer.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

const BRIEF = "slow, warm piano for a goodbye, no vocals";
const PICTURE = new URL("../../demo/pictures/dark-alley.jpg", import.meta.url).pathname;
/** An analysis takes seconds, and longer beside other tests. */
const ANALYSED_WITHIN_MS = 120_000;

/** Needs Debian's `chromium`, which .ci/run installs. */
describeInBrowser("the console in a real browser", () => {
  const browser = browserForTests();
  let page: Page;

  beforeEach(async () => {
    ({ page } = browser);
  });

  test("signs in, finds songs by text, and shows what was understood", async () => {
    await page.goto(browser.server.url);
    await signInWithForm(page);
    await searchFor(page, BRIEF);
    const first = page.getByRole("article").first();
    expect(await first.locator("h3").textContent()).not.toBe("");
    expect(await first.locator(".verdict.met").first().textContent()).toContain("no vocals");
    expect(await page.locator(".chip.wanted").allTextContents()).toContain("piano");
    expect(await page.locator(".chip.promise").allTextContents()).toEqual(["✓ no vocals"]);
    // A listener finds the parts of the page by their headings, and each button once.
    for (const name of ["What was understood", "Songs"])
      await page.getByRole("heading", { name, exact: true, level: 2 }).waitFor();
    expect(await page.getByRole("button", { name: "Add pictures, a film or audio" }).count()).toBe(1);
    await page.locator(".chip.wanted").first().click();
    expect(await page.locator(".chip-details:visible").textContent()).toContain("From:");
    expect(page.url()).toMatch(/\/console\/search\/[0-9a-f-]{36}$/);
  });

  test("shows the same answer at its address, and asks for a sign-in there", async () => {
    await browser.signIn();
    await searchFor(page, BRIEF);
    const titles = await page.locator(".song h3").allTextContents();
    await page.reload();
    await page.getByText("Songs found: 25").waitFor();
    expect(await page.locator(".song h3").allTextContents()).toEqual(titles);
    expect(await page.getByLabel("Brief").inputValue()).toBe(BRIEF);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect((await browser.context.cookies()).map(({ name }) => name)).toEqual([]);
  });

  test("leaves nothing of a session to the next person", async () => {
    const player = page.getByRole("region", { name: "Player" });
    const searchAndPlay = async (): Promise<void> => {
      await searchFor(page, BRIEF);
      await page
        .getByRole("button", { name: /^Play / })
        .first()
        .click();
      await player.getByRole("button", { name: "Pause" }).waitFor();
    };
    const signInAgain = async (): Promise<void> => {
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await page.getByRole("link", { name: "Needledrop" }).click();
      await signInWithForm(page);
      expect(await page.getByLabel("Brief").inputValue()).toBe("");
      expect([await page.locator(".song").count(), await player.count()]).toEqual([0, 0]);
    };
    await browser.signIn();
    await searchAndPlay();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByText("Your session has ended.").count()).toBe(0);
    await signInAgain();
    // A session that ends elsewhere, for example by its age, is noticed with the next request.
    await searchAndPlay();
    await browser.context.clearCookies();
    await page.getByRole("link", { name: "Shortlists" }).click();
    await page.getByText("Your session has ended.").waitFor();
    await signInAgain();
    browser.forgive("401 (Unauthorized)");
  });

  test("a page that could not be loaded is there when the connection is, with the brief that was written", async () => {
    await browser.signIn();
    await browser.context.setOffline(true);
    await page.getByLabel("Brief").fill("rain on a tin roof");
    await page.getByRole("link", { name: "Catalog" }).click();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("This page could not be loaded.").waitFor();
    await browser.context.setOffline(false);
    await page.getByRole("heading", { name: "Catalog" }).waitFor();
    await page.getByRole("link", { name: "Search", exact: true }).click();
    expect(await page.getByLabel("Brief").inputValue()).toBe("rain on a tin roof");
    browser.forgive("ERR_INTERNET_DISCONNECTED");
  });

  test("a sign-out, and another person, end the session in the other tabs", async () => {
    const other = await browser.context.newPage();
    await browser.signIn();
    await searchFor(page, BRIEF);
    await other.goto(page.url());
    await other.getByText("Songs found: 25").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await other.content()).not.toContain(BRIEF);
    // A tab that shows the sign-in is signed in with the first one.
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signInWithForm(page);
    await other.getByText("Songs found: 25").waitFor();
    // Somebody signs in as another person, in a tab that knows of no session.
    const attributes = USERS.admin;
    const third = await browser.context.newPage();
    await third.route("**/v1/session", async (route) => {
      const nobody = { user: null, csrf_token: null, has_users: true };
      if (route.request().method() !== "GET") return await route.continue();
      await route.fulfill({ json: { data: { id: "current", type: "sessions", attributes: nobody } } });
    });
    await third.goto(browser.server.url);
    await third.getByLabel("Name").fill(attributes.name);
    await third.getByLabel("Password").fill(attributes.password);
    await third.getByLabel("Password").press("Enter");
    await other.getByText("There is no such search, or it is not yours.").waitFor();
    await page.getByRole("link", { name: "Administration" }).waitFor();
  });

  test("searches half a second after the last key, once, and drops superseded answers", async () => {
    await browser.signIn();
    const submitted: unknown[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") submitted.push(request.postDataJSON());
    });
    await page.getByLabel("Brief").pressSequentially("dark techno", { delay: 20 });
    await page.getByText("Songs found: 25").waitFor();
    await page.getByLabel("Brief").press("Enter");
    await page.getByLabel("Brief").press("Enter");
    await page.waitForTimeout(700);
    expect(submitted).toMatchObject([{ data: { attributes: { query: "dark techno" } } }]);
  });

  test("plays a song, and pauses with the space bar", async () => {
    await browser.signIn();
    await searchFor(page, BRIEF);
    await page
      .getByRole("button", { name: /^Play / })
      .first()
      .click();
    const player = page.getByRole("region", { name: "Player" });
    await player.getByRole("button", { name: "Pause" }).waitFor();
    await page.locator("#page").focus();
    await page.keyboard.press("Space");
    await player.getByRole("button", { name: "Play", exact: true }).waitFor();
  });

  test(
    "searches with a picture",
    async () => {
      await browser.signIn();
      await page.locator("input[type=file]").setInputFiles(PICTURE);
      await page.getByText("dark-alley.jpg").waitFor();
      await page.getByText("Songs found: 25").waitFor({ timeout: ANALYSED_WITHIN_MS });
      await page.getByRole("button", { name: "Remove dark-alley.jpg" }).click();
      await page.getByRole("heading", { name: "Describe a scene" }).waitFor();
    },
    ANALYSED_WITHIN_MS,
  );

  test("shows 5,000 songs to the last, with a few rows in the page", async () => {
    await browser.signIn();
    await page.route(/\/v1\/supervisor\/search\/[0-9a-f-]+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: repeatedAnswer((await response.json()) as SearchResult, 200) });
    });
    await page.getByLabel("Brief").fill("bright acoustic guitar");
    await page.getByLabel("Brief").press("Enter");
    await page.getByText("Songs found: 5,000").waitFor();
    expect(await page.locator(".song").count()).toBeLessThan(40);
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await page.getByText("5000", { exact: true }).waitFor();
    expect(await page.locator(".song").count()).toBeLessThan(40);
    expect(await page.getByRole("listitem").last().getAttribute("aria-posinset")).toBe("5000");
  });

  test("leads to the brief with Ctrl+K from another page", async () => {
    await browser.signIn();
    await page.getByRole("link", { name: "Status" }).click();
    await page.getByText("Ready", { exact: true }).waitFor();
    await page.getByRole("status").filter({ hasText: "Status · Needledrop" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.waitForFunction("document.activeElement.id === 'brief'");
  });

  test("speaks the language that the person chooses, and remembers it", async () => {
    await browser.signIn();
    await page.getByLabel("Language").selectOption("de");
    await page.getByLabel("Briefing").waitFor();
    await page.reload();
    await page.getByLabel("Briefing").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
  });

  test("has nothing serious for axe on any page, dark and light, wide and narrow", async () => {
    await browser.signIn();
    await searchFor(page, BRIEF);
    await page
      .getByRole("button", { name: /^Versions/ })
      .first()
      .click();
    await page
      .getByRole("button", { name: /^Play / })
      .first()
      .click();
    await expectAccessible(page);
    for (const address of ["/console/status", "/console/search/unknown"]) {
      await page.goto(browser.server.url + address);
      await expectAccessible(page);
    }
    // The browser reports the 404 of the unknown search.
    browser.forgive("404 (Not Found)");
  }, 120_000);
});
