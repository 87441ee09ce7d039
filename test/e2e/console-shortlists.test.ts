import { beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/axe.ts";
import { until } from "../support/console-browser.ts";
import { USERS } from "../support/demo-data.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

const BRIEF = "slow, warm piano for a goodbye, no vocals";

/** The watermarked file of a song is made at its first play. */
const PLAYS_WITHIN_TRIES = 200;
const TRY_MS = 300;
const RELOAD_MS = 300;

/** Needs Debian's `chromium`, which .ci/run installs. */
describeInBrowser("shortlists in the console", () => {
  const browser = browserForTests({ playsMedia: true });
  let page: Page;

  beforeEach(async () => {
    ({ page } = browser);
    // A page that scrolls while something is dragged ends the drag of this browser.
    await page.setViewportSize({ width: 1280, height: 1400 });
    await browser.signIn();
    await deleteAll();
  });

  async function deleteAll(): Promise<void> {
    const { request } = browser.context;
    const session = (await (await request.get(`${browser.server.url}/v1/session`)).json()) as {
      data: { attributes: { csrf_token: string } };
    };
    const all = (await (await request.get(`${browser.server.url}/v1/shortlists`)).json()) as { data: { id: string }[] };
    for (const { id } of all.data) {
      const headers = { "x-csrf-token": session.data.attributes.csrf_token };
      await request.delete(`${browser.server.url}/v1/shortlists/${id}`, { headers });
    }
  }

  /** Finds songs and puts the first ones on the shortlist. Returns their titles. */
  async function collect(count: number): Promise<readonly string[]> {
    await page.getByLabel("Brief").fill(BRIEF);
    await page.getByLabel("Brief").press("Enter");
    await page.getByText("Songs found: 25").waitFor();
    const titles = (await page.locator(".song h3").allTextContents()).slice(0, count);
    for (const [index, title] of titles.entries()) {
      await page.locator(".song-play").nth(index).focus();
      await page.keyboard.press("f");
      await page.getByText(`${title} is on “My shortlist”.`).waitFor();
    }
    return titles;
  }

  /** The address of the shortlist. */
  async function listPath(): Promise<string> {
    await page.getByRole("link", { name: "Shortlists" }).click();
    return (await page.getByRole("link", { name: "My shortlist" }).getAttribute("href")) ?? "";
  }

  async function middleOf(on: Page, button: string): Promise<{ readonly x: number; readonly y: number }> {
    const box = await on.getByRole("button", { name: new RegExp(`^${button}`) }).boundingBox();
    if (box === null) throw new Error(`${button} is not shown.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async function openList(): Promise<void> {
    await page.getByRole("link", { name: "Shortlists" }).click();
    await page.getByRole("link", { name: "My shortlist" }).click();
    await page.locator(".listed-song").first().waitFor();
  }

  const heardSeconds = (on: Page) => on.evaluate<number>("document.querySelector('audio').currentTime");
  const shown = () => page.locator(".listed-song h2").allTextContents();

  /** Waits until the songs have an order, on the page and, after it is loaded again, on the server. */
  async function expectOrder(titles: readonly string[]): Promise<void> {
    for (const [index, name] of titles.entries()) {
      const row = page.locator(".listed-songs > li").nth(index);
      await row.getByRole("heading", { name, exact: true }).waitFor();
    }
    await page.waitForLoadState("networkidle");
    await page.reload();
    await page.locator(".listed-song").first().waitFor();
    expect(await shown()).toEqual([...titles]);
  }

  test("F puts the song with the focus, then the song that plays, on the list, and Undo takes it off", async () => {
    const [first = "", second = ""] = await collect(2);
    await page.locator(".song-play").nth(2).click();
    await page.getByRole("region", { name: "Player" }).waitFor();
    const third = (await page.locator(".song h3").allTextContents())[2] ?? "";
    await page.locator("#page").focus();
    await page.keyboard.press("f");
    await page.getByText(`${third} is on “My shortlist”.`).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("The song was taken off again.").waitFor();
    await openList();
    await until(page, "document.title === 'My shortlist · Needledrop'");
    expect(await shown()).toEqual([first, second]);
  });

  test("a song can be added with the mouse, and only once", async () => {
    const [title = ""] = await collect(1);
    await page.getByRole("button", { name: `Put ${title} on the shortlist` }).click();
    await page.getByText(`${title} was on “My shortlist” already.`).waitFor();
  });

  test("what is being written when the session ends is there again, for the same person only", async () => {
    const [title = ""] = await collect(1);
    await openList();
    const note = page.getByLabel(`Note on ${title}`);
    const writeUntilTheEnd = async (text: string, role: keyof typeof USERS): Promise<void> => {
      await note.fill(text);
      await browser.context.clearCookies();
      await page.keyboard.press("Tab");
      await page.getByText("Your session has ended.").waitFor();
      await page.getByLabel("Password").waitFor();
      expect(await page.evaluate("document.body.innerText")).not.toContain(text);
      await page.getByLabel("Name").fill(USERS[role].name);
      await page.getByLabel("Password").fill(USERS[role].password);
      await page.getByLabel("Password").press("Enter");
    };
    // Several answers say that the session has ended before a slow server sends the page anew.
    await page.route("**/*", async (route) => {
      if (route.request().isNavigationRequest()) await page.waitForTimeout(RELOAD_MS);
      await route.continue();
    });
    await writeUntilTheEnd("for the last scene", "supervisor");
    await until(page, "document.querySelector('.listed-note')?.value === 'for the last scene'");
    await writeUntilTheEnd("between us", "admin");
    await page.getByText("This shortlist does not exist").waitFor();
    expect(await page.evaluate("JSON.stringify(sessionStorage)")).toBe("{}");
    for (const forgiven of ["401 (Unauthorized)", "404 (Not Found)"]) browser.forgive(forgiven);
  });

  test("songs are ordered by keyboard and by drag, and stay so", async () => {
    const [a = "", b = "", c = ""] = await collect(3);
    await openList();
    await page.getByRole("button", { name: new RegExp(`^Move ${c}`) }).focus();
    await page.keyboard.press("ArrowUp");
    await expectOrder([a, c, b]);
    await page
      .getByRole("button", { name: new RegExp(`^Move ${a}`) })
      .dragTo(page.locator(".listed-songs > li").nth(2));
    await expectOrder([c, b, a]);
  });

  test("songs are ordered by finger, and Escape ends a drag", async () => {
    const [a = "", b = "", c = ""] = await collect(3);
    const other = await browser.visit({ hasTouch: true });
    await browser.signIn(new URL(await listPath(), browser.server.url).pathname, "supervisor", other);
    await other.page.locator(".listed-song").nth(2).waitFor();
    const [from, to] = [await middleOf(other.page, `Move ${c}`), await middleOf(other.page, `Move ${a}`)];
    const cdp = await other.context.newCDPSession(other.page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
      cdp.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] });
    await touch("touchStart", from.y);
    await touch("touchMove", (from.y + to.y) / 2);
    await touch("touchMove", to.y - 10);
    await other.page.locator(".listed-songs > .dragged").waitFor();
    await touch("touchEnd");
    await other.page.locator(".listed-songs > li").first().getByRole("heading", { name: c }).waitFor();
    expect(other.complaints).toEqual([]);
    await other.context.close();
    await openList();
    await expectOrder([c, a, b]);

    const handle = await middleOf(page, `Move ${c}`);
    await page.mouse.move(handle.x, handle.y);
    await page.mouse.down();
    await page.mouse.move(handle.x, handle.y + 300, { steps: 3 });
    await page.locator(".listed-songs > .dragged").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".listed-songs > .dragged").waitFor({ state: "detached" });
    await page.mouse.up();
    await expectOrder([c, a, b]);
  });

  test("the focus stays with the song that the keyboard moves", async () => {
    const [a = "", b = "", c = ""] = await collect(3);
    await openList();
    await page.getByRole("button", { name: new RegExp(`^Move ${a}`) }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expectOrder([b, c, a]);
  });

  test("keeps name, notes, ratings, version and offset", async () => {
    await collect(1);
    await openList();
    await page.getByLabel("Name of the shortlist").fill("Station farewell");
    await page.getByLabel("Name of the shortlist").press("Tab");
    await page.getByLabel(/^Note on (?!the shortlist)/).fill("from the second verse");
    await page.getByLabel("Offset (s)").fill("-2.5");
    await page.getByRole("button", { name: "4 of 5" }).click();
    await page.getByRole("button", { name: "4 of 5", pressed: true }).waitFor();
    const version = page.getByLabel(/^Version of/);
    const chosen = await version.locator("option").nth(1).textContent();
    await version.selectOption({ index: 1 });
    await page.waitForLoadState("networkidle");
    await page.reload();
    await page.locator(".listed-song").waitFor();
    expect(await page.getByLabel("Name of the shortlist").inputValue()).toBe("Station farewell");
    expect(await page.getByLabel(/^Note on (?!the shortlist)/).inputValue()).toBe("from the second verse");
    expect(await page.getByLabel("Offset (s)").inputValue()).toBe("-2.5");
    expect(await page.locator(".star.on").count()).toBe(4);
    expect(
      await page
        .getByLabel(/^Version of/)
        .locator("option:checked")
        .textContent(),
    ).toBe(chosen);
  });

  test("plays the list through, and removes a song with undo", async () => {
    const [a = "", b = ""] = await collect(2);
    await openList();
    await page.getByRole("button", { name: "Play all" }).click();
    const player = page.getByRole("region", { name: "Player" });
    await player.getByText(a, { exact: true }).waitFor();
    await page.keyboard.press("n");
    await player.getByText(b, { exact: true }).waitFor();
    await page.getByRole("button", { name: `Remove ${a}` }).click();
    await page.getByText(`${a} was removed.`).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(`${a} is back.`).waitFor();
    await expectOrder([a, b]);
  });

  test("the focus goes to the next song when one is removed, and to the heading after the last", async () => {
    const [a = "", b = ""] = await collect(2);
    await openList();
    await page.getByRole("button", { name: `Remove ${a}` }).press("Enter");
    await page.getByText(`${a} was removed.`).waitFor();
    await page.locator(`button[aria-label="Remove ${b}"]:focus`).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("The shortlist is empty.").waitFor();
    await page.locator("h1:focus").waitFor();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await page.getByRole("button", { name: `Remove ${b}` }).waitFor();
    await page.locator("h1:focus").waitFor();
  });

  test("exports as CSV and ZIP, and has a page to print", async () => {
    const [title = ""] = await collect(1);
    await openList();
    const downloaded = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV" }).click();
    const csv = await (await downloaded).createReadStream();
    expect(await new Response(csv as never).text()).toContain(title);
    const printed = browser.context.waitForEvent("page");
    await page.getByRole("link", { name: "Print" }).click();
    const sheet = await printed;
    await sheet.getByRole("heading", { name: "My shortlist" }).waitFor();
    expect(await sheet.locator("tbody").count()).toBe(1);
    await expectAccessible(sheet);
    await sheet.close();
  });

  test("a shared link plays in another browser without an account, is counted, and ends when it is revoked", async () => {
    const [title = ""] = await collect(1);
    await openList();
    await page.getByText("Share with a link").click();
    await page.getByLabel("For whom").fill("Kim Doe");
    await page.getByLabel("Works for").selectOption("30");
    await page.getByRole("button", { name: "Make a link" }).click();
    const link = await page.getByRole("textbox", { name: "Link for Kim Doe" }).inputValue();

    const other = await browser.visit({ playsMedia: true });
    await other.page.goto(link);
    await other.page.getByText("For Kim Doe").waitFor();
    expect(await other.page.title()).toBe("My shortlist");
    await other.page.getByRole("heading", { name: title }).waitFor();
    await other.page.evaluate("document.querySelector('audio').play().catch(() => undefined)");
    // The policy of the page forbids to wait in it.
    for (let tries = 0; (await heardSeconds(other.page)) <= 0.2 && tries < PLAYS_WITHIN_TRIES; tries += 1) {
      await other.page.waitForTimeout(TRY_MS);
    }
    expect(await heardSeconds(other.page)).toBeGreaterThan(0.2);
    await expectAccessible(other.page);
    const refused = await other.context.request.get(`${browser.server.url}/v1/songs`);
    expect(refused.status()).toBe(401);

    await page.reload();
    await page.getByText("Share with a link").click();
    await page.getByText("Opened: 1").waitFor();
    await page.getByRole("button", { name: "Revoke the link for Kim Doe" }).click();
    await page.getByText("revoked").waitFor();
    await other.page.reload();
    await other.page.getByText("This link does not work").waitFor();
    // The browser reports the 404 of the ended link.
    const unexpected = other.complaints.filter((text) => !text.includes("404 (Not Found)"));
    expect(unexpected).toEqual([]);
    await other.context.close();
  });

  test("the recipient stays in its field until the link is made, and a link can be copied without a clipboard", async () => {
    await collect(1);
    await openList();
    await page.getByText("Share with a link").click();
    const recipient = page.getByLabel("For whom");
    await recipient.fill("Kim Doe");
    await page.route("**/shares", async (route) => {
      const errors = [{ status: "503", code: "storage_full", title: "Full", detail: "There is no space left." }];
      await route.fulfill({ status: 503, contentType: "application/vnd.api+json", json: { errors } });
    });
    await page.getByRole("button", { name: "Make a link" }).click();
    await page.getByText("The server cannot do this at the moment.").waitFor();
    expect(await recipient.inputValue()).toBe("Kim Doe");
    await page.unroute("**/shares");
    await page.getByRole("button", { name: "Make a link" }).click();
    const link = page.getByRole("textbox", { name: "Link for Kim Doe" });
    await link.waitFor();
    expect(await recipient.inputValue()).toBe("");
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("The browser does not allow copying.").waitFor();
    const selected =
      "document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)";
    expect(await page.evaluate<string>(selected)).toBe(await link.inputValue());
    browser.forgive("503");
  });

  test("lists can be made, chosen and deleted", async () => {
    await page.goto(`${browser.server.url}/console/shortlists`);
    await page.getByText("There are no shortlists yet.").waitFor();
    for (const name of ["One", "Two"]) {
      await page.getByLabel("Name of a new shortlist").fill(name);
      await page.keyboard.press("Enter");
      await page.getByText("The shortlist is empty.").waitFor();
      await page.getByRole("link", { name: "Shortlists" }).first().click();
      await page.getByRole("link", { name, exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Add songs here" }).click();
    expect(await page.locator(".list-card", { hasText: "Songs are added here" }).locator("h2").textContent()).toBe(
      "One",
    );
    page.on("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Delete Two" }).click();
    await page.getByRole("link", { name: "Two", exact: true }).waitFor({ state: "detached" });
  });

  test("has nothing serious for axe", async () => {
    await collect(2);
    await openList();
    await page.getByText("Share with a link").click();
    await page.getByLabel("For whom").fill("Kim Doe");
    await page.getByRole("button", { name: "Make a link" }).click();
    await page.getByRole("textbox", { name: "Link for Kim Doe" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Shortlists" }).first().click();
    await page.locator(".list-card").waitFor();
    await expectAccessible(page);
  });
});
