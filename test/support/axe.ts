import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
/** The rules that depend on colours, which are all that the light theme changes. They take half of the time of all rules. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const OVERFLOW = "Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)";

/** Returns what axe finds on the page that is serious, by all rules or by the given ones. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // The policy of the page allows no inline script; evaluating one is the browser's own access. A page reads it once.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
  // Without `preload`, axe does not read style sheets and media again for rules that find nothing serious.
  const options = { resultTypes: ["violations"], preload: false, ...(rules === undefined ? {} : { runOnly: rules }) };
  return await page.evaluate<readonly string[]>(`(async () => {
    const { violations } = await axe.run(document, ${JSON.stringify(options)});
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" "));
  })()`);
}

/** Expects that axe finds nothing serious and that nothing is wider than the page, dark and light, wide and narrow. */
export async function expectAccessible(page: Page, widths: readonly number[] = [1440, 400]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await seriousFindings(page, colorScheme === "dark" ? undefined : COLOUR_RULES);
      expect([page.url(), colorScheme, width, found]).toEqual([page.url(), colorScheme, width, []]);
    }
    const overflow = await page.evaluate<number>(OVERFLOW);
    expect([page.url(), width, overflow]).toEqual([page.url(), width, 0]);
  }
}
