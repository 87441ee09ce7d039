import { join } from "node:path";
import type { Page } from "playwright-core";

/** What pictures show besides the demonstration catalog. */
export interface Scene {
  /** The path of a film. */
  readonly film: string;
  /** The path of an audio file. */
  readonly sound: string;
}

/** One picture of the console. */
export interface Shot {
  readonly name: string;
  /** Whether somebody has signed in before. */
  readonly isSignedIn: boolean;
  /** Leads from the start page to what the picture shows. */
  readonly go: (page: Page, scene: Scene) => Promise<void>;
}

const BRIEF = "Tense car chase through wet city streets at night, driving and dark, no vocals";
const PICTURES = join(import.meta.dir, "../../demo/pictures");
/** An analysis takes seconds; a search takes milliseconds. */
const ANSWERED_WITHIN_MS = 300_000;

/** Every page of the console. A new page adds its pictures here. */
export const SHOTS: readonly Shot[] = [
  { name: "sign-in", isSignedIn: false, go: async () => {} },
  { name: "status", isSignedIn: true, go: (page) => open(page, "/console/status") },
  { name: "start", isSignedIn: true, go: async () => {} },
  { name: "search", isSignedIn: true, go: searchByText },
  {
    name: "song",
    isSignedIn: true,
    go: async (page) => {
      await searchByText(page);
      await page
        .getByRole("button", { name: /^Versions/ })
        .first()
        .click();
      await page
        .getByRole("button", { name: /^Play / })
        .first()
        .click();
      const chip = page.locator(".chip.wanted").first();
      if (!(await chip.isVisible())) await page.locator(".understood summary").click();
      await chip.click();
    },
  },
  { name: "turns", isSignedIn: true, go: refine },
  {
    name: "stems",
    isSignedIn: true,
    go: async (page) => {
      await searchByText(page);
      await playFirst(page);
      await page.getByRole("button", { name: "Stems", exact: true }).click();
      await page.getByRole("region", { name: "Stems" }).waitFor();
    },
  },
  {
    name: "film",
    isSignedIn: true,
    go: async (page, { film }) => {
      await page.locator("input[type=file]").setInputFiles(film);
      await page.locator(".song").first().waitFor({ timeout: ANSWERED_WITHIN_MS });
      await playFirst(page);
      await page.getByRole("button", { name: "Film", exact: true }).click();
      await page.locator(".song-strip:not(.off)").waitFor({ timeout: ANSWERED_WITHIN_MS });
      await page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Pause" }).click();
    },
  },
  {
    name: "excerpt",
    isSignedIn: true,
    go: async (page, { sound }) => {
      await page.locator("input[type=file]").setInputFiles(sound);
      await page.getByRole("slider", { name: "Start of the excerpt" }).press("PageUp");
      await page.getByRole("slider", { name: "End of the excerpt" }).press("PageDown");
      await page.locator(".excerpt-wave path").waitFor();
    },
  },
  {
    name: "picture",
    isSignedIn: true,
    go: async (page) => {
      await page.locator("input[type=file]").setInputFiles(firstPicture());
      await page.locator(".song").first().waitFor({ timeout: ANSWERED_WITHIN_MS });
    },
  },
  {
    name: "admin-catalog",
    isSignedIn: true,
    go: async (page) => {
      await open(page, "/console/admin/catalog");
      await page.getByRole("button", { name: "Demonstration catalog" }).click();
      await page.getByRole("button", { name: "Import this" }).waitFor({ timeout: ANSWERED_WITHIN_MS });
    },
  },
  { name: "admin-setup", isSignedIn: true, go: (page) => open(page, "/console/admin/setup") },
  {
    name: "admin-usage",
    isSignedIn: true,
    go: async (page) => {
      await searchByText(page);
      await open(page, "/console/admin/usage");
    },
  },
  { name: "admin-users", isSignedIn: true, go: (page) => open(page, "/console/admin/users") },
  { name: "admin-backups", isSignedIn: true, go: (page) => open(page, "/console/admin/backups") },
  { name: "admin-system", isSignedIn: true, go: (page) => open(page, "/console/admin/system") },
  { name: "admin-assets", isSignedIn: true, go: (page) => open(page, "/console/admin/assets") },
  {
    name: "admin-blocklist",
    isSignedIn: true,
    go: async (page) => {
      await open(page, "/console/admin/blocklist");
      await page.locator("input[type=file]").setInputFiles(firstPicture());
      await page.locator("tbody tr").first().waitFor({ timeout: ANSWERED_WITHIN_MS });
    },
  },
  { name: "admin-watermark", isSignedIn: true, go: (page) => open(page, "/console/admin/watermark") },
  {
    name: "admin-log",
    isSignedIn: true,
    go: async (page) => {
      // The server of the pictures logs warnings only, so that one is needed.
      const attributes = { name: "Nobody", password: "a wrong password" };
      const data = { data: { type: "sessions", attributes } };
      await page.request.post(new URL("/v1/session", page.url()).href, { data });
      await page.goto(new URL("/console/admin/log", page.url()).href);
      await page.locator(".log-line").first().waitFor();
    },
  },
  { name: "admin-audit", isSignedIn: true, go: (page) => open(page, "/console/admin/audit") },
  { name: "admin-jobs", isSignedIn: true, go: (page) => open(page, "/console/admin/jobs") },
  { name: "admin-keys", isSignedIn: true, go: (page) => open(page, "/console/admin/keys") },
  {
    name: "admin-key-new",
    isSignedIn: true,
    go: async (page) => {
      await open(page, "/console/admin/keys");
      await page.getByRole("button", { name: "New key" }).click();
    },
  },
  {
    name: "admin-key",
    isSignedIn: true,
    go: async (page) => {
      await open(page, "/console/admin/keys");
      await page.getByRole("link", { name: "Editing" }).click();
      await page.getByLabel("Address of the receiver").fill("https://receiver.invalid/hooks");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText("webhook-id").waitFor({ timeout: ANSWERED_WITHIN_MS });
    },
  },
  { name: "admin-webhooks", isSignedIn: true, go: (page) => open(page, "/console/admin/deliveries") },
  {
    name: "shortlist",
    isSignedIn: true,
    go: async (page) => {
      await fillShortlist(page);
      await page.getByRole("link", { name: "My shortlist" }).first().click();
      await page.locator(".listed-song").nth(2).waitFor();
      // A second click would take the rating away, at the second width.
      const stars = page.getByRole("button", { name: "4 of 5" }).first();
      if ((await stars.getAttribute("aria-pressed")) !== "true") await stars.click();
      await page.locator(".star.on").nth(3).waitFor();
    },
  },
  { name: "shortlists", isSignedIn: true, go: fillShortlist },
  { name: "cue-sheets", isSignedIn: true, go: (page) => open(page, "/console/cue-sheets") },
  {
    name: "catalog",
    isSignedIn: true,
    go: async (page) => {
      await open(page, "/console/catalog");
      const toggle = page.locator(".facets-toggle");
      const isNarrow = await toggle.isVisible();
      if (isNarrow) {
        await toggle.click();
        await page.locator(".facet summary").first().click();
      }
      await page.locator(".facet-value").first().click();
      if (isNarrow) await toggle.click();
      await page.locator(".catalog-song").first().waitFor();
    },
  },
  {
    name: "catalog-song",
    isSignedIn: true,
    go: async (page) => {
      await open(page, "/console/catalog");
      await page.locator(".catalog-title").first().click();
      await page.locator(".fact-list").waitFor();
    },
  },
  {
    name: "catalog-artist",
    isSignedIn: true,
    go: async (page) => {
      await open(page, "/console/catalog");
      await page.locator(".catalog-title").first().click();
      await page.locator(".song-page-head a").first().click();
      await page.locator(".artist-head").waitFor();
      await page.locator(".catalog-song").first().waitFor();
    },
  },
  { name: "playlists", isSignedIn: true, go: (page) => open(page, "/console/playlists") },
  {
    name: "playlist",
    isSignedIn: true,
    go: async (page) => {
      await open(page, "/console/playlists");
      await page.locator(".list-card a").first().click();
      await page.locator(".catalog-title").first().waitFor();
    },
  },
  {
    name: "shared",
    isSignedIn: true,
    go: async (page) => {
      await fillShortlist(page);
      await page.getByRole("link", { name: "My shortlist" }).first().click();
      await page.getByText("Share with a link").click();
      await page.getByLabel("For whom").fill("Kim Doe");
      await page.getByRole("button", { name: "Make a link" }).click();
      const link = await page.getByRole("textbox", { name: "Link for Kim Doe" }).first().inputValue();
      await page.goto(link);
    },
  },
  {
    name: "sheet",
    isSignedIn: true,
    go: async (page) => {
      await fillShortlist(page);
      await page.getByRole("link", { name: "My shortlist" }).first().click();
      const link = await page.getByRole("link", { name: "Print" }).getAttribute("href");
      await open(page, link ?? "");
    },
  },
  { name: "missing", isSignedIn: true, go: (page) => open(page, "/console/search/unknown") },
];

