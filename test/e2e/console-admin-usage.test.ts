import { beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { runNow } from "../../src/db/work.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { randomId } from "../../src/lib/ids.ts";
import { recordCacheHit, recordExecution } from "../../src/usage/store.ts";
import { expectAccessible } from "../support/axe.ts";
import { until } from "../support/console-browser.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";
import { writeNow } from "../support/write-now.ts";

/** A class of elements that only the library of plots makes. */
const OF_THE_LIBRARY = "u-legend";
/** Searches of the last month, then of each month before it: text, pictures, film, audio and from the cache. */
const COUNTS = [
  [9, 4, 2, 1, 5],
  [3, 0, 6, 0, 1],
  [7, 2, 1, 4, 0],
] as const;
const MONTHS = ["2026-10", "2026-09", "2026-08"] as const;
/** Whether the lowest part of the last bar has the colour that the style of the page has for searches by text. */
const IS_DRAWN_IN_STYLE = `(() => {
  const canvas = document.querySelector(".usage-chart canvas");
  const over = document.querySelector(".usage-chart .u-over");
  if (canvas === null || over === null) return false;
  const [area, all] = [over.getBoundingClientRect(), canvas.getBoundingClientRect()];
  const scale = canvas.width / all.width;
  const x = area.left - all.left + area.width * ${(MONTHS.length - 0.5) / MONTHS.length};
  const y = area.bottom - all.top - 6;
  // Read from a copy: Chromium complains about reading one canvas twice.
  const copy = new OffscreenCanvas(1, 1).getContext("2d");
  copy.drawImage(canvas, -Math.round(x * scale), -Math.round(y * scale));
  const [red, green, blue] = copy.getImageData(0, 0, 1, 1).data;
  const drawn = "#" + [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  return drawn === getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
})()`;
const THEME = "getComputedStyle(document.documentElement).colorScheme";
/** Whether the plot is as wide as its place. */
const FILLS_ITS_PLACE = `(() => {
  const place = document.querySelector(".usage-chart");
  return place.querySelector(".u-wrap").getBoundingClientRect().width === Math.floor(place.clientWidth);
})()`;

/** Needs Debian's `chromium`, which .ci/run installs. */
describeInBrowser("the usage in a real browser", () => {
  const admin = browserForTests({
    catalog: "none",
    prepare: async (appliance) => {
      const key = await appliance.json<{ id: string }>("keys", "create", "--name", "Studio");
      fillLedger(join(appliance.data, "needledrop.db"), key.id);
      return [];
    },
  });
  let page: Page;

  beforeEach(async () => {
    ({ page } = admin);
    await admin.signIn("/console/admin/keys", "admin");
  });

  const chart = () => page.getByRole("img", { name: "Searches by month and tier" });
  const legend = () => chart().locator(".u-legend");

  async function openUsage(): Promise<void> {
    await page.getByRole("link", { name: "Usage" }).click();
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    await legend().waitFor();
  }

  test("loads the library of the plot with the page of the usage, and with no page before", async () => {
    await page.getByRole("link", { name: "Console: Kim" }).waitFor();
    const before = await scriptsWith(page, OF_THE_LIBRARY);
    expect(before.scripts).toBeGreaterThan(0);
    expect(before.found).toEqual([]);
    await openUsage();
    expect((await scriptsWith(page, OF_THE_LIBRARY)).found).toHaveLength(1);
  });

  test("shows the numbers of the last month, and of the month below the pointer", async () => {
    await openUsage();
    const numbers = async (): Promise<readonly string[]> => await legend().locator("td").allTextContents();
    const expected = (at: 0 | 1 | 2): readonly string[] => [MONTHS[at], ...COUNTS[at].map(String).toReversed()];
    expect(await legend().locator("th").allTextContents()).toEqual([
      "Month",
      "from the cache",
      "audio",
      "film",
      "pictures",
      "text",
    ]);
    expect(await numbers()).toEqual([...expected(0)]);
    const box = await chart().locator(".u-over").boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await legend().getByText(MONTHS[1]).waitFor();
    expect(await numbers()).toEqual([...expected(1)]);
    // The same in numbers, for everybody.
    await page.getByRole("row", { name: `${MONTHS[1]} Studio film yes 6` }).waitFor();
  });

  test("counts all months, also where the list has more pages", async () => {
    await page.route(/\/v1\/admin\/usage\?/, async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("page[size]", "5");
      await route.continue({ url: url.href });
    });
    await openUsage();
    await page.getByRole("button", { name: "Show more" }).waitFor({ timeout: 30_000 });
    await legend().getByText(MONTHS[0]).waitFor({ timeout: 30_000 });
  });

  test("is drawn in the colours of the theme, fits wide and narrow windows, and is accessible", async () => {
    await openUsage();
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await until(page, `${THEME} === "${colorScheme}"`);
      await until(page, IS_DRAWN_IN_STYLE);
    }
    for (const width of [400, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await until(page, FILLS_ITS_PLACE);
    }
    await expectAccessible(page);
  });

  test("has no plot where nothing was searched", async () => {
    await openUsage();
    await page.getByLabel("From").fill("2027-01-01");
    await page.getByText("There was no usage in this time.").waitFor();
    expect(await chart().count()).toBe(0);
    await page.getByLabel("From").fill("2026-10-01");
    await legend().getByText(MONTHS[0]).waitFor();
    expect(await legend().locator("td").allTextContents()).toEqual([MONTHS[0], "5", "1", "2", "4", "9"]);
  });
});

function fillLedger(path: string, keyId: string): void {
  const db = SqliteServiceDb.open(path);
  const at = (month: string): number => Date.parse(`${month}-15T12:00:00Z`);
  writeNow(db, (tx) => {
    for (const [index, month] of MONTHS.entries()) {
      const [text, image, video, audio, cached] = COUNTS[index] ?? [0, 0, 0, 0, 0];
      for (const [tier, count] of Object.entries({ text, image, video, audio } as const)) {
        const kind = tier as "text" | "image" | "video" | "audio";
        for (let made = 0; made < count; made += 1) {
          const ids = { executionId: randomId(), searchId: randomId(), keyId };
          runNow(recordExecution(tx, { ...ids, tier: kind, at: at(month), billed: true }));
        }
      }
      for (let hit = 0; hit < cached; hit += 1)
        runNow(recordCacheHit(tx, { searchId: randomId(), keyId, at: at(month) }));
    }
  });
  db.close();
}

/** Returns how many scripts the page has loaded, and the addresses of those that contain a text. */
async function scriptsWith(page: Page, text: string): Promise<{ readonly scripts: number; readonly found: string[] }> {
  const loaded = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))",
  );
  const scripts = [...new Set(loaded)];
  const found: string[] = [];
  for (const url of scripts) if ((await (await page.request.get(url)).text()).includes(text)) found.push(url);
  return { scripts: scripts.length, found };
}
