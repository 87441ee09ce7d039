import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { SearchResult } from "../../clients/typescript/operations.ts";
import { Appliance, type Serving } from "../support/appliance.ts";
import { findBrowser } from "../support/browser.ts";

const NAME = "Zoë";
const PASSWORD = "a password for tests";
const BRIEF = "slow, warm piano for a goodbye, no vocals";
const PICTURE = new URL("../../demo/pictures/dark-alley.jpg", import.meta.url).pathname;
/** An analysis takes seconds, and longer beside other tests. */
const ANALYSED_WITHIN_MS = 120_000;
const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

const executable = findBrowser();

/** Returns an answer with the same songs again and again, with other ids. */
function repeated({ data, included, ...more }: SearchResult, times: number): object {
  const copies = Array.from({ length: times }, (_entry, copy) => `${copy}`);
  const ranked = data.relationships.songs.data;
  const songs = copies.flatMap((copy, round) =>
    ranked.map(({ id, meta, type }) => ({
      type,
      id: `${id} ${copy}`,
      meta: { ...meta, rank: round * ranked.length + meta.rank },
    })),
  );
  const resources = included.flatMap<object>((resource) =>
    resource.type === "songs" ? copies.map((copy) => ({ ...resource, id: `${resource.id} ${copy}` })) : [resource],
  );
  return { ...more, data: { ...data, relationships: { songs: { data: songs } } }, included: resources };
}

/** Needs Debian's `chromium`, which .ci/run installs. */
describe.skipIf(executable === null)("the console in a real browser", () => {
  let appliance: Appliance;
  let server: Serving;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Console messages, errors of scripts, and requests that leave the server. */
  let complaints: string[];

  beforeAll(async () => {
    appliance = await Appliance.create();
    expect((await appliance.run("import", "--demo")).status).toBe(0);
    const password = await appliance.file("password", PASSWORD);
    expect((await appliance.run("users", "add", NAME, "--password-file", password)).status).toBe(0);
    server = await appliance.serve();
    browser = await chromium.launch({ executablePath: executable ?? "", args: ["--no-sandbox"] });
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await appliance.remove();
  });

  beforeEach(async () => {
    context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
    page = await context.newPage();
    complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) complaints.push(`asked ${url}`);
    });
  });

  afterEach(async () => {
    expect(complaints).toEqual([]);
    await context.close();
  });

  async function signIn(): Promise<void> {
    await page.goto(server.url);
    await page.getByLabel("Name").fill(NAME);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("Password").press("Enter");
    await page.getByLabel("Brief").waitFor();
  }

  async function search(): Promise<void> {
    await page.getByLabel("Brief").fill(BRIEF);
    await page.getByLabel("Brief").press("Enter");
    await page.getByText("Songs found: 25").waitFor();
  }

  /** Returns what axe finds that is serious. */
  async function seriousFindings(): Promise<readonly string[]> {
    // The policy of the page allows no inline script; evaluating one is the browser's own access.
    await page.evaluate(AXE);
    const results = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
    return results.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }

  test("signs in, finds songs by text, and shows what was understood", async () => {
    await signIn();
    await search();
    const first = page.getByRole("article").first();
    expect(await first.locator("h3").textContent()).not.toBe("");
    expect(await first.locator(".verdict.met").first().textContent()).toContain("no vocals");
    expect(await page.locator(".chip.wanted").allTextContents()).toContain("piano");
    expect(await page.locator(".chip.promise").allTextContents()).toEqual(["✓ no vocals"]);
    await page.locator(".chip.wanted").first().click();
    expect(await page.locator(".chip-details:visible").textContent()).toContain("From:");
    expect(page.url()).toMatch(/\/console\/search\/[0-9a-f-]{36}$/);
  });

  test("shows the same answer at its address, and asks for a sign-in there", async () => {
    await signIn();
    await search();
    const titles = await page.locator(".song h3").allTextContents();
    await page.reload();
    await page.getByText("Songs found: 25").waitFor();
    expect(await page.locator(".song h3").allTextContents()).toEqual(titles);
    expect(await page.getByLabel("Brief").inputValue()).toBe(BRIEF);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
  });

  test("searches half a second after the last key, once, and drops superseded answers", async () => {
    await signIn();
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
    await signIn();
    await search();
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
    "searches with a picture, and shows upload and analysis",
    async () => {
      await signIn();
      await page.locator("input[type=file]").setInputFiles(PICTURE);
      await page.getByText("dark-alley.jpg").waitFor();
      await page.getByText("Waiting for the analysis of 1 files").waitFor();
      await page.getByText("Songs found: 25").waitFor({ timeout: ANALYSED_WITHIN_MS });
      await page.getByRole("button", { name: "Remove dark-alley.jpg" }).click();
      await page.getByRole("heading", { name: "Describe a scene" }).waitFor();
    },
    ANALYSED_WITHIN_MS,
  );

  test("shows 5,000 songs to the last, with a few rows in the page", async () => {
    await signIn();
    await page.route(/\/v1\/supervisor\/search\/[0-9a-f-]+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: repeated((await response.json()) as SearchResult, 200) });
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
    await signIn();
    await page.getByRole("link", { name: "Status" }).click();
    await page.getByText("Ready", { exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    await page.waitForFunction("document.activeElement.id === 'brief'");
  });

  test("speaks the language that the person chooses, and remembers it", async () => {
    await signIn();
    await page.getByLabel("Language").selectOption("de");
    await page.getByLabel("Briefing").waitFor();
    await page.reload();
    await page.getByLabel("Briefing").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
  });

  test("has nothing serious for axe on any page, dark and light, wide and narrow", async () => {
    await signIn();
    await search();
    await page
      .getByRole("button", { name: /^Versions/ })
      .first()
      .click();
    await page
      .getByRole("button", { name: /^Play / })
      .first()
      .click();
    const addresses = [null, "/console/status", "/console/search/unknown"];
    for (const address of addresses) {
      if (address !== null) await page.goto(server.url + address);
      for (const colorScheme of ["dark", "light"] as const) {
        for (const width of [1440, 400]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          expect([address, colorScheme, width, await seriousFindings()]).toEqual([address, colorScheme, width, []]);
          const overflow = await page.evaluate<number>(
            "Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)",
          );
          expect([address, width, overflow]).toEqual([address, width, 0]);
        }
      }
    }
    // The browser reports the 404 of the unknown search.
    complaints = complaints.filter((text) => !text.includes("404 (Not Found)"));
  }, 120_000);
});
