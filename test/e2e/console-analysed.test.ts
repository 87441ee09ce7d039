import { beforeAll, beforeEach, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { AssetList } from "../../clients/typescript/operations.ts";
import { expectAccessible } from "../support/axe.ts";
import { MADE_WITHIN_MS, recordSearches, searchFor, until } from "../support/console-browser.ts";
import { generatePiece, wavOf } from "../support/generated-music.ts";
import { planOf } from "../support/generated-plans.ts";
import { filmBytes } from "../support/pictures-and-films.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

/** An analysis takes seconds, and minutes beside much other work. */
const ANALYSED_WITHIN_MS = 400_000;
/** Three shots that differ in every colour, with a cut after 4 and after 9 seconds. */
const SHOTS = "color=red:s=320x180:r=25:d=4[a];testsrc=s=320x180:r=25:d=5[b];color=navy:s=320x180:r=25:d=6[c]";
const FILM_SECONDS = 15;
/** The length of a sound that is searched by. */
const SECONDS = 14;

/** Needs Debian's `chromium`, which .ci/run installs. Plays films and songs. */
describeInBrowser("what was seen and heard, in a real browser", () => {
  const browser = browserForTests({ serve: ["--originals", "keep"], playsMedia: true, hearsAudio: true });
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
    await page.getByText("Waiting for the analysis of files: 1").waitFor();
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
    const response = await browser.context.request.get(`${browser.server.url}/v1/supervisor/assets`);
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
      await searchFor(page, "slow, warm piano for a goodbye");
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

  async function choose(name: string, mimeType: string, bytes: Uint8Array): Promise<void> {
    await page
      .getByLabel("Add pictures")
      .last()
      .setInputFiles([{ name, mimeType, buffer: Buffer.from(bytes) }]);
  }

  const heard = (to = `0:${SECONDS}`) => page.locator(".understood").getByText(`0:00 – ${to}`).first();

  test(
    "takes an audio file and shows what was heard",
    async () => {
      const searches = recordSearches(page);
      await choose("reference.wav", "audio/wav", wavOf(generatePiece(planOf(7_000, true, SECONDS)).samples));
      await heard().waitFor({ timeout: ANALYSED_WITHIN_MS });
      expect(await page.locator(".dropped-file .file-name").textContent()).toBe("reference.wav");
      await page.getByText("too few songs of the catalog are measured").waitFor();

      // A part of it, by keyboard and by dragging.
      const end = page.getByRole("slider", { name: "End of the excerpt" });
      await end.press("PageDown");
      await page.getByText("Only 0:00 – 0:10 counts.").waitFor();
      await heard("0:10").waitFor({ timeout: ANALYSED_WITHIN_MS });
      expect(searches.at(-1)).toMatchObject({ excerpt: { start: 0, end: 10 } });
      await page.getByRole("slider", { name: "Start of the excerpt" }).press("ArrowRight");
      await page.getByText("Only 0:01 – 0:11 counts.").waitFor();
      await expectAccessible(page);
      const wave = await page.locator(".excerpt-wave").boundingBox();
      const { x = 0, y = 0, width = 0 } = wave ?? {};
      await page.mouse.move(x + width * 0.25, y + 10);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.99, y + 10, { steps: 3 });
      await page.mouse.up();
      await page.getByText(/^Only 0:04 – 0:14 counts/).waitFor();
      await page.getByRole("button", { name: "Whole sound" }).click();
      await page.getByText("The whole sound counts.").waitFor();

      // What counts in the sound, by keyboard: kept with the address of the search. The
      // window is narrow here, where what was heard is folded away.
      await heard().waitFor({ state: "attached", timeout: ANALYSED_WITHIN_MS });
      const rhythm = page.getByRole("slider", { name: "Rhythm" });
      expect(await rhythm.inputValue()).toBe("1");
      const weighed = page.waitForRequest(
        (request) => request.method() === "POST" && (request.postData() ?? "").includes('"rhythm":1.5'),
      );
      const before = page.url();
      await rhythm.press("ArrowRight");
      await weighed;
      expect(searches.at(-1)).toMatchObject({
        sound_weights: { feel: 0.5, harmony: 1, rhythm: 1.5, instruments: 1 },
      });
      await page.waitForURL((url) => url.href !== before, { timeout: ANALYSED_WITHIN_MS });
      await page.reload();
      await heard().waitFor({ state: "attached" });
      expect(await page.getByRole("slider", { name: "Rhythm" }).inputValue()).toBe("1.5");
      await expectAccessible(page);
    },
    ANALYSED_WITHIN_MS,
  );

  test(
    "hears a film if its box is ticked",
    async () => {
      const source = `testsrc=s=320x180:r=25:d=${SECONDS}[out0];sine=d=${SECONDS}[out1]`;
      await choose("scene.mp4", "video/mp4", await filmBytes({ seconds: SECONDS, source }));
      await page.getByText("Ready").waitFor({ timeout: ANALYSED_WITHIN_MS });
      expect(await heard().count()).toBe(0);
      await page.getByLabel("Songs that sound like this film").check();
      await heard().waitFor({ timeout: ANALYSED_WITHIN_MS });
    },
    ANALYSED_WITHIN_MS,
  );
});
