import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { Database } from "bun:sqlite";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { EXAMPLE_ANALYSIS } from "../../schema/wire/examples/asset.ts";
import { musicWav } from "../media/make/sound.ts";
import { seriousFindings } from "../support/axe.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

/** Long, because the blocklist measures a picture in a process, and the machine can be busy. */
setDefaultTimeout(300_000);
const WITHIN = { timeout: 240_000 };

/** Needs Debian's `chromium`, which .ci/run installs. */
describeInBrowser("the pages of uploads in a real browser", () => {
  const admin = browserForTests({ catalog: "none" });
  let page: Page;
  /** Tokens of two keys that may upload pictures. */
  let tokens: readonly string[];

  beforeAll(async () => {
    const made = await Promise.all(
      ["Editing", "Trailers"].map(
        async (name) => await admin.appliance.json<{ token: string }>("keys", "create", "--name", name, "--images"),
      ),
    );
    tokens = made.map(({ token }) => token);
  });

  beforeEach(async () => {
    ({ page } = admin);
    await admin.signIn("/console/admin/assets", "admin");
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

  /** Writes an analysis as its job would: background work can take minutes on a busy machine. */
  function recordAnalysis(id: string): void {
    const database = new Database(join(admin.appliance.data, "needledrop.db"));
    database.run("PRAGMA busy_timeout = 10000");
    database.run("UPDATE assets SET status = 'processed', processed_at = ?, analysis = ? WHERE id = ?", [
      Date.now(),
      JSON.stringify(EXAMPLE_ANALYSIS),
      id,
    ]);
    database.close();
  }

  test("filters uploads, shows what was seen in one, and deletes it", async () => {
    const id = await upload(tokens[0], 1);
    const other = await upload(tokens[1], 2);
    recordAnalysis(id);
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
    await seen.getByText("night (94%)").waitFor();
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

  test("searches a dropped recording for an imprint, and says whom a key is for", async () => {
    await page.goto(`${admin.server.url}/console/admin/watermark`);
    const sound = { name: "leak.wav", mimeType: "audio/wav", buffer: Buffer.from(musicWav(3)) };
    await page.locator("input[type=file]").setInputFiles(sound);
    await page.getByText("No recipient has an imprint yet").waitFor(WITHIN);
    const { id } = await admin.appliance.json<{ id: string }>(
      "keys",
      "create",
      "--name",
      "Kim's",
      "--recipient",
      "Kim",
    );
    await page.locator("input[type=file]").setInputFiles(sound);
    await page.getByText("No imprint was found.").waitFor(WITHIN);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${admin.server.url}/console/admin/keys/${id}`);
    await page.getByLabel("Recipient").fill("Ana");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Ana", { exact: true }).waitFor();
    expect(await admin.appliance.json<object>("keys", "show", id)).toMatchObject({ recipient: "Ana" });
  });

  test("blocks a digest and a picture with a reason, and unblocks one", async () => {
    await page.getByRole("link", { name: "Blocklist" }).click();
    await page.getByText("Nothing is blocked.").waitFor();
    const form = page.getByRole("region", { name: "Block a picture or film" });
    await form.getByLabel("Reason").fill("A logo");
    await form.getByLabel(/^Digest/).fill("00ff00ff00ff00ff");
    await form.getByRole("button", { name: "Block the digest" }).click();
    await form.getByText("Added to the list: 1").waitFor();
    await page.getByRole("cell", { name: "A logo" }).waitFor();
    await form.getByLabel("Reason").fill("Contract 7");
    const picture = { name: "still.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await pictureBytes({ seed: 5 })) };
    await form.locator("input[type=file]").setInputFiles(picture);
    await page.getByRole("cell", { name: "Contract 7" }).first().waitFor(WITHIN);
    expect(await seriousFindings(page)).toEqual([]);
    expect((await admin.appliance.run("blocklist", "list")).stdout).toContain("Contract 7");

    await page.getByRole("searchbox").fill("logo");
    await page.getByRole("searchbox").press("Enter");
    await page.getByRole("cell", { name: "Contract 7" }).first().waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: /A logo/ });
    await row.getByRole("button", { name: "Remove" }).click();
    await row.getByRole("group").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Nothing is blocked.").waitFor();
    expect((await admin.appliance.run("blocklist", "list")).stdout).not.toContain("A logo");

    await form.getByLabel(/^Digest/).fill("not a digest");
    await form.getByRole("button", { name: "Block the digest" }).click();
    await form.getByRole("alert").waitFor();
    // The browser reports the 422, too.
    expect(admin.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  });
});
