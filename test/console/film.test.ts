import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { volumesAt } from "../../src/console/app/film/balance.ts";
import { correctionOf, snapped, songSecondsAt } from "../../src/console/app/film/film-clock.ts";
import { keepOffset, offsetOf, offsetText } from "../../src/console/app/film/offsets.ts";

describe("a film that follows a song", () => {
  test("jumps if it is far away, and is otherwise a little faster or slower", () => {
    expect(correctionOf(10, 12)).toEqual({ kind: "jump", seconds: 12 });
    expect(correctionOf(10, 10.01)).toEqual({ kind: "rate", rate: 1 });
    expect(correctionOf(10, 10.05)).toEqual({ kind: "rate", rate: 1.05 });
    expect(correctionOf(10, 9.8)).toEqual({ kind: "rate", rate: 0.92 });
  });

  test("comes nearer with every frame, until it is in sync", () => {
    fc.assert(
      fc.property(fc.double({ min: -5, max: 5, noNaN: true }), (ahead) => {
        let [film, song] = [20 + ahead, 20];
        for (let frame = 0; frame < 400; frame += 1) {
          const correction = correctionOf(film, song);
          if (correction.kind === "jump") film = correction.seconds;
          else film += 0.04 * correction.rate;
          song += 0.04;
        }
        expect(Math.abs(film - song)).toBeLessThan(0.07);
      }),
    );
  });

  test("has the song only between its start and its end", () => {
    const placed = { offset: 2.5, length: 10 };
    expect([2.4, 2.5, 7, 12.4, 12.5].map((at) => songSecondsAt(at, placed))).toEqual([null, 0, 4.5, 9.9, null]);
    expect(songSecondsAt(0, { offset: -3, length: 10 })).toBe(3);
  });
});

describe("a dragged song", () => {
  const catching = { points: [0, 4, 15], withinSeconds: 0.2 };

  test("is caught by the nearest point, with its start or its end", () => {
    expect(snapped({ offset: 4.1, length: 25 }, catching)).toBe(4);
    expect(snapped({ offset: 4.9, length: 10 }, catching)).toBe(5);
    expect(snapped({ offset: -0.1, length: 25 }, catching)).toBe(0);
  });

  test("stays where it is far from all points", () => {
    expect(snapped({ offset: 4.3, length: 25 }, catching)).toBe(4.3);
    expect(snapped({ offset: 4.1, length: 25 }, { ...catching, withinSeconds: 0 })).toBe(4.1);
  });
});

describe("the offset of a song in a film", () => {
  test("is kept for each film and song, to a hundredth, and null if nobody has moved the song", () => {
    keepOffset("film", "song", 12.3456);
    expect(offsetOf("film", "song")).toBe(12.35);
    expect(offsetOf("film", "other")).toBeNull();
    expect(offsetOf("other", "song")).toBeNull();
    keepOffset("film", "song", null);
    expect(offsetOf("film", "song")).toBeNull();
  });

  test("is forgotten after a thousand newer ones", () => {
    for (let count = 0; count <= 1_000; count += 1) keepOffset("film", `${count}`, count);
    expect([offsetOf("film", "0"), offsetOf("film", "1"), offsetOf("film", "1000")]).toEqual([null, 1, 1_000]);
  });

  test.each([
    [0, "+0:00.00"],
    [-0.001, "+0:00.00"],
    [12.34, "+0:12.34"],
    [-61.5, "−1:01.50"],
    [59.999, "+1:00.00"],
  ])("%d is shown as %s", (seconds, text) => {
    expect(offsetText(seconds)).toBe(text);
  });
});

test("film and music both have their full volume in the middle of the balance", () => {
  expect([0, 0.25, 0.5, 1].map(volumesAt)).toEqual([
    { film: 1, music: 0 },
    { film: 1, music: 0.5 },
    { film: 1, music: 1 },
    { film: 0, music: 1 },
  ]);
});
