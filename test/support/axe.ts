import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const OVERFLOW = "Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)";

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Returns what axe finds on the page that is serious. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // The policy of the page allows no inline script; evaluating one is the browser's own access.
  await page.evaluate(AXE);
  const results = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Expects that axe finds nothing serious and that nothing is wider than the page, dark and light, wide and narrow. */
export async function expectAccessible(page: Page, widths: readonly number[] = [1440, 400]): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    for (const width of widths) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const found = await seriousFindings(page);
      expect([page.url(), colorScheme, width, found]).toEqual([page.url(), colorScheme, width, []]);
      const overflow = await page.evaluate<number>(OVERFLOW);
      expect([page.url(), width, overflow]).toEqual([page.url(), width, 0]);
    }
  }
}
