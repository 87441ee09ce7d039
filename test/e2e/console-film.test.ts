import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { expectAccessible } from "../support/axe.ts";
import { MADE_WITHIN_MS, searchFor, until } from "../support/console-browser.ts";
import { filmBytes } from "../support/pictures-and-films.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

/** Three shots with a cut after 4 and after 9 seconds. */
const SHOTS = "color=red:s=320x180:r=25:d=4[a];smptebars=s=320x180:r=25:d=5[b];testsrc=s=320x180:r=25:d=6[c]";
const FILM_SECONDS = 15;

setDefaultTimeout(2 * MADE_WITHIN_MS);

/** Needs Debian's `chromium`, which .ci/run installs. Plays films and songs. */
describeInBrowser("a film under the song in a real browser", () => {
  const browser = browserForTests({ playsMedia: true, hearsAudio: true });
  let page: Page;
  let film: Buffer;
  let player: Locator;
  let panel: Locator;

  beforeAll(async () => {
    const source = `${SHOTS};[a][b][c]concat=n=3[out0];sine=d=${FILM_SECONDS}[out1]`;
    film = Buffer.from(await filmBytes({ seconds: FILM_SECONDS, source }));
  }, MADE_WITHIN_MS);

  beforeEach(async () => {
    ({ page } = browser);
    player = page.getByRole("region", { name: "Player" });
    panel = page.getByRole("region", { name: "Under the film" });
    await browser.signIn();
    await searchFor(page, "slow, warm piano for a goodbye");
  });

  const filmFile = () => ({ name: "shots.mp4", mimeType: "video/mp4", buffer: film });

  /** Plays the first song, drops the film, and opens it. */
  async function openFilm(): Promise<void> {
    await page
      .getByRole("button", { name: /^Play / })
      .first()
      .click();
    await until(page, "heard.currentTime > 0");
    await page.locator("input[type=file]").setInputFiles(filmFile());
    await player.getByRole("button", { name: "Film", exact: true }).waitFor();
    await page.locator("#page").focus();
    await page.keyboard.press("v");
    await until(page, "document.querySelector('.film-picture').readyState >= 2");
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

  async function times(): Promise<readonly [film: number, song: number]> {
    return await page.evaluate<[number, number]>(
      "[document.querySelector('.film-picture').currentTime, heard.currentTime]",
    );
  }

  async function setOffset(seconds: string): Promise<void> {
    await panel.getByLabel("Song begins at (s)").fill(seconds);
    await panel.getByLabel("Song begins at (s)").press("Enter");
    await panel.getByLabel("Song begins at (s)").blur();
  }

  test(
    "follows the song: play, pause, and seek",
    async () => {
      await openFilm();
      await inSync(0);
      await pause();
      await page.locator("#page").focus();
      await page.keyboard.press("Home");
      await panel.getByRole("slider", { name: "Position in the film" }).focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      await until(page, "!document.querySelector('.film-picture').seeking");
      expect(await times()).toEqual([1, 1]);
      await page.locator("#page").focus();
      await page.keyboard.press("ArrowRight");
      await until(page, "document.querySelector('.film-picture').currentTime > 5.9");
      expect((await times())[1]).toBeCloseTo(6, 1);
      await page.keyboard.press("k");
      await inSync(0);
    },
    MADE_WITHIN_MS,
  );

  test(
    "plays the film alone before the song, and stops both at the end of the film",
    async () => {
      await openFilm();
      await pause();
      await setOffset("2.5");
      await panel.getByRole("slider", { name: "Position in the film" }).press("Home");
      expect((await times())[1]).toBe(0);
      await player.getByRole("button", { name: "Play", exact: true }).click();
      await until(page, "!document.querySelector('.film-picture').paused && heard.paused");
      await inSync(2.5);
      await panel.getByRole("slider", { name: "Position in the film" }).press("End");
      await player.getByRole("button", { name: "Play", exact: true }).waitFor();
      await until(page, "heard.paused && document.querySelector('.film-picture').paused");
    },
    MADE_WITHIN_MS,
  );

  test(
    "the waveform is dragged and moved by keys, to a hundredth of a second, and each song keeps its offset",
    async () => {
      await openFilm();
      await pause();
      const strip = panel.getByRole("slider", { name: "Start of the song in the film" });
      const box = await strip.boundingBox();
      if (box === null) throw new Error("The waveform is not shown.");
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + 10, y);
      await page.mouse.down();
      await page.mouse.move(box.x + 10 + box.width / 5, y, { steps: 5 });
      await page.mouse.up();
      const dragged = Number(await strip.getAttribute("aria-valuenow"));
      expect(Math.abs(dragged - FILM_SECONDS / 5)).toBeLessThan(0.2);
      await strip.press("ArrowRight");
      await strip.press("ArrowRight");
      await strip.press("Shift+ArrowRight");
      const moved = await panel.getByLabel("Song begins at (s)").inputValue();
      expect(Number(moved)).toBeCloseTo(dragged + 0.06, 2);
      await page.locator("#page").focus();
      await page.keyboard.press("n");
      await until(page, "!heard.paused");
      expect(await panel.getByLabel("Song begins at (s)").inputValue()).toBe("0.00");
      await page.keyboard.press("p");
      expect(await panel.getByLabel("Song begins at (s)").inputValue()).toBe(moved);
    },
    MADE_WITHIN_MS,
  );

  test(
    "hit points move the song to the best offset, offer others, and say why there are none",
    async () => {
      await openFilm();
      await pause();
      const find = panel.getByRole("button", { name: "Find hit points" });
      await find.click();
      await panel.getByText("No hit points: the film has fewer than four cuts.").waitFor();
      const hit = { energy: null, hits: [{ cut: 4, downbeat: 1.5 }] };
      const offsets = [
        { offset: 2.5, score: 0.81, share: 0.9, ...hit },
        { offset: -4.25, score: 0.4, share: 0.6, ...hit },
      ];
      const attributes = { reason: null, cuts: 5, chance: 0.4, offsets };
      const self = "https://music.example.com/v1/audio_files/x/hit-points";
      const json = { data: { type: "hit_points", id: "x", attributes }, links: { self } };
      await page.route("**/hit-points?*", (route) => route.fulfill({ json }));
      await find.click();
      await panel.getByRole("button", { name: "+0:02.50: 1 of 5 cuts, score 81", pressed: true }).waitFor();
      const field = panel.getByLabel("Song begins at (s)");
      expect(await field.inputValue()).toBe("2.50");
      await panel.getByRole("button", { name: "−0:04.25: 1 of 5 cuts, score 40" }).click();
      expect(await field.inputValue()).toBe("-4.25");
      await page.unroute("**/hit-points?*");
    },
    MADE_WITHIN_MS,
  );

  test(
    "another song begins at the time of the film, and the volumes are balanced",
    async () => {
      await openFilm();
      await inSync(0);
      const [before] = await times();
      await page.locator("#page").focus();
      await page.keyboard.press("n");
      await inSync(0);
      const [after, song] = await times();
      // Not from its start. Both clocks are in sync to some hundredths of a second only.
      expect(after).toBeGreaterThan(before - 0.1);
      expect(song).toBeGreaterThanOrEqual(before - 0.1);
      const volumes = "[document.querySelector('.film-picture').volume, heard.volume]";
      await panel.getByLabel("Balance of film and music").fill("75");
      const matched = await page.evaluate<number[]>(volumes);
      await player.getByRole("button", { name: "Same loudness" }).click();
      expect(await page.evaluate<number[]>(volumes)).toEqual([0.5, 1]);
      expect(matched[1]).toBeLessThan(1);
      await panel.getByRole("button", { name: "Mute the film" }).click();
      expect(await page.evaluate<boolean>("document.querySelector('.film-picture').muted")).toBe(true);
      await panel.getByRole("button", { name: "Close the film" }).click();
      expect(await page.evaluate<number>("heard.volume")).toBe(1);
    },
    MADE_WITHIN_MS,
  );

  test(
    "has nothing serious for axe, and fits from 400 to 1440 pixels, dark and light",
    async () => {
      await openFilm();
      await pause();
      await expectAccessible(page, [1440, 800, 400]);
    },
    MADE_WITHIN_MS,
  );

  /** Plays the first song under the dropped film, and moves it there. Returns its title. */
  async function place(seconds: string): Promise<string> {
    const title = (await page.locator(".song h3").first().textContent()) ?? "";
    await page.getByRole("button", { name: `Play ${title}` }).click();
    await until(page, "heard.currentTime > 0");
    await page.locator("input[type=file]").setInputFiles(filmFile());
    await player.getByRole("button", { name: "Film", exact: true }).click();
    await until(page, "document.querySelector('.film-picture').readyState >= 2");
    await panel.getByRole("slider", { name: "Start of the song", disabled: false }).waitFor();
    await setOffset(seconds);
    await page.locator("#page").focus();
    return title;
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
    await setOffset("3.25");
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

    await setOffset("1.75");
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
    await panel.locator("input[type=file]").setInputFiles(filmFile());
    await until(page, "document.querySelector('.film-picture')?.readyState >= 2");
    expect(await panel.getByLabel("Song begins at (s)").inputValue()).toBe("4.50");
    await until(page, "!heard.paused");
  });

  test(
    "the end of each page is above the player, also under the film on a phone",
    async () => {
      // The last element with text, because a page can have room at its end.
      const isCovered = `(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        const ends = [...document.querySelectorAll("#page :is(p, a, article, button)")].map((one) => one.getBoundingClientRect().bottom);
        const dock = document.querySelector(".player-dock").getBoundingClientRect();
        return Math.max(...ends) > dock.top || dock.top < 0;
      })()`;
      await openFilm();
      await pause();
      await page.setViewportSize({ width: 400, height: 800 });
      await until(page, `!${isCovered}`);
      await player.getByRole("button", { name: "Similar", exact: true }).click();
      await page.getByRole("region", { name: /^Similar to/ }).waitFor();
      await until(page, `!${isCovered}`);
      await page.getByRole("link", { name: "Status" }).click();
      await page.getByText("Ready", { exact: true }).waitFor();
      await until(page, `!${isCovered}`);
      await player.getByRole("button", { name: "Close the player" }).click();
      await until(page, "getComputedStyle(document.querySelector('#page')).paddingBottom === '0px'");
    },
    MADE_WITHIN_MS,
  );

  test(
    "says so when the browser cannot show a film",
    async () => {
      const unseen = Buffer.from(await filmBytes({ encoder: "mpeg4" }));
      await page
        .getByRole("button", { name: /^Play / })
        .first()
        .click();
      await page.locator("input[type=file]").setInputFiles({ ...filmFile(), buffer: unseen });
      await player.getByRole("button", { name: "Film", exact: true }).click();
      await panel.getByRole("alert").getByText("Your browser cannot show this film.").waitFor();
    },
    MADE_WITHIN_MS,
  );
});
