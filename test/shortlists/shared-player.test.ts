import { afterAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { settled } from "../support/console-state.ts";

/** A player of the page, which does what a browser's does with these calls. */
class Player extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3;
  paused = true;
  readyState = 0;
  readonly nextElementSibling = { textContent: "", dataset: { preparing: "is prepared", broken: "is broken" } };

  async play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event("play"));
  }

  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
  }

  load(): void {
    this.paused = true;
  }

  fail(): void {
    this.dispatchEvent(new Event("error"));
  }
}

const first = new Player();
const second = new Player();
const retries: (() => void)[] = [];
const timers = spyOn(globalThis, "setTimeout");

/** Runs the retries that are due. */
function retry(): void {
  for (const due of retries.splice(0)) due();
}

timers.mockImplementation(((due: () => void) => retries.push(due)) as unknown as typeof setTimeout);
Object.assign(globalThis, { document: { querySelectorAll: () => [first, second] } });
// With a query, it is run although other modules import it as a file.
await import(new URL("../../src/shortlists/pages/start.js?run", import.meta.url).href);
Reflect.deleteProperty(globalThis, "document");

afterAll(() => timers.mockRestore());

beforeEach(() => {
  for (const player of [first, second]) {
    player.pause();
    player.readyState = 0;
    player.dispatchEvent(new Event("playing"));
  }
  retries.length = 0;
});

describe("a song of the shared page that fails", () => {
  test("is tried again while it is wanted", async () => {
    await first.play();
    first.fail();
    expect(first.nextElementSibling.textContent).toBe("is prepared");
    retry();
    expect(first.paused).toBe(false);
  });

  test("does not stop another song that was started meanwhile", async () => {
    await first.play();
    first.fail();
    await second.play();
    retry();
    expect(second.paused).toBe(false);
    expect(first.paused).toBe(true);
    expect(first.nextElementSibling.textContent).toBe("");
  });

  test("gives way to the next song after the last try", async () => {
    await first.play();
    for (let tries = 0; tries < 20; tries += 1) {
      first.fail();
      retry();
    }
    await settled();
    expect(first.nextElementSibling.textContent).toBe("is broken");
    expect(second.paused).toBe(false);
  });
});

describe("a song of the shared page that does not sound yet", () => {
  test("says after a moment that it is prepared, until it sounds", async () => {
    await first.play();
    first.dispatchEvent(new Event("waiting"));
    expect(first.nextElementSibling.textContent).toBe("");
    retry();
    expect(first.nextElementSibling.textContent).toBe("is prepared");
    first.dispatchEvent(new Event("playing"));
    expect(first.nextElementSibling.textContent).toBe("");
  });

  test("says nothing if it sounds by then, or was paused", async () => {
    await first.play();
    first.dispatchEvent(new Event("waiting"));
    first.readyState = 4;
    retry();
    expect(first.nextElementSibling.textContent).toBe("");
    first.readyState = 0;
    first.dispatchEvent(new Event("waiting"));
    first.pause();
    retry();
    expect(first.nextElementSibling.textContent).toBe("");
  });
});
