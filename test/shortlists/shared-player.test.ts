import { afterAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { settled } from "../support/console-state.ts";

/** A player of the page, which does what a browser's does with these calls. */
class Player extends EventTarget {
  paused = true;
  readonly nextElementSibling = { textContent: "", dataset: { preparing: "is prepared", broken: "is broken" } };

  async play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event("play"));
  }

  pause(): void {
    this.paused = true;
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
