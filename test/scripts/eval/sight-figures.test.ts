import { describe, expect, test } from "bun:test";
import { sightFigures } from "../../../scripts/eval/sight-figures.ts";
import { picture, sure } from "../../support/analyses.ts";

const eye = { subject: "people", setting: "indoors", timeOfDay: "none", weather: "none", scene: "none", isOwn: false };

describe("the figures of the analysis", () => {
  test("count an outdoor scene of people as false, and silence or a room not", () => {
    const said = [
      picture({ scenes: [sure("forest")] }),
      picture({ scenes: [sure("none")] }),
      picture({ scenes: [sure("forest", 0.3)] }),
      picture({ setting: sure("indoors"), scenes: [sure("indoor")] }),
    ];
    const figures = sightFigures(said.map((one) => ({ eye, said: one })));
    expect(figures["false outdoor places"]).toEqual({ right: 1, of: 4 });
    expect(figures["rooms with people or things"]).toEqual({ right: 1, of: 4 });
  });

  test("judge an hour only where one is given, and apart where a person saw none", () => {
    const outside = { ...eye, subject: "place", setting: "outdoors", timeOfDay: "night" };
    const figures = sightFigures([
      { eye: outside, said: picture({ time_of_day: sure("night") }) },
      { eye: outside, said: picture({ time_of_day: sure("day") }) },
      { eye: outside, said: picture() },
      { eye, said: picture({ time_of_day: sure("day") }) },
    ]);
    expect(figures["hour when sure"]).toEqual({ right: 1, of: 2 });
    expect(figures["hour when sure, of pictures without hour too"]).toEqual({ right: 1, of: 3 });
    expect(figures["night found"]).toEqual({ right: 1, of: 3 });
  });
});
