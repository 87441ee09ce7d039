import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Appliance, type Serving } from "../support/appliance.ts";
import { findBrowser, openPage } from "../support/browser.ts";

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, object>>;
  readonly webhooks: Readonly<Record<string, object>>;
}

const browser = findBrowser();

/** Needs Debian's `chromium`, which .ci/run installs. test/http tests the markup of the pages without it. */
describe.skipIf(browser === null)("in a real browser", () => {
  let appliance: Appliance;
  let server: Serving;

  beforeAll(async () => {
    appliance = await Appliance.create();
    const dump = await appliance.file("catalog.jsonl", '{"id":"1","title":"Glass Harbour"}\n');
    expect((await appliance.run("import", dump)).status).toBe(0);
    server = await appliance.serve();
  });

  afterAll(() => appliance.remove());

  test("the status page shows that the service is ready and links the reference, without a console message", async () => {
    const page = await openPage(browser ?? "", `${server.url}/console/status`);
    expect(page.dom).toContain("Ready");
    expect(page.dom).toContain('href="/reference"');
    expect(page.console).toEqual([]);
  });

  test("the reference shows every endpoint and loads nothing from other hosts", async () => {
    const page = await openPage(browser ?? "", `${server.url}/reference`);
    const document: OpenApiDocument = JSON.parse(await (await fetch(`${server.url}/openapi.json`)).text());
    const items = [...Object.values(document.paths), ...Object.values(document.webhooks)];
    const operations = items.flatMap((item) => Object.keys(item).filter((name) => name !== "parameters"));
    expect(page.dom.split('class="opblock-summary-method"').length - 1).toBe(operations.length);
    expect(page.console).toEqual([]);
  });
});
