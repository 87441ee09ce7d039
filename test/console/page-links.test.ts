import { afterAll, describe, expect, test } from "bun:test";
import { ConsoleState } from "../support/console-state.ts";

interface Router {
  readonly startRouter: () => void;
  readonly goTo: (path: string) => void;
}

interface PageTitle {
  readonly pageTitle: () => string;
}

/** A link that was clicked, as far as the router reads it. */
class Link {
  readonly target = "";
  readonly origin = "http://needledrop.example";
  readonly search = "";
  readonly pathname: string;
  readonly hash: string;

  constructor(pathname: string, hash: string) {
    this.pathname = pathname;
    this.hash = hash;
  }

  closest(): this {
    return this;
  }

  hasAttribute(): boolean {
    return false;
  }
}

const page = new ConsoleState();
const router = await page.load<Router>("lib/router.ts");
const { pageTitle } = await page.load<PageTitle>("frame/page-title.ts");
const { addEventListener } = globalThis;
const clicks: ((event: object) => void)[] = [];
Object.assign(globalThis, {
  Element: Link,
  addEventListener: () => undefined,
  document: { addEventListener: (_type: string, run: (event: object) => void) => clicks.push(run) },
});
router.startRouter();

afterAll(() => {
  Object.assign(globalThis, { addEventListener });
  Reflect.deleteProperty(globalThis, "document");
  Reflect.deleteProperty(globalThis, "Element");
});

/** Clicks a link, and returns whether the console follows it in place of the browser. */
function click(path: string, hash = ""): boolean {
  let isFollowed = false;
  for (const run of clicks) run({ button: 0, target: new Link(path, hash), preventDefault: () => (isFollowed = true) });
  return isFollowed;
}

describe("a link", () => {
  test("to a part of the page is left to the browser, which moves the focus", () => {
    router.goTo("/console/catalog");
    expect(click("/console/catalog", "#page")).toBe(false);
  });

  test("to another page is followed without loading a page, and changes the title", () => {
    router.goTo("/console/catalog");
    expect(pageTitle()).toBe("Catalog · Needledrop");
    expect(click("/console/shortlists")).toBe(true);
    expect(pageTitle()).toBe("Shortlists · Needledrop");
  });
});
