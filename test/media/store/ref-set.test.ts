import { expect, test } from "bun:test";
import { RefSet } from "../../../src/media/store/ref-set.ts";

test("a set of refs has the added refs and no others, while it grows", () => {
  const refs = new RefSet();
  for (let n = 0; n < 20_000; n++) {
    refs.add(`/audio/${n}.wav`);
    refs.add(`/audio/${n}.wav`);
  }
  for (let n = 0; n < 20_000; n++) {
    if (!refs.has(`/audio/${n}.wav`)) throw new Error(`${n} is lost`);
    if (refs.has(`/audio/${n}.mp3`)) throw new Error(`${n} was never added`);
  }
  expect(refs.has("")).toBe(false);
});
