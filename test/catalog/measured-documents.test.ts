import { expect, test } from "bun:test";
import { documentsWithMeasured } from "../../src/catalog/measured.ts";
import { done, runNow } from "../../src/db/work.ts";
import { audioFacts } from "../support/audio-facts.ts";
import { song, version } from "../ranking/support.ts";

test("a document for the index is the same whichever songs are read together with it", () => {
  const whole = { ...song({ id: "1" }), audioFiles: [version("a", { mediaRef: "drums.wav" })] };
  const parts = [version("b", { mediaRef: "mix.wav" }), version("c", { mediaRef: "drums.wav", stem: true })];
  const other = { ...song({ id: "2" }), audioFiles: parts };
  const media = {
    of: (refs: readonly string[]) => done(new Map(refs.map((ref) => [ref, audioFacts()]))),
    descriptorsOf: (refs: readonly string[]) => done(new Map(refs.map((ref) => [ref, new Uint8Array([ref.length])]))),
  };
  const [alone] = runNow(documentsWithMeasured([other], media));
  const [first, second] = runNow(documentsWithMeasured([whole, other], media));
  expect(second).toEqual(alone);
  expect(second?.audioFiles.map(({ duration }) => duration)).toEqual([audioFacts().duration, null]);
  expect([first, second].map((one) => one?.descriptor)).toEqual(["CQ==", "Bw=="]);
});
