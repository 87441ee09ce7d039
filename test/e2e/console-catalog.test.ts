import { beforeEach, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { SimilarSongs, SongList } from "../../clients/typescript/operations.ts";
import { expectAccessible } from "../support/axe.ts";
import { USERS } from "../support/demo-data.ts";
import { until } from "../support/console-browser.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

const MANY = 55_000;
/** The song is rendered first. */
const FITTED_WITHIN_MS = 120_000;
const FACETS = ["feel", "harmony", "rhythm", "instruments"] as const;

/** Returns a page of a list of 55,000 songs, made of the songs of a real page. */
function pageOfMany(page: SongList, url: string): object {
  const start = Number(new URL(url).searchParams.get("page[offset]") ?? 0);
  const size = Number(new URL(url).searchParams.get("page[size]"));
  const data = Array.from({ length: Math.min(size, MANY - start) }, (_, at) => {
    const song = page.data[(start + at) % page.data.length];
    return { ...song, id: `many ${start + at}`, attributes: { ...song?.attributes, title: `Song ${start + at + 1}` } };
  });
  return { ...page, data, meta: { total: MANY } };
}

/** Waits until exactly `count` elements match. */
async function expectCount(elements: Locator, count: number): Promise<void> {
  await elements.nth(count).waitFor({ state: "detached" });
  expect(await elements.count()).toBe(count);
}

/** Needs Debian's `chromium`, which .ci/run installs. */
describeInBrowser("the catalog in the console", () => {
  const browser = browserForTests({ playsMedia: true });
  let page: Page;

  beforeEach(async () => {
    ({ page } = browser);
    await browser.signIn("/console/catalog");
    await page.locator(".facet").first().waitFor();
  });

  const found = (count: number) => page.getByText(`Songs: ${count.toLocaleString("en-GB")}`, { exact: true });

  const titled = (name: string) => until(page, `document.title === ${JSON.stringify(`${name} · Needledrop`)}`);

  function facet(name: string) {
    return page.locator(`.facet[data-facet=${name}]`);
  }

  /** Returns the number of songs that the list has. */
  async function songsListed(): Promise<number> {
    await page.getByText(/^Songs: /).waitFor();
    return Number((await page.locator(".song-table [role=status]").textContent())?.replaceAll(/\D/g, ""));
  }

  /** Chooses the first value of a facet and returns its count. */
  async function choose(name: string): Promise<number> {
    const group = facet(name);
    const value = group.locator(".facet-value").first();
    if (!(await value.isVisible())) await group.locator("summary").click();
    const count = Number((await value.locator(".dim").textContent())?.replaceAll(/\D/g, ""));
    await value.locator("input").check();
    return count;
  }

  test("the first songs are asked for once, with the page", async () => {
    await songsListed();
    const asked = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name, initiatorType }) => new URL(name).pathname + ' ' + initiatorType)",
    );
    expect(asked.filter((one) => one.startsWith("/v1/songs "))).toEqual(["/v1/songs link"]);
  });

  test("a facet's count is the number of songs that choosing it leaves", async () => {
    const all = await songsListed();
    const count = await choose("genre");
    expect(count).toBeGreaterThan(0);
    await found(count).waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await found(all).waitFor();
  });

  test("a narrow window has the facets behind one button, and two rows above the page", async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.reload();
    const filters = page.getByRole("button", { name: /^Filters/ });
    await filters.waitFor();
    expect(await page.locator(".facet").first().isVisible()).toBe(false);
    await filters.click();
    await facet("genre").locator("summary").click();
    await facet("genre").getByRole("checkbox").first().check();
    await filters.click();
    await page.getByRole("button", { name: "Filters 1" }).waitFor();
    const boxes = await Promise.all(
      [".top-bar", ".catalog-song"].map((one) => page.locator(one).first().boundingBox()),
    );
    expect(boxes[0]?.height).toBeLessThan(90);
    expect(boxes[1]?.y).toBeLessThan(400);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  });

  test("keys can include those that go well with them", async () => {
    const one = await choose("key");
    await found(one).waitFor();
    await facet("key").getByLabel("and keys that go well with them").check();
    await found(one).waitFor({ state: "detached" });
    expect(await songsListed()).toBeGreaterThan(one);
  });

  test("filters by a range of tempo and by words of the title, and sorts", async () => {
    const all = await songsListed();
    await facet("bpm").locator("summary").click();
    await page.getByLabel("Tempo (bpm) from").fill("90");
    await page.getByLabel("Tempo (bpm) to").fill("110");
    await page.getByLabel("Tempo (bpm) to").press("Tab");
    await found(all).waitFor({ state: "detached" });
    const answered = page.waitForResponse((response) => /sort=-bpm/.test(response.url()) && response.ok());
    await page.getByLabel("Order").selectOption({ label: "Fastest first" });
    await answered;
    await page.locator(".catalog-facts").first().waitFor();
    const tempi = (await page.locator(".catalog-facts").allTextContents()).map((text) =>
      Number(/(\d+) bpm/.exec(text)?.[1]),
    );
    expect(tempi.length).toBeGreaterThan(1);
    expect(tempi).toEqual(tempi.toSorted((a, b) => b - a));
    expect(Math.max(...tempi)).toBeLessThanOrEqual(110);
    expect(Math.min(...tempi)).toBeGreaterThanOrEqual(90);
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await found(all).waitFor();
    const title = (await page.locator(".catalog-title").first().textContent()) ?? "";
    await page.getByLabel("Words of the title").fill(title);
    await found(1).waitFor();
    await page.getByRole("link", { name: title, exact: true }).waitFor();
  });

  /** Answers lists of songs with 55,000 of them. Returns the offsets of the pages that the console asks for. */
  async function serveMany(on: Page): Promise<readonly number[]> {
    const asked: number[] = [];
    await on.route(/\/v1\/songs\?/, async (route) => {
      const url = new URL(route.request().url());
      asked.push(Number(url.searchParams.get("page[offset]") ?? 0));
      url.searchParams.delete("page[offset]");
      const response = await route.fetch({ url: url.href });
      await route.fulfill({ response, json: pageOfMany((await response.json()) as SongList, route.request().url()) });
    });
    return asked;
  }

  const song = (number: number) => page.getByRole("link", { name: `Song ${number}`, exact: true });

  test("a list of 55,000 songs reads the pages where it stops, with a few rows in the page", async () => {
    const asked = await serveMany(page);
    await page.getByLabel("Order").selectOption({ label: "Title, A to Z" });
    await found(MANY).waitFor();
    expect(asked).toEqual([0]);
    // As a person who drags the scrollbar to the middle, and then to the end.
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)");
    // The rows of the start stay until the page of the middle has been read.
    const middle = page.getByRole("link", { name: /^Song 27[45]\d\d$/ }).first();
    await middle.waitFor({ state: "attached" });
    const first = await page.locator(".catalog-title").first().textContent();
    expect(first).toBe(await middle.textContent());
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await song(MANY).waitFor({ state: "attached" });
    expect(await page.locator(".catalog-song").count()).toBeLessThan(60);
    expect(asked.length).toBeLessThan(7);
    expect(await page.locator("li[aria-posinset='55000']").getAttribute("aria-setsize")).toBe("55000");
  });

  test("a number leads into the middle, and the address opens the same place", async () => {
    await serveMany(page);
    await page.getByLabel("Order").selectOption({ label: "Title, A to Z" });
    await page.getByLabel("Go to number").fill("30001");
    await page.getByLabel("Go to number").press("Enter");
    await song(30_001).waitFor();
    expect(await song(30_001).isVisible()).toBe(true);
    await page.waitForURL(/[?&]song=3000[01]$/);
    const top = await page.evaluate<number>("scrollY");
    expect(await page.evaluate<number>("document.querySelectorAll('.catalog-title').length")).toBeLessThan(60);
    await page.reload();
    await song(30_001).waitFor();
    expect(Math.abs((await page.evaluate<number>("scrollY")) - top)).toBeLessThan(150);
  });

  test("filters and order are in the address: a reload and another browser show the same songs", async () => {
    const all = await songsListed();
    await facet("bpm").locator("summary").click();
    await page.getByLabel("Tempo (bpm) to").fill("110");
    await page.getByLabel("Tempo (bpm) to").press("Tab");
    await found(all).waitFor({ state: "detached" });
    const fewer = await songsListed();
    await choose("genre");
    await found(fewer).waitFor({ state: "detached" });
    await page.getByLabel("Order").selectOption({ label: "Fastest first" });
    await page.waitForURL(/\?genre=[^&]+&bpm-range=\.\.110&sort=-bpm$/);
    const count = await songsListed();
    const address = page.url();
    for (const open of [
      () => page.reload(),
      async () => {
        await browser.renew();
        ({ page } = browser);
        await browser.signIn(new URL(address).pathname + new URL(address).search);
      },
    ]) {
      await open();
      await found(count).waitFor();
      expect(page.url()).toBe(address);
      expect(await page.getByLabel("Order").inputValue()).toBe("-bpm");
      expect(await page.getByLabel("Tempo (bpm) to").inputValue()).toBe("110");
      expect(await facet("genre").locator("input:checked").count()).toBe(1);
    }
    // The link in the top bar shows the whole catalog, and the back button the filters again.
    await page.getByRole("link", { name: "Catalog", exact: true }).click();
    await found(all).waitFor();
    await page.goBack();
    await found(count).waitFor();
    await page.locator(".catalog-title").first().click();
    await page.locator(".song-page-head").waitFor();
    await page.goBack();
    await found(count).waitFor();
    expect(page.url()).toBe(address);
  });

  test("the page of a song says what was given and what was measured, and plays it", async () => {
    const title = (await page.locator(".catalog-title").first().textContent()) ?? "";
    await page.locator(".catalog-title").first().click();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    expect(page.url()).toMatch(/\/console\/songs\/.+/);
    await titled(title);
    expect(await page.locator(".source-mark").allTextContents()).toContain("given");
    expect(await page.locator(".wide-table tbody tr").count()).toBeGreaterThan(0);
    await page.locator(".song-page-head .song-play").click();
    await page.getByRole("region", { name: "Player" }).getByRole("slider", { name: "Position" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  });

  test("similar songs have reasons and lead to their pages, and the artist's page has the artist's songs", async () => {
    await page.locator(".catalog-title").first().click();
    const similar = page.locator(".similar-songs li").first();
    await similar.waitFor();
    expect((await similar.locator("span").last().textContent())?.length).toBeGreaterThan(0);
    const name = (await similar.getByRole("link").textContent()) ?? "";
    await similar.getByRole("link").click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    const artist = page.locator(".song-page-head p a").first();
    const artistName = (await artist.textContent()) ?? "";
    await artist.click();
    await page.getByRole("heading", { name: artistName, level: 1 }).waitFor();
    await titled(artistName);
    await page.getByRole("link", { name, exact: true }).waitFor();
    for (const text of await page.locator(".catalog-song-main .dim").allTextContents()) {
      expect(text).toContain(artistName);
    }
  });

  test("a title without spaces makes no page wider, and one from right to left moves nothing beside it", async () => {
    const title = "Donaudampfschifffahrtsgesellschaft".repeat(6);
    await page.route(/\/v1\/songs\/[^/]+(\/similar.*)?$/, async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(/"title":"[^"]*"/g, JSON.stringify({ title }).slice(1, -1));
      await route.fulfill({ response, body: text });
    });
    await page.setViewportSize({ width: 400, height: 800 });
    await page.locator(".catalog-title").first().click();
    await page.getByRole("heading", { name: title }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await page.locator("h1 > bdi, .song-page-head p bdi, .similar-songs li a > bdi").count()).toBeGreaterThan(2);
  });

  test("the facets of the sound are weighed by sliders, and each similar song says how alike it sounds", async () => {
    const asked: string[] = [];
    // The demonstration is synthesised and not measured, so the real answer gets a sound.
    await page.route("**/v1/songs/*/similar?*", async (route) => {
      asked.push(new URL(route.request().url()).search);
      const response = await route.fetch();
      const document: SimilarSongs = await response.json();
      const sound = { feel: 0.41, harmony: -0.2, rhythm: 0.77, instruments: 0.69 };
      const data = document.data.map((one) => ({ ...one, meta: { ...one.meta, sound } }));
      const shown = asked.length === 1 ? data : data.slice(0, 1);
      await route.fulfill({ response, json: { ...document, data: shown } });
    });
    await page.locator(".catalog-title").first().click();
    const similar = page.locator(".similar-songs li");
    await similar.first().getByText("Feel 41 %, Harmony 0 %, Rhythm 77 %, Instruments 69 %").waitFor();
    await expectAccessible(page);
    const slider = page.getByRole("slider", { name: "Rhythm" });
    expect(await slider.inputValue()).toBe("1");
    await slider.focus();
    await slider.press("ArrowRight");
    await expectCount(similar, 1);
    expect(asked).toHaveLength(2);
    const query = new URLSearchParams(asked[1]);
    expect(FACETS.map((name) => query.get(`weight[${name}]`))).toEqual(["0.5", "1", "1.5", "1"]);
    expect(asked[0]).not.toContain("weight");
  });

  test("a song is fitted to a length, and a person without the right is told so", async () => {
    await page.locator(".catalog-title").first().click();
    const section = page.getByRole("region", { name: "Fit to a length" });
    await section.getByLabel("Seconds").fill("9.5");
    await section.getByLabel("Seconds").press("Tab");
    await section.getByRole("button", { name: "Fit" }).click();
    await section.getByText(/^Cut from the full version, with joins: \d+\.$/).waitFor({ timeout: FITTED_WITHIN_MS });
    await expectAccessible(page);
    const href = (await section.getByRole("link", { name: "MP3" }).getAttribute("href")) ?? "";
    expect(href).toContain("/cuts/9.50-button.mp3?");
    const made = await page.request.get(new URL(href, page.url()).href);
    expect([made.status(), made.headers()["content-type"]]).toEqual([200, "audio/mpeg"]);

    const { appliance } = browser;
    const keys = await appliance.json<readonly { readonly id: string; readonly name: string }[]>("keys", "list");
    const key = keys.find(({ name }) => name === `Console: ${USERS.supervisor.name}`)?.id ?? "";
    expect((await appliance.run("keys", "update", key, "--no-edits")).status).toBe(0);
    await section.getByRole("button", { name: "Fit" }).click();
    await section.getByText("This key has no access to cuts of songs (`edits`). Ask the operator for it.").waitFor();
    expect((await appliance.run("keys", "update", key, "--edits")).status).toBe(0);
    // The browser logs the refusal, and each request for a cut that is still prepared.
    for (const status of ["403", "503"]) browser.forgive(status);
  });

  test("playlists have their songs", async () => {
    await page.getByRole("link", { name: "Playlists" }).click();
    const playlist = page.locator(".list-card").first();
    await playlist.waitFor();
    const count = Number((await playlist.locator(".dim").textContent())?.replaceAll(/\D/g, ""));
    const name = (await playlist.getByRole("link").textContent()) ?? "";
    await playlist.getByRole("link").click();
    await found(count).waitFor();
    await titled(name);
    await page.goBack();
    await titled("Playlists");
  });

  test("F puts the song with the focus on the shortlist", async () => {
    const title = await page.locator(".catalog-title").nth(1).textContent();
    await page.locator(".catalog-title").nth(1).focus();
    await page.keyboard.press("f");
    await page.getByText(`${title} is on “My shortlist”.`).waitFor();
  });

  test("has nothing serious for axe on any of its pages", async () => {
    await choose("genre");
    await facet("key").locator("summary").click();
    await expectAccessible(page);
    await page.locator(".catalog-title").first().click();
    await page.locator(".fact-list").waitFor();
    await expectAccessible(page);
    await page.locator(".song-page-head p a").first().click();
    await page.locator(".catalog-song").first().waitFor();
    await expectAccessible(page);
    await page.goto(`${browser.server.url}/console/playlists`);
    await page.locator(".sheets h1").waitFor();
    await expectAccessible(page);
  });
});
