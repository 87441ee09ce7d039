import { batch, computed, signal } from "@preact/signals";
import { PAGE_PATHS, type PageName } from "../../page-paths.ts";

export interface Place {
  /** Null for an address that no page has. */
  readonly page: PageName | null;
  /** The segments of the address at `:name`. */
  readonly params: Readonly<Record<string, string>>;
}

const address = signal(location.pathname);
/** The query of the address, with its question mark; empty without one. */
export const query = signal(location.search);

/** The page that the address names. */
export const place = computed<Place>(() => placeOf(address.value));

/** Follows links inside the console and the browser's back button, without loading a page. */
export function startRouter(): void {
  addEventListener("popstate", readLocation);
  document.addEventListener("click", (event) => {
    const path = consoleLinkOf(event);
    if (path === null) return;
    event.preventDefault();
    goTo(path);
  });
}

/** Shows the page at `path` and adds it to the browser's history. */
export function goTo(path: string): void {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
  readLocation();
  scrollTo(0, 0);
}

function readLocation(): void {
  batch(() => {
    address.value = location.pathname;
    query.value = location.search;
  });
}

/** Changes the address, with another step in the browser's history. The page stays where it is scrolled to. */
export function pushPath(path: string): void {
  if (path === location.pathname) return;
  history.pushState(null, "", path);
  readLocation();
}

/** Changes the address without another step in the browser's history. */
export function replacePath(path: string): void {
  if (path === location.pathname) return;
  history.replaceState(null, "", path);
  readLocation();
}

/** Changes the query of the address without another step in the browser's history. */
export function replaceQuery(text: string): void {
  if (text === location.search) return;
  history.replaceState(null, "", location.pathname + text);
  readLocation();
}

/** Returns the address of a page: the first one that has exactly these parameters. */
export function pathTo(page: PageName, params: Readonly<Record<string, string>> = {}): string {
  const names = Object.keys(params).toSorted().join(" ");
  const pattern = PAGE_PATHS[page].find((path) => namesIn(path) === names);
  if (pattern === undefined) throw new Error(`The page ${page} has no address with the parameters ${names}.`);
  return pattern.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ""));
}

function namesIn(pattern: string): string {
  return [...pattern.matchAll(/:(\w+)/g)]
    .map(([, name = ""]) => name)
    .toSorted()
    .join(" ");
}

function placeOf(path: string): Place {
  for (const [page, patterns] of Object.entries(PAGE_PATHS)) {
    for (const pattern of patterns) {
      const params = match(pattern, path);
      if (params !== null) return { page: page as PageName, params };
    }
  }
  return { page: null, params: {} };
}

function match(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? "";
    if (segment.startsWith(":") && value !== "") params[segment.slice(1)] = decoded(value);
    else if (segment !== value) return null;
  }
  return params;
}

/** A segment that is not encoded correctly is shown as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the path of a plain click on a link to another page of the console, or null. */
function consoleLinkOf(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return null;
  const link = event.target.closest("a");
  if (link === null || link.origin !== location.origin || link.target !== "" || link.hasAttribute("download"))
    return null;
  // The browser itself follows a link to a part of this page.
  if (link.hash !== "" && link.pathname === location.pathname && link.search === location.search) return null;
  return placeOf(link.pathname).page === null ? null : link.pathname + link.search;
}
