import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout } from "bun:test";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { assert } from "../../src/lib/assert.ts";
import { Appliance, type Serving } from "./appliance.ts";
import { type BrowserVisit, openVisit, type VisitOptions } from "./browser-visit.ts";
import { findBrowser } from "./browser.ts";
import { prepareData, USERS } from "./demo-data.ts";

const STARTED_WITHIN_MS = 300_000;
/** Long, because the machine can be busy. After a timeout, Bun ends the browser, and all later tests fail, too. */
const TESTED_WITHIN_MS = 180_000;

/** Tests in Debian's `chromium`, which .ci/run installs. Without it they are skipped. */
export const describeInBrowser = describe.skipIf(findBrowser() === null);

export interface BrowserSetup extends VisitOptions {
  readonly catalog?: "demonstration" | "none";
  /** Options of `needledrop serve`. */
  readonly serve?: readonly string[];
  /** Runs before the server starts; what it returns are further options of `serve`. */
  readonly prepare?: (appliance: Appliance) => Promise<readonly string[]>;
}

interface Started {
  readonly appliance: Appliance;
  readonly server: Serving;
  readonly browser: Browser;
}

/**
 * A server and a real browser for the tests of a file, and a new context for each test, in which media play without a click. A
 * test fails if its page complains; see BrowserVisit.
 */
export class TestBrowser {
  readonly #setup: BrowserSetup;
  #started: Started | null = null;
  #visit: BrowserVisit | null = null;

  constructor(setup: BrowserSetup) {
    this.#setup = setup;
  }

  get appliance(): Appliance {
    return this.#parts.appliance;
  }

  get server(): Serving {
    return this.#parts.server;
  }

  /** The page of the test. */
  get page(): Page {
    return this.#current.page;
  }

  get context(): BrowserContext {
    return this.#current.context;
  }

  get complaints(): string[] {
    return this.#current.complaints;
  }

  get #parts(): Started {
    assert(this.#started !== null, "the tests of the file have begun");
    return this.#started;
  }

  get #current(): BrowserVisit {
    assert(this.#visit !== null, "a test is running");
    return this.#visit;
  }

  async start(): Promise<void> {
    const { catalog, serve, prepare } = this.#setup;
    const appliance = await Appliance.create();
    await prepareData(appliance, catalog ?? "demonstration");
    const more = (await prepare?.(appliance)) ?? [];
    const server = await appliance.serve(...(serve ?? []), ...more);
    const args = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"];
    const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args });
    this.#started = { appliance, server, browser };
  }

  async begin(): Promise<void> {
    this.#visit = await this.visit(this.#setup);
  }

  async end(): Promise<void> {
    const { page, context, complaints } = this.#current;
    expect(complaints).toEqual([]);
    // A list that scrolls can ask for another page until the end.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  }

  async stop(): Promise<void> {
    await this.#started?.browser.close();
    await this.#started?.appliance.remove();
  }

  /** Opens a new context in the place of the present one. */
  async renew(): Promise<void> {
    await this.context.close();
    await this.begin();
  }

  /** Forgets complaints with a text: what the test is about. */
  forgive(text: string): void {
    const others = this.complaints.filter((one) => !one.includes(text));
    this.complaints.splice(0, this.complaints.length, ...others);
  }

  /** Opens another context, for another person. */
  async visit(options: VisitOptions = {}): Promise<BrowserVisit> {
    return await openVisit(this.#parts.browser, this.server.url, options);
  }

  /** Signs in without the page, and opens a page of the console. */
  async signIn(
    path = "/",
    role: keyof typeof USERS = "supervisor",
    { context, page }: BrowserVisit = this.#current,
  ): Promise<void> {
    const data = { data: { type: "sessions", attributes: USERS[role] } };
    expect((await context.request.post(`${this.server.url}/v1/session`, { data })).status()).toBe(200);
    await page.goto(this.server.url + path);
    await page.locator("#page").waitFor();
  }
}

/** Starts a server and a browser before the tests of a file, and opens a context for each test. Call it inside `describeInBrowser`. */
export function browserForTests(setup: BrowserSetup = {}): TestBrowser {
  setDefaultTimeout(TESTED_WITHIN_MS);
  const browser = new TestBrowser(setup);
  beforeAll(() => browser.start(), STARTED_WITHIN_MS);
  afterAll(() => browser.stop());
  beforeEach(() => browser.begin());
  afterEach(() => browser.end());
  return browser;
}
