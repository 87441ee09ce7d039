import { afterAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { settled } from "../support/console-state.ts";

/** A player of the page, which does what Chromium's does with these calls: a failure pauses it. */
class Player extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3;
  paused = true;
  readyState = 0;
  error: object | null = null;
  readonly nextElementSibling = { textContent: "", dataset: { preparing: "is prepared", broken: "is broken" } };

  async play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event("play"));
    this.dispatchEvent(new Event("waiting"));
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
  }

  load(): void {
    this.paused = true;
    this.error = null;
  }

  sound(): void {
    this.readyState = 4;
    this.dispatchEvent(new Event("playing"));
  }

  fail({ pauses = true } = {}): void {
    this.error = {};
    this.paused ||= pauses;
    this.dispatchEvent(new Event("error"));
    if (pauses) this.dispatchEvent(new Event("pause"));
  }
}

const first = new Player();
const second = new Player();
const waits = new Map<number, () => void>();
let waitsMade = 0;
const timers = [spyOn(globalThis, "setTimeout"), spyOn(globalThis, "clearTimeout")] as const;

/** Ends the waits of the page. */
function passTime(): void {
  const due = [...waits.values()];
  waits.clear();
  for (const run of due) run();
}

timers[0].mockImplementation(((due: () => void) => {
  waitsMade += 1;
  waits.set(waitsMade, due);
  return waitsMade;
}) as unknown as typeof setTimeout);
timers[1].mockImplementation(((id: number) => void waits.delete(id)) as typeof clearTimeout);
Object.assign(globalThis, { document: { querySelectorAll: () => [first, second] } });
// With a query, it is run although other modules import it as a file.
await import(new URL("../../src/shortlists/pages/start.js?run", import.meta.url).href);
Reflect.deleteProperty(globalThis, "document");

afterAll(() => timers.forEach((timer) => timer.mockRestore()));

beforeEach(() => {
  for (const player of [first, second]) {
    player.load();
    player.dispatchEvent(new Event("playing"));
    player.paused = false;
    player.pause();
    player.readyState = 0;
  }
  waits.clear();
});

const said = (player: Player) => player.nextElementSibling.textContent;

describe("a song of the shared page that fails", () => {
  test("is tried again while it is wanted, and plays when its file is there", async () => {
    await first.play();
    first.fail();
    expect(said(first)).toBe("is prepared");
    passTime();
    expect(first.paused).toBe(false);
    first.fail();
    passTime();
    first.sound();
    expect([first.paused, said(first)]).toEqual([false, ""]);
  });

  test("does not stop another song that was started meanwhile", async () => {
    await first.play();
    first.fail();
    await second.play();
    second.sound();
    passTime();
    expect([first.paused, second.paused]).toEqual([true, false]);
    expect(said(first)).toBe("");
  });

  test("gives way to the next song after the last try, says so, and can be started again", async () => {
    await first.play();
    for (let tries = 0; tries < 20; tries += 1) {
      first.fail();
      if (tries < 19) passTime();
    }
    await settled();
    expect(second.paused).toBe(false);
    second.sound();
    passTime();
    expect(said(first)).toBe("is broken");
    await first.play();
    first.fail();
    passTime();
    expect(first.paused).toBe(false);
  });

  test("is not tried again after it was paused", async () => {
    await first.play();
    first.fail();
    passTime();
    first.pause();
    first.fail();
    passTime();
    expect([first.paused, said(first)]).toEqual([true, ""]);
  });

  test("does not say that it is prepared after it is given up", async () => {
    await second.play();
    for (let tries = 0; tries < 20; tries += 1) {
      // Other browsers do not pause it.
      second.fail({ pauses: false });
      if (tries < 19) passTime();
    }
    passTime();
    expect(said(second)).toBe("is broken");
  });
});

describe("a song of the shared page that does not sound yet", () => {
  test("says after a moment that it is prepared, until it sounds", async () => {
    await first.play();
    expect(said(first)).toBe("");
    passTime();
    expect(said(first)).toBe("is prepared");
    first.sound();
    expect(said(first)).toBe("");
  });

  test("says nothing if it sounds by then, or was paused", async () => {
    await first.play();
    first.dispatchEvent(new Event("waiting"));
    first.sound();
    first.readyState = 0;
    passTime();
    expect(said(first)).toBe("");
    first.dispatchEvent(new Event("waiting"));
    first.pause();
    first.paused = false;
    passTime();
    expect(said(first)).toBe("");
  });
});
