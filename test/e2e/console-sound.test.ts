import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { BrowserVisit } from "../support/browser-visit.ts";
import { findBrowser } from "../support/browser.ts";
import { ConsoleBrowser } from "../support/console-browser.ts";
import { generatePiece, wavOf } from "../support/generated-music.ts";
import { planOf } from "../support/generated-plans.ts";
import { filmBytes } from "../support/pictures-and-films.ts";

/** An analysis takes seconds, and minutes beside much other work. */
const ANALYSED_WITHIN_MS = 400_000;
const SECONDS = 14;

const executable = findBrowser();

/** Needs Debian's `chromium`, which .ci/run installs. */
describe.skipIf(executable === null)("a search by sound in a real browser", () => {
  let browser: ConsoleBrowser;
  let visit: BrowserVisit;
  let page: Page;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(executable ?? "");
  }, 300_000);
  afterAll(() => browser.stop());

  beforeEach(async () => {
    visit = await browser.visit();
    ({ page } = visit);
    await browser.signIn(visit);
  });

  afterEach(async () => {
    expect(visit.complaints).toEqual([]);
    await visit.context.close();
  });

  async function choose(name: string, mimeType: string, bytes: Uint8Array): Promise<void> {
    await page
      .getByLabel("Add pictures")
      .last()
      .setInputFiles([{ name, mimeType, buffer: Buffer.from(bytes) }]);
  }

  const heard = () => page.locator(".understood").getByText(`0:00 – 0:${SECONDS}`).first();

  test(
    "takes an audio file and shows what was heard",
    async () => {
      await choose("reference.wav", "audio/wav", wavOf(generatePiece(planOf(7_000, true, SECONDS)).samples));
      await heard().waitFor({ timeout: ANALYSED_WITHIN_MS });
      expect(await page.locator(".dropped-file .file-name").textContent()).toBe("reference.wav");
      await page.getByText("too few songs of the catalog are measured").waitFor();
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
