import { beforeEach, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { expectAccessible } from "../support/axe.ts";
import { MADE_WITHIN_MS, searchFor, until } from "../support/console-browser.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

/** How long the difference of two stems is measured. */
const MEASURED_MS = 8_000;
/** Half of the measurements are below this. On two cores with nine times their work, the median of a minute was 14 ms. */
const DRIFT_MAX_MS = 50;

/** Returns the difference of the positions of two stems in milliseconds, ten times a second. */
function driftOfStems(ms: number): string {
  return `new Promise((done) => {
    const drifts = [];
    const end = performance.now() + ${ms};
    const timer = setInterval(() => {
      drifts.push(Math.abs(heardAll[1].currentTime - heardAll[2].currentTime) * 1_000);
      if (performance.now() < end) return;
      clearInterval(timer);
      done(drifts);
    }, 100);
  })`;
}

/** Needs Debian's `chromium`, which .ci/run installs. Plays songs and stems. */
describeInBrowser("loudness and stems in a real browser", () => {
  const browser = browserForTests({ playsMedia: true, hearsAudio: true });
  let page: Page;
  let player: Locator;
  let panel: Locator;

  beforeEach(async () => {
    ({ page } = browser);
    player = page.getByRole("region", { name: "Player" });
    panel = page.getByRole("region", { name: "Stems" });
    await browser.signIn();
    await searchFor(page, "Tense car chase through wet city streets at night, driving and dark, no vocals");
  });

  async function play(): Promise<void> {
    await page.getByRole("button", { name: "Play Wet Asphalt, No Lights" }).click();
    await until(page, "heardAll[0].currentTime > 0");
    // The key M has no effect before the stems of the song are known.
    await player.getByRole("button", { name: "Stems", exact: true }).waitFor();
    await page.locator("#page").focus();
  }

  /** Waits until all stems play, and none is further from the song than this. */
  async function inSync(seconds: number): Promise<void> {
    await until(
      page,
      `heardAll.length > 2 && heardAll.every((one) => !one.paused && Math.abs(one.currentTime - heardAll[0].currentTime) < ${seconds})`,
    );
  }

  async function volumes(): Promise<readonly number[]> {
    return await page.evaluate<number[]>("heardAll.map(({ volume }) => Math.round(volume * 1000) / 1000)");
  }

  test(
    "songs are turned down to the same loudness, with a switch that the browser keeps",
    async () => {
      await play();
      const [matched = 1] = await volumes();
      expect(matched).toBeLessThan(0.9);
      await player.getByRole("button", { name: "Same loudness" }).click();
      expect(await volumes()).toEqual([1]);
      await page.reload();
      await page.getByText(/^Songs found/).waitFor();
      await play();
      expect(await volumes()).toEqual([1]);
    },
    MADE_WITHIN_MS,
  );

  test(
    "the measured loudness decides the volume",
    async () => {
      await page.route("**/v1/songs/nd-0001/audio", async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: (await response.text()).replaceAll(/"loudness":[^}]+/g, '"loudness":-29'),
        });
      });
      await play();
      await until(page, "heardAll[0].volume === 1");
    },
    MADE_WITHIN_MS,
  );

  test(
    "stems sound instead of the song, in sync with it, and are soloed and muted",
    async () => {
      await play();
      const [volume = 0] = await volumes();
      await page.keyboard.press("m");
      const count = await panel.getByRole("listitem").count();
      expect(count).toBeGreaterThan(1);
      await inSync(0.03);
      expect(await volumes()).toEqual([0, ...Array.from({ length: count }, () => volume)]);
      await panel
        .getByRole("button", { name: /^Solo / })
        .nth(1)
        .click();
      const soloed = Array.from({ length: count }, (_stem, index) => (index === 1 ? volume : 0));
      expect(await volumes()).toEqual([0, ...soloed]);
      await panel
        .getByRole("button", { name: /^Solo / })
        .nth(1)
        .click();
      await panel
        .getByRole("button", { name: /^Mute / })
        .first()
        .click();
      expect(await volumes()).toEqual([
        0,
        ...Array.from({ length: count }, (_stem, index) => (index === 0 ? 0 : volume)),
      ]);
      await page.locator("#page").focus();
      await page.keyboard.press("l");
      await inSync(0.03);
      await page.keyboard.press("k");
      await until(page, "heardAll.every(({ paused }) => paused)");
      await page.keyboard.press("m");
      expect((await volumes())[0]).toBe(volume);
      expect(await page.evaluate<number>("heardAll.filter((one) => one.hasAttribute('src')).length")).toBe(1);
    },
    MADE_WITHIN_MS,
  );

  test(
    "a soloed and a muted stem stay together",
    async () => {
      await play();
      await page.keyboard.press("m");
      await inSync(0.03);
      await panel
        .getByRole("button", { name: /^Solo / })
        .first()
        .click();
      await panel
        .getByRole("button", { name: /^Mute / })
        .nth(1)
        .click();
      const drifts = await page.evaluate<readonly number[]>(driftOfStems(MEASURED_MS));
      const median = drifts.toSorted((one, other) => one - other)[drifts.length >> 1];
      expect(drifts.length).toBeGreaterThan(20);
      expect(median).toBeLessThan(DRIFT_MAX_MS);
    },
    MADE_WITHIN_MS,
  );

  test(
    "another song ends the stems",
    async () => {
      await play();
      await page.keyboard.press("m");
      await panel.waitFor();
      await page.keyboard.press("n");
      await panel.waitFor({ state: "detached" });
      await until(page, "heardAll[0].volume > 0");
    },
    MADE_WITHIN_MS,
  );

  test(
    "has nothing serious for axe, and fits from 400 to 1440 pixels, dark and light",
    async () => {
      await play();
      await page.keyboard.press("m");
      await page.keyboard.press("k");
      await panel
        .getByRole("button", { name: /^Mute / })
        .first()
        .click();
      await expectAccessible(page, [1440, 800, 400]);
    },
    MADE_WITHIN_MS,
  );
});
