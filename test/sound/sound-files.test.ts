import { describe, expect, test } from "bun:test";
import { Refused, refuse } from "../../src/lib/refusal.ts";
import { filesInTime, soundFiles } from "../../src/sound/sound-files.ts";
import { SoundBusy } from "../../src/sound/sound-shelf.ts";

const others = { locate: async (ref: string) => `/files${ref}` };
/** Time passes at once, or never. */
const atOnce = { after: (_delayMs: number, effect: () => void) => (effect(), () => undefined) };
const never = { after: () => () => undefined };

async function refusalOf(work: Promise<unknown>) {
  const error: unknown = await work.catch((reason: unknown) => reason);
  return error instanceof Refused ? { name: error.refusals[0].name, headers: error.headers } : error;
}

describe("the sound of a demonstration song", () => {
  test("is where it was rendered, and other files where they lie", async () => {
    const files = soundFiles({ fileOf: async () => "/rendered.wav" }, others);
    expect(await files.locate("sound:nd-1/main")).toBe("/rendered.wav");
    expect(await files.locate("/a.wav")).toBe("/files/a.wav");
    expect(await filesInTime(files, never).locate("sound:nd-1/main")).toBe("/rendered.wav");
  });

  test("that is none is 404, and one that too many wait for 503", async () => {
    const none = soundFiles({ fileOf: async () => null }, others);
    expect(await refusalOf(none.locate("sound:nd-1/none"))).toMatchObject({ name: "not_found" });
    const busy = soundFiles({ fileOf: () => Promise.reject(new SoundBusy("busy")) }, others);
    expect(await refusalOf(busy.locate("sound:nd-1/main"))).toEqual({
      name: "not_ready",
      headers: { "retry-after": "60" },
    });
  });

  test("that is not rendered in time is 503 for a request; what only lies far away is waited for", async () => {
    const slow = {
      locate: (ref: string) => (ref === "/a.wav" ? others.locate(ref) : new Promise<string>(() => undefined)),
    };
    expect(await refusalOf(filesInTime(slow, atOnce).locate("sound:nd-1/main"))).toEqual({
      name: "not_ready",
      headers: { "retry-after": "5" },
    });
    expect(await filesInTime(slow, atOnce).locate("/a.wav")).toBe("/files/a.wav");
    const gone = { locate: () => Promise.reject(refuse("not_found")) };
    expect(await refusalOf(filesInTime(gone, never).locate("sound:nd-1/main"))).toMatchObject({ name: "not_found" });
  });
});
