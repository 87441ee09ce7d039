import { beforeEach, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { MADE_WITHIN_MS, searchFor } from "../support/console-browser.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

/** Needs Debian's `chromium`, which .ci/run installs. Plays the audio of the demonstration. */
describeInBrowser("the player in a real browser", () => {
  const browser = browserForTests({ playsMedia: true });
  let page: Page;
  let player: Locator;
  let slider: Locator;

  beforeEach(async () => {
    ({ page } = browser);
    player = page.getByRole("region", { name: "Player" });
    slider = player.getByRole("slider", { name: "Position" });
    await browser.signIn();
    await searchFor(page, "slow, warm piano for a goodbye");
  });

  /** Plays a song of the list, and waits for its sound and its waveform. */
  async function play(index: number): Promise<string> {
    const song = page.getByRole("article").nth(index);
    await song.getByRole("button", { name: /^Play / }).click();
    await hears((seconds) => seconds > 0);
    await player.locator(".wave.played").waitFor({ timeout: MADE_WITHIN_MS });
    await page.locator("#page").focus();
    return (await song.locator("h3").textContent()) ?? "";
  }

  /** The time that the player shows. Its slider names only every fifth second while something plays. */
  async function position(): Promise<number> {
    const shown = (await player.locator(".player-time > .dim").first().textContent()) ?? "";
    return shown.split(":").reduce((total, part) => total * 60 + Number(part), 0);
  }

  /** Waits until the position is as wanted. */
  async function hears(isWanted: (seconds: number) => boolean): Promise<void> {
    const end = Date.now() + MADE_WITHIN_MS;
    while (!isWanted(await position())) {
      expect(Date.now()).toBeLessThan(end);
      await page.waitForTimeout(50);
    }
  }

  async function pause(): Promise<void> {
    await page.keyboard.press("k");
    await player.getByRole("button", { name: "Play", exact: true }).waitFor();
  }

  /** The position of a share of the waveform, in pixels. */
  async function pointAt(share: number): Promise<{ readonly x: number; readonly y: number }> {
    const box = await slider.boundingBox();
    if (box === null) throw new Error("The waveform is not shown.");
    return { x: box.x + box.width * share, y: box.y + box.height / 2 };
  }

  test(
    "loads its code with the first song, and draws the stored waveform",
    async () => {
      const scripts = async (): Promise<number> =>
        await page.evaluate<number>(
          "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length",
        );
      const before = await scripts();
      await play(0);
      expect(await scripts()).toBeGreaterThan(before);
      const shape = (await player.locator(".wave.played").getAttribute("d")) ?? "";
      expect(shape.split("L").length).toBe(1_600);
      const [played, duration] = await Promise.all([position(), slider.getAttribute("aria-valuemax").then(Number)]);
      const width = Number(await player.locator("clipPath rect").getAttribute("width"));
      expect(Math.abs(width - (played / duration) * 800)).toBeLessThan((800 / duration) * 2);
    },
    MADE_WITHIN_MS,
  );

  test(
    "is moved, paused and continued with keys, but not while somebody writes",
    async () => {
      const title = await play(0);
      await pause();
      const start = await position();
      await page.keyboard.press("l");
      expect(await position()).toBe(start + 10);
      await page.keyboard.press("ArrowRight");
      expect(await position()).toBe(start + 15);
      await page.keyboard.press("j");
      await page.keyboard.press("ArrowLeft");
      expect(await position()).toBe(start);
      await page.getByLabel("Scene").pressSequentially("jkl 1 scene?");
      expect(await page.getByLabel("Scene").inputValue()).toBe("jkl 1 scene?");
      expect(await position()).toBe(start);
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect(await player.locator("strong").textContent()).toBe(title);
      await player.getByRole("button", { name: "Play", exact: true }).waitFor();
    },
    MADE_WITHIN_MS,
  );

  test(
    "goes to the next song, and compares both with one key, each where it was left",
    async () => {
      const first = await play(0);
      await page.keyboard.press("l");
      await hears((seconds) => seconds >= 10);
      await page.keyboard.press("n");
      const second = (await page.getByRole("article").nth(1).locator("h3").textContent()) ?? "";
      await player.getByText(second, { exact: true }).waitFor();
      await hears((seconds) => seconds > 0 && seconds < 10);
      await page.keyboard.press("c");
      expect(await player.locator("strong").textContent()).toBe(first);
      await hears((seconds) => seconds >= 10);
      await player.getByRole("button", { name: `Compare with ${second}` }).click();
      expect(await player.locator("strong").textContent()).toBe(second);
      await hears((seconds) => seconds > 0 && seconds < 10);
    },
    MADE_WITHIN_MS,
  );

  test(
    "repeats the section that is dragged, until Escape",
    async () => {
      await play(0);
      const from = await pointAt(0.5);
      const to = await pointAt(0.52);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
      await player.getByRole("button", { name: "End the repetition" }).waitFor();
      const duration = Number(await slider.getAttribute("aria-valuemax"));
      await page.waitForTimeout(duration * 20 + 1_500);
      expect(await position()).toBeLessThanOrEqual(Math.ceil(duration * 0.52) + 1);
      expect(await position()).toBeGreaterThanOrEqual(Math.floor(duration * 0.5) - 1);
      await page.keyboard.press("Escape");
      await hears((seconds) => seconds > Math.ceil(duration * 0.52) + 1);
      const start = await pointAt(0.1);
      await page.mouse.click(start.x, start.y);
      await hears((seconds) => Math.abs(seconds - duration * 0.1) < 4);
    },
    MADE_WITHIN_MS,
  );

  test(
    "chooses versions by number",
    async () => {
      await play(0);
      const version = player.getByLabel("Version");
      expect(await version.locator("option").count()).toBeGreaterThan(1);
      await page.keyboard.press("2");
      expect(await version.inputValue()).toBe("1");
      await page.keyboard.press("1");
      expect(await version.inputValue()).toBe("0");
      await page.keyboard.press("9");
      expect(await version.inputValue()).toBe("0");
    },
    MADE_WITHIN_MS,
  );

  test(
    "lists similar songs with S, and plays one",
    async () => {
      const title = await play(0);
      await page.keyboard.press("s");
      const panel = page.getByRole("region", { name: `Similar to ${title}` });
      const other = panel.getByRole("listitem").first();
      await other.waitFor();
      const name = (await other.locator("strong").textContent()) ?? "";
      expect(name).not.toBe(title);
      await other.getByRole("button", { name: `Play ${name}`, exact: true }).click();
      await player.locator(".player-song").getByText(name, { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "detached" });
    },
    MADE_WITHIN_MS,
  );

  test("shows the keys with ?, and gives the focus back", async () => {
    await page.getByRole("link", { name: "Search" }).focus();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    await keys.waitFor();
    expect(await keys.locator("dl > div").count()).toBeGreaterThan(8);
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "hidden" });
    expect(await page.evaluate<string>("document.activeElement.textContent")).toBe("Search");
  });
});
