import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { USERS } from "./demo-data.ts";

/** The first play of a song waits for its MP3 and its waveform, the first page for its bundle. */
export const MADE_WITHIN_MS = 150_000;
const TRY_MS = 30;

/** Signs in with the form. */
export async function signInWithForm(page: Page): Promise<void> {
  await page.getByLabel("Name").fill(USERS.supervisor.name);
  await page.getByLabel("Password").fill(USERS.supervisor.password);
  await page.getByLabel("Password").press("Enter");
  await page.getByLabel("Brief").waitFor();
}

/** Searches by a brief, and waits for the answer. */
export async function searchFor(page: Page, brief: string): Promise<void> {
  const former = page.url();
  await page.getByLabel("Brief").fill(brief);
  await page.getByLabel("Brief").press("Enter");
  await page.waitForURL((url) => url.href !== former);
  await page.getByText(/^Songs found/).waitFor();
}

/** Waits until an expression is true in the page. Its policy does not let Playwright wait for a string by itself. */
export async function until(page: Page, expression: string): Promise<void> {
  const end = Date.now() + MADE_WITHIN_MS;
  while (!(await page.evaluate<boolean>(expression))) {
    expect([expression, Date.now() < end]).toEqual([expression, true]);
    await page.waitForTimeout(TRY_MS);
  }
}

/** Returns the attributes of each search that the page submits from now on. */
export function recordSearches(page: Page): readonly Record<string, unknown>[] {
  const submitted: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST" || !request.url().endsWith("/v1/supervisor/search")) return;
    const body = request.postDataJSON() as { readonly data: { readonly attributes: Record<string, unknown> } };
    submitted.push(body.data.attributes);
  });
  return submitted;
}
