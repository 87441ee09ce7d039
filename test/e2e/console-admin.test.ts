import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { seriousFindings } from "../support/axe.ts";
import { makeAuthority } from "../support/certificates.ts";
import { HttpsReceiver } from "../support/https-receiver.ts";
import { browserForTests, describeInBrowser } from "../support/test-browser.ts";

const OLD_BACKUP = "needledrop-20200501T120000Z.tar";

const hasFocus = async (of: Locator): Promise<boolean> =>
  await of.evaluate((element) => element === element.ownerDocument.activeElement);

describeInBrowser("the administration in a real browser", () => {
  let receiver: HttpsReceiver;
  const admin = browserForTests({
    prepare: async (appliance) => {
      const authority = await makeAuthority();
      receiver = await HttpsReceiver.start({ authority });
      const ca = await appliance.file("ca.pem", authority.caPem);
      const backups = join(appliance.folder, "backups");
      await mkdir(backups);
      await writeFile(join(backups, OLD_BACKUP), "a backup");
      return ["--callback-allow", "127.0.0.1", "--callback-ca", ca, "--backup-dir", backups];
    },
  });
  let page: Page;

  afterAll(() => receiver.stop());

  beforeEach(async () => {
    ({ page } = admin);
    await admin.signIn("/console/admin/keys", "admin");
  });

  /** Creates a key on its page, and returns its token. */
  async function createKey(name: string): Promise<string> {
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByText(`The key ${name} was created`).waitFor();
    return (await page.locator(".secret-value").first().textContent()) ?? "";
  }

  test("creates a key, shows its token once, changes it, and revokes it", async () => {
    const token = await createKey("Editing");
    const me = async (): Promise<number> =>
      (await fetch(`${admin.server.url}/v1/me`, { headers: { authorization: `Token ${token}` } })).status;
    expect(await me()).toBe(200);
    expect(await seriousFindings(page)).toEqual([]);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.locator(".secret", { hasText: token }).getByRole("button", { name: "Copy" }).click();
    await page.getByText("The browser does not allow copying.").waitFor();
    expect(await page.evaluate<string>("getSelection().toString()")).toBe(token);
    await page.getByRole("button", { name: "I have stored it" }).click();
    expect(await page.content()).not.toContain(token);
    await page.getByRole("link", { name: "Editing" }).click();
    await page.getByLabel("Searches per second").fill("7");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole("region", { name: "Replace token or secret" }).getByLabel("Token").check();
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    await page.getByText("Old token valid until").waitFor();
    expect(await me()).toBe(200);

    await page.getByRole("button", { name: "Revoke the key" }).click();
    await page.getByRole("button", { name: "Revoke the key" }).click();
    await page.getByText("revoked", { exact: true }).waitFor();
    expect(await me()).toBe(401);
    await page.getByRole("link", { name: "All keys" }).click();
    await page.getByLabel("State").selectOption("active");
    await page.getByRole("link", { name: "Console: Kim" }).waitFor();
    // The list is read again.
    await page.getByRole("link", { name: "Editing" }).waitFor({ state: "detached" });
  });

  test("saves the list of keys as CSV", async () => {
    await page.getByRole("link", { name: "Console: Kim" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as CSV" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
    expect(lines[0]).toStartWith("Name,State,Mode");
    expect(lines).toContainEqual(expect.stringContaining("Console: Kim,active,live"));
  });

  test("filters people by name and role", async () => {
    await page.getByRole("link", { name: "People" }).click();
    const kim = page.getByRole("cell", { name: "Kim", exact: true });
    await kim.waitFor();
    await page.getByLabel("Role").first().selectOption("supervisor");
    await kim.waitFor({ state: "detached" });
    await page.getByLabel("Role").first().selectOption("admin");
    await kim.waitFor();
    await page.getByLabel("Filter by name").fill("sam");
    await page.getByLabel("Filter by name").press("Enter");
    await kim.waitFor({ state: "detached" });
  });

  test("the focus stays where a question was asked, and goes to the next row when one is removed", async () => {
    const password = await admin.appliance.file("password-of-more", "another password");
    for (const name of ["Ada", "Bo"]) await admin.appliance.run("users", "add", name, "--password-file", password);
    await page.getByRole("link", { name: "People" }).click();
    const inRow = (name: string, button: string) =>
      page.getByRole("row", { name: new RegExp(`^${name} `) }).getByRole("button", { name: button, exact: true });
    const question = page.getByRole("group", { name: "All sessions end now." });
    await inRow("Ada", "Remove").press("Enter");
    await page.locator("[role=group]:focus").waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(await hasFocus(inRow("Ada", "Remove"))).toBe(true);
    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Cancel" }).press("Enter");
    expect(await hasFocus(inRow("Ada", "Remove"))).toBe(true);
    await inRow("Ada", "New password").press("Enter");
    await question.waitFor();
    expect(await page.getByText("The new password of Ada.").count()).toBe(0);
    await question.getByRole("button", { name: "New password" }).press("Enter");
    await page.getByText("The new password of Ada.").waitFor();
    expect(await hasFocus(inRow("Ada", "New password"))).toBe(true);
    await inRow("Ada", "Remove").press("Enter");
    await question.getByRole("button", { name: "Remove" }).press("Enter");
    await page.getByRole("cell", { name: "Ada", exact: true }).waitFor({ state: "detached" });
    expect(await hasFocus(inRow("Bo", "Remove"))).toBe(true);
  });

  test("filters backups by date", async () => {
    await page.getByRole("link", { name: "Backups" }).click();
    const old = page.getByRole("link", { name: OLD_BACKUP });
    await old.waitFor();
    await page.getByLabel("From").fill("2020-05-02");
    await old.waitFor({ state: "detached" });
    await page.getByLabel("From").fill("2020-05-01");
    await old.waitFor();
    await page.getByLabel("Before").fill("2020-05-01");
    await page.getByText("There are no backups.").waitFor();
    await page.getByLabel("Before").fill("2020-05-02");
    await old.waitFor();
  });

  test("sends a test webhook, and shows the answer and what was refused", async () => {
    await createKey("Webhooks");
    await page.getByRole("button", { name: "I have stored it" }).click();
    // The first link of this name is a page of the administration, and the second one is the key, once the list is read again.
    await page.getByRole("link", { name: "Webhooks", exact: true }).nth(1).click();
    const result = page.getByRole("region", { name: "Send a test webhook" });
    const send = async (url: string): Promise<void> => {
      await result.getByLabel("Address of the receiver").fill(url);
      await result.getByRole("button", { name: "Send" }).click();
    };
    await send(`${receiver.url}/hook`);
    await result.getByText("delivered").waitFor();
    expect((await receiver.next()).path).toBe("/hook");
    receiver.answer({ kind: "status", status: 403, body: "not you" });
    await send(`${receiver.url}/hook`);
    await result.getByText("answered 403: not you").waitFor();
    await receiver.next();
    await send("https://10.1.2.3/hook");
    await result.getByText(/must not name a private/).waitFor();
    // The browser reports the 422, too.
    expect(admin.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  });

  test("shows a webhook with its attempts and body, and replays it", async () => {
    const token = await createKey("Replays");
    receiver.answer({ kind: "status", status: 410 });
    const attributes = { query: "calm piano", callback_url: `${receiver.url}/result` };
    await fetch(`${admin.server.url}/v1/supervisor/search`, {
      method: "POST",
      headers: { authorization: `Token ${token}`, "content-type": "application/vnd.api+json" },
      body: JSON.stringify({ data: { type: "supervisor_searches", attributes } }),
    });
    const first = await receiver.next();
    await page.getByRole("navigation", { name: "Pages of the administration" }).getByText("Webhooks").click();
    const failed = page.locator("tr", { hasText: "/result" });
    for (let tries = 0; tries < 50 && (await failed.getByText("failed").count()) === 0; tries += 1) {
      await page.getByRole("button", { name: "Reload" }).click();
      await page.waitForTimeout(100);
    }
    expect(await seriousFindings(page)).toEqual([]);
    await failed.getByRole("link").click();
    await page.getByText("answered 410").waitFor();
    await page.getByRole("button", { name: "Show the body" }).click();
    await page.getByText('"supervisor_searches"').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("It is being sent again.").waitFor();
    const second = await receiver.next();
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  });

  test("keeps the link of the page in view in a narrow window, in each language", async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await page.getByRole("link", { name: "People" }).click();
    for (const [language, name] of [
      ["de", "Personen"],
      ["es", "Personas"],
    ] as const) {
      await page.getByLabel(/^(Language|Sprache)$/).selectOption(language);
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      const box = await page.locator(".admin-nav [aria-current=page]").boundingBox();
      expect((box?.x ?? 400) + (box?.width ?? 400)).toBeLessThan(340);
    }
  });

  test("is in the language of the page, and not for supervisors", async () => {
    await page.getByLabel("Language").selectOption("de");
    await page.getByRole("heading", { name: "API-Schlüssel" }).waitFor();
    const password = await admin.appliance.file("other-password", "another password");
    await admin.appliance.run("users", "add", "Sam", "--password-file", password);
    const attributes = { name: "Sam", password: "another password" };
    await admin.context.request.post(`${admin.server.url}/v1/session`, {
      data: { data: { type: "sessions", attributes } },
    });
    await page.reload();
    await page.getByText("Diese Seite ist nur für Administratoren.").waitFor();
    expect(await page.getByRole("link", { name: "Verwaltung" }).count()).toBe(0);
  });
});
