import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { AdminBrowser } from "../support/admin-browser.ts";
import { seriousFindings } from "../support/axe.ts";
import { findBrowser } from "../support/browser.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";

/** Long, because a picture is analysed in the background on a machine that can be busy. */
setDefaultTimeout(300_000);
const WITHIN = { timeout: 240_000 };

const executable = findBrowser();

/** Needs Debian's `chromium`, which .ci/run installs. */
describe.skipIf(executable === null)("the pages of uploads in a real browser", () => {
  let admin: AdminBrowser;
  let context: BrowserContext;
  let page: Page;
  /** Tokens of two keys that may upload pictures. */
  let tokens: readonly string[];
  /** Console messages, errors of scripts, and requests that leave the server. */
  let complaints: string[];

  beforeAll(async () => {
    admin = await AdminBrowser.start(executable ?? "", () => Promise.resolve());
    const made = await Promise.all(
      ["Editing", "Trailers"].map(
        async (name) => await admin.appliance.json<{ token: string }>("keys", "create", "--name", name, "--images"),
      ),
    );
    tokens = made.map(({ token }) => token);
  }, 240_000);

  afterAll(() => admin.stop());

  beforeEach(async () => {
    complaints = [];
    ({ context, page } = await admin.open("/console/admin/assets", complaints));
  });

  afterEach(async () => {
    expect(complaints).toEqual([]);
    await context.close();
  });

  async function upload(token: string | undefined, seed: number): Promise<string> {
    const form = new FormData();
    form.set("file", new Blob([await pictureBytes({ seed })], { type: "image/jpeg" }), "a picture");
    const response = await fetch(`${admin.server.url}/v1/supervisor/assets`, {
      method: "POST",
      headers: { authorization: `Token ${token}` },
      body: form,
    });
    const { data } = (await response.json()) as { data: { id: string } };
    return data.id;
  }

  test("filters uploads, shows what was seen in one, and deletes it", async () => {
    const id = await upload(tokens[0], 1);
    const other = await upload(tokens[1], 2);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("link", { name: "Trailers" }).waitFor();
    await page.getByLabel("Key", { exact: true }).selectOption("Editing");
    await page.getByRole("link", { name: "Trailers" }).waitFor({ state: "detached" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as CSV" }).click(),
    ]);
    const saved = await readFile(await download.path(), "utf8");
    expect(saved).toContain(id);
    expect(saved).not.toContain(other);
    expect(await seriousFindings(page)).toEqual([]);

    const row = page.getByRole("row", { name: /Editing/ });
    await row.getByRole("link").first().click();
    const seen = page.getByRole("region", { name: "What was seen" });
    await seen.getByText("Time of day").waitFor(WITHIN);
    await seen.getByRole("list", { name: "Colours" }).getByRole("listitem").first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("group").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Uploads" }).waitFor();
    await page.getByRole("link", { name: "Trailers" }).waitFor();
    expect(await page.getByRole("link", { name: "Editing" }).count()).toBe(0);
    const gone = await fetch(`${admin.server.url}/v1/supervisor/assets/${id}`, {
      headers: { authorization: `Token ${tokens[0]}` },
    });
    expect(gone.status).toBe(404);
  });
});