/** Plays the first song, and waits for its waveform. */
async function playFirst(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Play / })
    .first()
    .click();
  await page.locator(".player .wave.played").waitFor({ timeout: ANSWERED_WITHIN_MS });
}

/** The path of a demonstration picture. */
function firstPicture(): string {
  const [file = ""] = [...new Bun.Glob("*.{jpg,jpeg,png,webp}").scanSync(PICTURES)].toSorted();
  return join(PICTURES, file);
}

async function searchByText(page: Page): Promise<void> {
  await page.locator("#brief").fill(BRIEF);
  await page.locator("#brief").press("Enter");
  await page.locator(".song").first().waitFor({ timeout: ANSWERED_WITHIN_MS });
}

/** Two turns, and marks for a third one. */
async function refine(page: Page): Promise<void> {
  await searchByText(page);
  const marks = page.locator(".mark.like");
  await marks.nth(0).click();
  await marks.nth(1).click();
  await page.locator("#refine").fill("slower, no strings");
  await page.locator("#refine").press("Enter");
  await page.locator(".trail [aria-current=step]").waitFor({ timeout: ANSWERED_WITHIN_MS });
  await page.locator(".results:not(.stale)").waitFor({ timeout: ANSWERED_WITHIN_MS });
  await marks.nth(0).click();
  await page.locator(".mark.dislike").nth(1).click();
  await page.locator(".turns").evaluate((turns) => turns.scrollIntoView({ block: "center" }));
}

/** Puts three songs on the shortlist and opens the list of shortlists. */
async function fillShortlist(page: Page): Promise<void> {
  await searchByText(page);
  for (let index = 0; index < 3; index += 1) {
    await page.locator(".song-play").nth(index).focus();
    await page.keyboard.press("f");
    await page.locator(".notice").waitFor();
    await page.getByRole("button", { name: "Close the message" }).click();
  }
  await page.getByRole("link", { name: "Shortlists" }).click();
  await page.locator(".list-card").first().waitFor();
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await page.waitForLoadState("networkidle");
}
