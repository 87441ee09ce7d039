import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { expectAccessible } from "../support/axe.ts";
import type { BrowserVisit } from "../support/browser-visit.ts";
import { findBrowser } from "../support/browser.ts";
import { ConsoleBrowser, MADE_WITHIN_MS, searchFor, until } from "../support/console-browser.ts";
import { filmBytes } from "../support/pictures-and-films.ts";

setDefaultTimeout(2 * MADE_WITHIN_MS);

const executable = findBrowser();

/** Needs Debian's `chromium`, which .ci/run installs. Plays films and songs. */
describe.skipIf(executable === null)("a shortlist whose songs were placed under a film", () => {
  let browser: ConsoleBrowser;
  let visit: BrowserVisit;
  let page: Page;
  let film: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
  let player: Locator;
  let panel: Locator;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(executable ?? "");
    const source = "smptebars=s=320x180:r=25:d=12[out0];sine=d=12[out1]";
    film = { name: "bars.mp4", mimeType: "video/mp4", buffer: Buffer.from(await filmBytes({ seconds: 12, source })) };
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

  /** Plays the first song under the dropped film, and moves it there. Returns its title. */
  async function place(seconds: string): Promise<string> {
    const title = (await page.locator(".song h3").first().textContent()) ?? "";
    await page.getByRole("button", { name: `Play ${title}` }).click();
    await until(page, "heard.currentTime > 0");
    await page.locator("input[type=file]").setInputFiles(film);
    await player.getByRole("button", { name: "Film", exact: true }).click();
    await until(page, "document.querySelector('.film-picture').readyState >= 2");
    await panel.getByRole("slider", { name: "Start of the song", disabled: false }).waitFor();
    await move(seconds);
    await page.locator("#page").focus();
    return title;
  }

  async function move(seconds: string): Promise<void> {
    await panel.getByLabel("Song begins at (s)").fill(seconds);
    await panel.getByLabel("Song begins at (s)").press("Enter");
  }

  async function openShortlist(): Promise<void> {
    await page.getByRole("link", { name: "Shortlists" }).click();
    await page.getByRole("link", { name: "My shortlist" }).click();
    await page.locator(".listed-song").first().waitFor();
  }

  test("F keeps the film and the offset, and the shortlist plays the song there", async () => {
    const title = await place("2.5");
    await page.keyboard.press("f");
    await page.getByText(`${title} is on “My shortlist”, at +0:02.50 in the film.`).waitFor();
    await move("3.25");
    await page.locator("#page").focus();
    await page.keyboard.press("f");
    await page.getByText(`${title} now begins at +0:03.25 in the film, on “My shortlist”.`).waitFor();
    await player.getByRole("button", { name: "Close the player" }).click();

    await openShortlist();
    await page.getByRole("button", { name: `Play ${title}`, exact: true }).click();
    await panel.waitFor();
    expect(await panel.getByLabel("Song begins at (s)").inputValue()).toBe("3.25");
    await until(page, "document.querySelector('.film-picture').readyState >= 2");
    await until(
      page,
      `(() => {
        const film = document.querySelector('.film-picture');
        return !film.paused && !heard.paused && Math.abs(film.currentTime - heard.currentTime - 3.25) < 0.06;
      })()`,
    );
    await player.getByRole("button", { name: "Pause" }).click();

    await move("1.75");
    // The field shows what the service has stored.
    const isStored = "document.querySelector('.listed-offset input')?.value === '1.75'";
    await until(page, isStored);
    await page.reload();
    await until(page, isStored);
  });

  test("asks for the film after a reload, and then plays the song where it was placed", async () => {
    const title = await place("4.5");
    await page.keyboard.press("f");
    await page.getByText(/4\.50 in the film/).waitFor();
    await openShortlist();
    await page.reload();
    await page.getByRole("button", { name: `Play ${title} under the film` }).click();
    await panel.getByText("The film is not kept by the service.").waitFor();
    await expectAccessible(page);
    await panel.locator("input[type=file]").setInputFiles(film);
    await until(page, "document.querySelector('.film-picture')?.readyState >= 2");
    expect(await panel.getByLabel("Song begins at (s)").inputValue()).toBe("4.50");
    await until(page, "!heard.paused");
  });
});
