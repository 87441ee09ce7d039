import { beforeEach, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { expectAccessible } from "../support/axe.ts";
import { recordSearches, searchFor } from "../support/console-browser.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

const BRIEF = "warm strings and piano for a goodbye";
const REFINEMENT = "slower, no strings";

/** Needs Debian's `chromium`, which .ci/run installs. */
describeInBrowser("refining a search in the console", () => {
  const browser = browserForTests();
  let page: Page;
  let trail: Locator;
  /** The attributes of each submitted search. */
  let submitted: readonly Record<string, unknown>[];

  beforeEach(async () => {
    ({ page } = browser);
    trail = page.getByRole("navigation", { name: "Steps of this search" });
    submitted = recordSearches(page);
    await browser.signIn();
    await searchFor(page, BRIEF);
  });

  /** Runs an action that leads to another answer, and waits for it. */
  async function searching(action: () => Promise<unknown>): Promise<void> {
    const former = page.url();
    await action();
    await page.waitForURL((url) => url.href !== former);
    await page.getByText(/^Songs found/).waitFor();
  }

  /** The titles of the first songs. How many rows the page has depends on its height. */
  async function titles(): Promise<readonly string[]> {
    return (await page.locator(".song h3").allTextContents()).slice(0, 5);
  }

  function idOfAddress(): string {
    return new URL(page.url()).pathname.split("/").at(-1) ?? "";
  }

  function chip(group: string, name: string): Locator {
    return page
      .locator(".chip-group", { has: page.getByRole("heading", { name: group }) })
      .getByRole("button", { name, exact: true });
  }

  /** Likes the first two songs, dislikes the third, and submits the second turn. Returns the titles of the three songs. */
  async function refine(): Promise<readonly string[]> {
    const [first = "", second = "", third = ""] = await titles();
    await page.getByRole("button", { name: `Like ${first}`, exact: true }).click();
    await page.getByRole("button", { name: `Like ${second}`, exact: true }).click();
    await page.getByRole("button", { name: `Dislike ${third}`, exact: true }).click();
    await page.getByLabel("Refine").fill(REFINEMENT);
    await searching(() => page.getByLabel("Refine").press("Enter"));
    return [first, second, third];
  }

  test("likes two songs, dislikes one, and asks for slower without strings", async () => {
    const id = idOfAddress();
    const marked = await refine();
    expect(submitted.at(-1)).toMatchObject({ refines: id, query: REFINEMENT });
    expect(submitted.at(-1)?.["likes"]).toHaveLength(2);
    expect(submitted.at(-1)?.["dislikes"]).toHaveLength(1);
    const shown = await titles();
    expect(marked.filter((title) => shown.includes(title))).toEqual([]);
    expect(await page.locator(".song").first().locator(".verdict").allTextContents()).toContain("✓ no strings: met");
    expect(await page.getByLabel("Refine").inputValue()).toBe("");
    expect(await page.getByRole("list", { name: "Like these:" }).count()).toBe(0);
    const current = trail.locator("[aria-current=step]");
    expect(await current.textContent()).toContain(
      `Step 2: 2${REFINEMENT} · + ${marked[0]} · + ${marked[1]} · − ${marked[2]}`,
    );
  });

  test("a chip says which step it comes from", async () => {
    await refine();
    await chip("Wanted", "piano").waitFor();
    await chip("Promises", "✓ no strings (Step 2)").click();
    const details = page.getByRole("group", { name: "no strings", exact: true });
    expect(await details.innerText()).toContain("Step 2: “slower, no strings”");
  });

  test("undo returns to the answer before, with the turn in the field again", async () => {
    const before = await titles();
    const address = page.url();
    const [first = ""] = await refine();
    const count = submitted.length;
    await searching(() => trail.getByRole("button", { name: "Undo" }).click());
    expect(page.url()).toBe(address);
    expect(await titles()).toEqual(before);
    expect(await page.getByLabel("Refine").inputValue()).toBe(REFINEMENT);
    const like = page.getByRole("button", { name: `Like ${first}`, exact: true });
    expect(await like.getAttribute("aria-pressed")).toBe("true");
    // The turn that was undone is one click away, and is not searched again.
    await searching(() => trail.getByRole("button", { name: "Step 2" }).click());
    await page.goBack();
    await page.waitForURL(address);
    // The page follows the address.
    await trail.getByRole("listitem").first().locator("[aria-current=step]").waitFor();
    expect(await titles()).toEqual(before);
    expect(submitted).toHaveLength(count);
  });

  test("a turn after an undone one takes its place", async () => {
    await refine();
    await searching(() => trail.getByRole("button", { name: "Undo" }).click());
    await page.getByLabel("Refine").fill("faster");
    await searching(() => page.getByRole("button", { name: "Refine", exact: true }).click());
    expect(await trail.getByRole("listitem").count()).toBe(2);
    expect(await trail.locator("[aria-current=step]").textContent()).toContain("faster");
  });

  test("the address opens the entire conversation again, with the names of the songs", async () => {
    const [first = ""] = await refine();
    await page.getByLabel("Refine").fill("with a cello");
    await searching(() => page.getByLabel("Refine").press("Enter"));
    const shown = await titles();
    await page.reload();
    await page.getByText(/^Songs found/).waitFor();
    expect(await titles()).toEqual(shown);
    expect(await page.getByLabel("Brief").inputValue()).toBe(BRIEF);
    const steps = await trail.getByRole("listitem").allTextContents();
    expect(steps).toHaveLength(3);
    expect(steps[1]).toContain(`+ ${first}`);
    expect(steps[2]).toContain("with a cello");
    await chip("Wanted", "cello (Step 3)").waitFor();
    await searching(() => trail.getByRole("button", { name: "Step 1" }).click());
    await chip("Wanted", "strings").waitFor();
  });

  test("a change of the brief runs the later turns again", async () => {
    await refine();
    const count = submitted.length;
    await page.getByLabel("Brief").fill(`${BRIEF}, no drums`);
    await searching(() => page.getByLabel("Brief").press("Enter"));
    const [first, second] = submitted.slice(count);
    expect(first).toMatchObject({ query: `${BRIEF}, no drums` });
    expect(second).toMatchObject({ refines: expect.any(String), query: REFINEMENT });
    await chip("Promises", "✓ no drums").waitFor();
    await chip("Promises", "✓ no strings (Step 2)").waitFor();
  });

  test("a wish that an earlier step has removed stays removed, and can be reset", async () => {
    await chip("Wanted", "piano").click();
    const actions = page.getByRole("group", { name: "piano", exact: true });
    await searching(() => actions.getByRole("button", { name: "Remove" }).click());
    await refine();
    expect(submitted.at(-1)).not.toHaveProperty("wishes");
    await chip("Removed by you", "piano (changed by you)").waitFor();
    await searching(() => actions.getByRole("button", { name: "Reset" }).click());
    await chip("Wanted", "piano").waitFor();
    expect(submitted.at(-1)).toMatchObject({ query: REFINEMENT });
  });

  test("a new search has nothing of the old one", async () => {
    await refine();
    await page
      .getByRole("button", { name: /^Like / })
      .first()
      .click();
    await trail.getByRole("button", { name: "New search" }).click();
    await page.getByRole("heading", { name: "Describe a scene" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.getByLabel("Brief").fill("bright guitar");
    await searching(() => page.getByLabel("Brief").press("Enter"));
    expect(submitted.at(-1)).not.toHaveProperty("refines");
    expect(await trail.count()).toBe(0);
    expect(await page.locator(".mark[aria-pressed=true]").count()).toBe(0);
  });

  test("has nothing serious for axe, and fits from 400 to 1440 pixels, dark and light", async () => {
    await refine();
    await page
      .getByRole("button", { name: /^Like / })
      .first()
      .click();
    await expectAccessible(page, [1440, 800, 400]);
  }, 60_000);
});
