import { assert } from "../../src/lib/assert.ts";

const APP = new URL("../../src/console/app/", import.meta.url).href;

/** A request that the console has sent, and that the test answers. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** The attributes of the document that was sent. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal | null;
  /** Answers, and waits until the console has read it. */
  readonly answer: (document: unknown, status?: number) => Promise<void>;
}

/** The state of the console without a browser: a page with an address, and requests that the test answers. */
export class ConsoleState {
  /** All requests, the first one first. */
  readonly asked: Asked[] = [];
  /** The addresses that the page had, with the present one as the last. */
  readonly addresses: string[] = ["/"];

  constructor() {
    const location = { pathname: "/", search: "", origin: "http://needledrop.example" };
    const goTo = (path: string): void => {
      const { pathname, search } = new URL(path, location.origin);
      Object.assign(location, { pathname, search });
      this.addresses.push(path);
    };
    Object.assign(globalThis, {
      location,
      history: {
        pushState: (_state: unknown, _title: string, path: string) => goTo(path),
        replaceState: (_state: unknown, _title: string, path: string) => goTo(path),
      },
      scrollTo: () => undefined,
      fetch: async (path: string, init: RequestInit) => await this.#ask(path, init),
    });
    Object.defineProperty(navigator, "languages", { value: ["en"], configurable: true });
  }

  /** Loads a module of the console by its path in `src/console/app`. The compiler knows these modules only in a browser. */
  async load<Module>(path: string): Promise<Module> {
    return (await import(APP + path)) as Module;
  }

  /** The latest request to an address. */
  request(method: string, path: string): Asked {
    const found = this.asked.findLast(
      (one) => (one.method === method && one.path === path) || one.path.startsWith(`${path}?`),
    );
    assert(found !== undefined, `the console has sent ${method} ${path}`);
    return found;
  }

  async #ask(path: string, { method = "GET", body, signal }: RequestInit): Promise<Response> {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const sent = typeof body === "string" ? (JSON.parse(body) as SentDocument) : null;
    this.asked.push({
      method,
      path,
      attributes: sent?.data.attributes ?? {},
      signal: signal ?? null,
      answer: async (document, status = 200) => {
        resolve(Response.json(document, { status, headers: { "content-type": "application/vnd.api+json" } }));
        await settled();
      },
    });
    return await promise;
  }
}

interface SentDocument {
  readonly data: { readonly attributes: Readonly<Record<string, unknown>> };
}

/** Waits until what answers set off has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
