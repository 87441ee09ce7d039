import { describe, expect, test } from "bun:test";
import { filmSlots, machineLoad } from "../../src/assets/film-slots.ts";

describe("the slots for films", () => {
  test.each([
    [1, { cores: 2, load: 0 }, 0, "an idle machine has one until a film runs: its load is not in the average yet"],
    [1, { cores: 64, load: 0 }, 0, "a large one too, so that films start one by one"],
    [1, { cores: 1, load: 90 }, 0, "a busy machine has one, too: nothing would run otherwise"],
    [1, { cores: 2, load: 0.5 }, 1, "the film keeps both cores busy"],
    [1, { cores: 4, load: 3.5 }, 1, "half a core is idle"],
    [2, { cores: 4, load: 3 }, 1, "a core is idle"],
    [2, { cores: 3, load: 0 }, 1, "the average follows slowly, the film counts as two"],
    [1, { cores: 4, load: 3 }, 2, "two films keep all four busy"],
    [2, { cores: 16, load: 5 }, 2, "two are the most"],
  ])("are %d on %p beside %d films: %s", (slots, machine, running) => {
    expect(filmSlots(running, machine)).toBe(slots);
  });

  test("know the machine", () => {
    const { cores, load } = machineLoad();
    expect(cores).toBeGreaterThanOrEqual(1);
    expect(load).toBeGreaterThanOrEqual(0);
  });
});
