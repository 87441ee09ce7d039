import { describe, expect, test } from "bun:test";
import {
  EMPTY_DECK,
  exchanged,
  type Heard,
  neighbour,
  rowOf,
  withCurrent,
} from "../../src/console/app/player/heard.ts";
import { actionOf } from "../../src/console/app/player/key-actions.ts";
import { endedAt, positionIn, sectionBetween, startedAt } from "../../src/console/app/player/section.ts";
import { waveformShape } from "../../src/console/app/player/waveform-shape.ts";

const FILE = { id: "f", description: "", isInstrumental: false, seconds: 10, mp3: "/f.mp3", wav: null };
const ROWS = ["a", "silent", "b", "c"].map((id) => ({
  id,
  title: id,
  artists: [],
  files: id === "silent" ? [] : [FILE, { ...FILE, id: "g" }],
}));

function heard(index: number, seconds = 0, file = 0): Heard {
  return { rows: ROWS, index, file, seconds };
}

describe("the deck", () => {
  test("remembers the song before, and where it was left", () => {
    const first = withCurrent(EMPTY_DECK, heard(0), 0);
    expect(first).toEqual({ current: heard(0), other: null });
    expect(withCurrent(first, heard(2), 7)).toEqual({ current: heard(2), other: heard(0, 7) });
  });

  test("does not compare a song with another version of itself", () => {
    const second = withCurrent(withCurrent(EMPTY_DECK, heard(0), 0), heard(2), 7);
    expect(withCurrent(second, heard(2, 3, 1), 3)).toEqual({ current: heard(2, 3, 1), other: heard(0, 7) });
  });

  test("exchanges two songs, and each goes on where it was left", () => {
    const second = withCurrent(withCurrent(EMPTY_DECK, heard(0), 0), heard(2), 7);
    const back = exchanged(second, 4);
    expect(back).toEqual({ current: heard(0, 7), other: heard(2, 4) });
    expect(exchanged(back, 9)).toEqual({ current: heard(2, 4), other: heard(0, 9) });
    const alone = withCurrent(EMPTY_DECK, heard(0), 0);
    expect(exchanged(alone, 4)).toEqual(alone);
  });

  test("goes to the next song that has a file, and not beyond the list", () => {
    expect(rowOf(neighbour(heard(0), 1))?.id).toBe("b");
    expect(rowOf(neighbour(heard(2), -1))?.id).toBe("a");
    expect(neighbour(heard(3), 1)).toBeNull();
    expect(neighbour(heard(0), -1)).toBeNull();
  });
});

describe("a section", () => {
  test("lies between two positions in any order, and is not too short", () => {
    expect(sectionBetween(8, 3)).toEqual({ from: 3, to: 8 });
    expect(sectionBetween(3, 3.2)).toBeNull();
  });

  test("is set by its start and its end", () => {
    expect(startedAt(null, 5)).toEqual({ from: 5, to: null });
    expect(endedAt({ from: 5, to: null }, 9)).toEqual({ from: 5, to: 9 });
    expect(startedAt({ from: 5, to: 9 }, 6)).toEqual({ from: 6, to: 9 });
    expect(startedAt({ from: 5, to: 9 }, 12)).toEqual({ from: 12, to: null });
    expect(endedAt(null, 9)).toEqual({ from: 0, to: 9 });
    expect(endedAt({ from: 12, to: null }, 9)).toEqual({ from: 0, to: 9 });
  });

  test("repeats from its start after its end, and only if it has one", () => {
    const section = { from: 3, to: 8 };
    expect([2, 5, 7.9, 8, 100].map((seconds) => positionIn(section, seconds))).toEqual([2, 5, 7.9, 3, 3]);
    expect(positionIn({ from: 3, to: null }, 100)).toBe(100);
    expect(positionIn(null, 100)).toBe(100);
  });
});

describe("a key", () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

  test.each([
    [" ", { kind: "toggle" }],
    ["k", { kind: "toggle" }],
    ["ArrowLeft", { kind: "seek", seconds: -5 }],
    ["ArrowRight", { kind: "seek", seconds: 5 }],
    ["j", { kind: "seek", seconds: -10 }],
    ["L", { kind: "seek", seconds: 10 }],
    ["1", { kind: "version", index: 0 }],
    ["9", { kind: "version", index: 8 }],
    ["s", { kind: "similar" }],
    ["c", { kind: "compare" }],
    ["n", { kind: "song", step: 1 }],
    ["p", { kind: "song", step: -1 }],
    ["Escape", { kind: "escape" }],
    ["0", null],
    ["x", null],
    ["Enter", null],
    ["constructor", null],
  ] as const)("%p does what the list says", (key, action) => {
    expect(actionOf({ ...plain, key })).toEqual(action);
  });

  test.each(["ctrlKey", "metaKey", "altKey", "shiftKey"])("with %s belongs to the browser", (modifier) => {
    for (const key of ["s", "1", "ArrowLeft", " ", "c"])
      expect(actionOf({ ...plain, key, [modifier]: true })).toBeNull();
  });
});

describe("the shape of a waveform", () => {
  test("reaches the edge with its loudest part, and draws silence as a thin line", () => {
    expect(waveformShape([-128, 64, 0, 0])).toBe("M0 26.0L1 49.2L1 50.8L0 98.0Z");
  });

  test("does not draw a quiet file as if it was loud", () => {
    expect(waveformShape([-6, 6])).toBe("M0 38.0L0 62.0Z");
  });

  test("is empty without peaks", () => {
    expect(waveformShape([])).toBe("");
  });
});
