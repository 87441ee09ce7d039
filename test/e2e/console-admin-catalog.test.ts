import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { seriousFindings } from "../support/axe.ts";
import { dropFile } from "../support/drop-file.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

/** Long, because each import starts a process on a machine that can be busy. */
setDefaultTimeout(300_000);
const WITHIN = { timeout: 120_000 };

function lines(...ids: readonly string[]): string {
  return ids.map((id) => `${JSON.stringify({ id, title: `Song ${id}` })}\n`).join("");
}

interface Run {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Needs Debian's `chromium`, which .ci/run installs. */
describeInBrowser("the catalog page in a real browser", () => {
  const admin = browserForTests({ catalog: "none" });
  let page: Page;

  beforeEach(async () => {
    ({ page } = admin);
    await admin.signIn("/console/admin/catalog", "admin");
  });

  const importSheet = () => page.getByRole("region", { name: "Import" });
  const facts = () => page.getByRole("region", { name: "Catalog", exact: true });

  async function importPreviewed(): Promise<void> {
    await importSheet().getByRole("button", { name: "Import this" }).click(WITHIN);
    await importSheet().getByText("The catalog version is now").waitFor(WITHIN);
  }

  test("previews a file of the server with its rejects, imports it, and undoes the next import", async () => {
    const path = join(admin.appliance.folder, "first.jsonl");
    await writeFile(path, `${lines("a", "b")}{"id":"untitled"}\n`);
    await page.getByLabel("File or folder on the server").fill(path);
    await page.getByRole("button", { name: "Preview" }).click();
    await importSheet().getByText("Would come in").waitFor(WITHIN);
    await importSheet().getByText("What was rejected or noticed").click();
    await importSheet()
      .getByRole("cell", { name: `${path}, line 3` })
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      importSheet()
        .getByRole("link", { name: /Download the report/ })
        .click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toContain('"line":3');
    await importPreviewed();
    await facts().getByText("2", { exact: true }).waitFor();

    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "more.jsonl", mimeType: "application/json", buffer: Buffer.from(lines("c")) });
    await importSheet().getByText("Preview: Import: more.jsonl").waitFor(WITHIN);
    await importPreviewed();
    await facts().getByText("3", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Go back to the former catalog" }).click();
    await page.getByRole("button", { name: "Go back to the former catalog" }).click();
    await facts().getByText("The catalog version is now").waitFor(WITHIN);
    await page.getByRole("cell", { name: "import --undo" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("a dropped dump is uploaded and previewed", async () => {
    const path = join(admin.appliance.folder, "dropped.jsonl");
    await writeFile(path, lines("d", "e"));
    await dropFile(page, importSheet(), path);
    await importSheet().getByText("Preview: Import: dropped.jsonl").waitFor(WITHIN);
    await importSheet().getByRole("button", { name: "Import this" }).waitFor(WITHIN);
  });

  /** Saves a list as CSV, and returns the file. */
  async function savedFrom(list: Locator): Promise<string> {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      list.getByRole("button", { name: "Save as CSV" }).click(),
    ]);
    return await readFile(await download.path(), "utf8");
  }

  test("takes a song down, and lets imports bring it back", async () => {
    const takedown = page.getByRole("region", { name: "Take a song down" });
    await takedown.getByLabel("Id of the song").fill("a");
    await takedown.getByRole("button", { name: "Take it down" }).click();
    await takedown.getByRole("button", { name: "Take it down" }).click();
    await takedown.getByRole("cell", { name: "a", exact: true }).waitFor(WITHIN);
    expect((await savedFrom(takedown)).split("\r\n")[1]).toStartWith("a,20");
    const runs = page.getByRole("region", { name: "The latest runs", exact: true }).first();
    await runs.getByRole("cell", { name: "Takedown: a" }).waitFor(WITHIN);
    const rows = (await savedFrom(runs)).split("\r\n");
    expect(rows[0]).toBe("Time,What,State,Who,Added,Updated,Retired,Rejected,Reason");
    expect(rows[1]).toContain(",Takedown: a,done,Kim,");
    expect(rows.find((row) => row.includes("Preview: Import: more.jsonl"))).toEndWith(",1,0,0,0,");
    await runs.getByLabel("State").selectOption("failed");
    await runs.getByRole("cell", { name: "Takedown: a" }).waitFor({ state: "detached" });
    await runs.getByLabel("State").selectOption("done");
    await runs.getByRole("cell", { name: "Takedown: a" }).waitFor();
    await runs.getByLabel("Before").fill("2020-01-01");
    await runs.getByRole("cell", { name: "Takedown: a" }).waitFor({ state: "detached" });
    expect(await seriousFindings(page)).toEqual([]);
    await takedown.getByRole("button", { name: "Let imports bring it back" }).click();
    await takedown.getByRole("cell", { name: "a", exact: true }).waitFor({ state: "detached" });
  });

  test("shows the lanes and jobs", async () => {
    await page.getByRole("link", { name: "Jobs" }).click();
    await page.getByRole("heading", { name: "Jobs and lanes" }).waitFor();
    await page.getByText("There are no such jobs.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("a running import is followed, and can be cancelled, after the page was left", async () => {
    // A run as it is before its end, which can come at any time.
    await page.route(/\/v1\/admin\/catalog\/runs(\/[^/?]+)?(\?.*)?$/, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: Run | Run[] };
      const running = ({ attributes, ...run }: Run): Run => ({
        ...run,
        attributes: { ...attributes, state: "running" },
      });
      const [first, ...others] = Array.isArray(data) ? data : [];
      const shown = Array.isArray(data) ? [...(first === undefined ? [] : [running(first)]), ...others] : running(data);
      await route.fulfill({ response, json: { ...rest, data: shown } });
    });
    await page.getByRole("link", { name: "Jobs" }).click();
    await page.getByRole("heading", { name: "Jobs and lanes" }).waitFor();
    await page.goBack();
    await importSheet().getByRole("button", { name: "Cancel" }).waitFor({ timeout: 10_000 });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await importSheet().getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
  });

  test("a run that is gone is not read again, and signing out ends what is read", async () => {
    let reads = 0;
    await page.route("**/v1/admin/catalog/runs/*", async (route) => {
      reads += 1;
      const errors = [{ status: "404", code: "not_found", title: "Not found", detail: "The run is gone." }];
      await route.fulfill({ status: 404, contentType: "application/vnd.api+json", json: { errors } });
    });
    await importSheet().getByRole("button", { name: "Demonstration catalog" }).click();
    await importSheet().getByText("This does not exist, or you have no access to it.").waitFor();
    await page.waitForTimeout(1_500);
    expect(reads).toBe(1);
    // The browser's own line about the answer.
    expect(admin.complaints.splice(0).filter((text) => !text.includes("404"))).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });
});
