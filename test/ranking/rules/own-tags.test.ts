import { describe, expect, test } from "bun:test";
import { ids, search, song } from "../support.ts";

const brassy = song({ id: "brassy", tags: { instrument: ["brass"] } });
const alone = song({ id: "alone", tags: { characteristic: ["no other instruments"] } });
const calm = song({ id: "calm", tags: { mood: ["calm"] } });

describe("a catalog's own tags", () => {
  test("are found with their words in another order, and with grammar between them", () => {
    const poor = song({ id: "poor", tags: { characteristic: ["poor audio quality"] } });
    expect(ids(search([poor, calm], "the audio quality is poor"))).toEqual(["poor"]);
  });

  test("are found with their negation", () => {
    expect(ids(search([alone, calm], "solo, no other instruments"))).toEqual(["alone"]);
  });

  test.each(["avoid: drums, brass", "no drums, brass or choir", "no vocals, brass or drums"])(
    'are not looked for among what is to be avoided: "%s"',
    (brief) => {
      expect(ids(search([brassy, calm], brief))).toEqual([]);
    },
  );
});
