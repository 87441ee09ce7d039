import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { AssetList } from "../../clients/typescript/operations.ts";
import type { BrowserVisit } from "../support/browser-visit.ts";
import { findBrowser } from "../support/browser.ts";
import { ConsoleBrowser, MADE_WITHIN_MS, searchFor, until } from "../support/console-browser.ts";
import { filmBytes } from "../support/pictures-and-films.ts";

/** An analysis takes seconds, and minutes beside much other work. */
const ANALYSED_WITHIN_MS = 400_000;
/** Three shots that differ in every colour, with a cut after 4 and after 9 seconds. */
const SHOTS = "color=red:s=320x180:r=25:d=4[a];testsrc=s=320x180:r=25:d=5[b];color=navy:s=320x180:r=25:d=6[c]";
const FILM_SECONDS = 15;

const executable = findBrowser();

/** Needs Debian's `chromium`, which .ci/run installs. Plays films and songs. */
describe.skipIf(executable === null)("the analysed film of a search in a real browser", () => {
  let browser: ConsoleBrowser;
  let visit: BrowserVisit;
  let page: Page;
  let film: Buffer;
  let player: Locator;
  let panel: Locator;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(executable ?? "", "--originals", "keep");
    const source = `${SHOTS};[a][b][c]concat=n=3[out0];sine=d=${FILM_SECONDS}[out1]`;
    film = Buffer.from(await filmBytes({ seconds: FILM_SECONDS, source }));
  }, 300_000);
  afterAll(() => browser.stop());

  beforeEach(async () => {
    visit = await browser.visit({ playsMedia: true });
    ({ page } = visit);
    // The player's audio element is not in the page.
    await page.addInitScript("const Plain = Audio; Audio = function () { return (globalThis.heard = new Plain()); };");
    player = page.getByRole("region", { name: "Player" });
    panel = page.getByRole("region", { name: "Under the film" });
    await browser.signIn(visit);
    await searchFor(page, "slow, warm piano for a goodbye");
  });

  afterEach(async () => {
    expect(visit.complaints).toEqual([]);
    await visit.context.close();
  });

  /** Plays the first song of a search that has a film, and opens it. */
  async function playAndOpen(): Promise<void> {
    await page
      .getByRole("button", { name: /^Play / })
      .first()
      .click();
    await player.getByRole("button", { name: "Film", exact: true }).click();
    await panel.waitFor();
  }

  /** Plays the first song, drops the film, and opens it. */
  async function openFilm(): Promise<void> {
    await page
      .getByRole("button", { name: /^Play / })
      .first()
      .click();
    await until(page, "heard.currentTime > 0");
    await page.locator("input[type=file]").setInputFiles({ name: "shots.mp4", mimeType: "video/mp4", buffer: film });
    await player.getByRole("button", { name: "Film", exact: true }).waitFor();
    await page.locator("#page").focus();
    await page.keyboard.press("v");
    await until(page, "document.querySelector('.film-picture')?.readyState >= 2");
    await panel.getByRole("slider", { name: "Start of the song", disabled: false }).waitFor();
  }

  /** Waits until the film plays `offset` seconds ahead of the song, to a frame and a half. */
  async function inSync(offset: number): Promise<void> {
    await until(
      page,
      `(() => {
        const film = document.querySelector('.film-picture');
        const ahead = film.currentTime - heard.currentTime;
        return !film.paused && !heard.paused && Math.abs(ahead - ${offset}) < 0.06;
      })()`,
    );
  }

  async function pause(): Promise<void> {
    await player.getByRole("button", { name: "Pause" }).click();
    await until(page, "heard.paused && document.querySelector('.film-picture').paused");
  }

  /** The cuts that the analysis has found. */
  async function cutTimes(): Promise<readonly number[]> {
    const response = await visit.context.request.get(`${browser.server.url}/v1/supervisor/assets`);
    const { data } = (await response.json()) as AssetList;
    const found = data[0]?.attributes.analysis;
    return found?.kind === "video" ? (found.cut_times ?? []) : [];
  }

  async function setOffset(seconds: string): Promise<void> {
    await panel.getByLabel("Song begins at (s)").fill(seconds);
    await panel.getByLabel("Song begins at (s)").press("Enter");
    await panel.getByLabel("Song begins at (s)").blur();
  }

  test(
    "shows the cuts, to which a dragged song is caught, and opens again with the address of the search",
    async () => {
      await openFilm();
      await pause();
      await page.getByText(/^Songs found/).waitFor({ timeout: ANALYSED_WITHIN_MS });
      await panel.locator(".film-energy").waitFor({ timeout: MADE_WITHIN_MS });
      const [cut = 0, ...others] = await cutTimes();
      expect(await panel.locator(".film-cut").count()).toBe(1 + others.length);
      const first = Number(await panel.locator(".film-cut").first().getAttribute("x1"));
      expect(first / 1_000).toBeCloseTo(cut / FILM_SECONDS, 2);
      await setOffset(`${cut + 0.2}`);
      const strip = panel.getByRole("slider", { name: "Start of the song in the film" });
      const box = await strip.boundingBox();
      if (box === null) throw new Error("The waveform is not shown.");
      await page.mouse.move(box.x + box.width / 2, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 - (box.width / FILM_SECONDS) * 0.17, box.y + 10, { steps: 3 });
      await page.mouse.up();
      expect(await panel.getByLabel("Song begins at (s)").inputValue()).toBe(cut.toFixed(2));

      await page.reload();
      await page.getByText(/^Songs found/).waitFor();
      await playAndOpen();
      await until(page, "document.querySelector('.film-picture')?.readyState >= 2");
      expect(await page.locator(".film-picture").getAttribute("src")).toMatch(
        /^\/v1\/supervisor\/assets\/.+\/original$/,
      );
      await inSync(0);

      // As if the operator did not keep originals.
      await page.route(/\/v1\/supervisor\/assets\/[0-9a-f-]+$/, async (route) => {
        const response = await route.fetch();
        const text = (await response.text()).replace('"original_retained":true', '"original_retained":false');
        await route.fulfill({ response, body: text });
      });
      await page.reload();
      await page.getByText(/^Songs found/).waitFor();
      await playAndOpen();
      await panel.getByText("Choose the same file again").waitFor();
      const file = { name: "shots.mp4", mimeType: "video/mp4", buffer: film };
      await panel.getByLabel("Choose the film").setInputFiles(file);
      await until(page, "document.querySelector('.film-picture')?.readyState >= 2");
      await inSync(0);
    },
    ANALYSED_WITHIN_MS + 2 * MADE_WITHIN_MS,
  );
});
