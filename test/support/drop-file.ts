import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";

/** Allows the page to copy what is dropped. */
const COPY = 1;

/** Drags a file of the disk onto an element and drops it there, as a person does. */
export async function dropFile(page: Page, target: Locator, path: string): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  expect(box).not.toBeNull();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  const at = { x: x + width / 2, y: y + height / 2 };
  const data = { items: [], files: [path], dragOperationsMask: COPY };
  const cdp = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await cdp.send("Input.dispatchDragEvent", { type, ...at, data });
  }
  await cdp.detach();
}
