import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Guess } from "../../../schema/wire/analysis.ts";
import { combinePictures } from "../../../src/analysis/film/combine-pictures.ts";
import { contradictionsIn } from "../../support/contradictions.ts";
import { picture, sure } from "../../support/analyses.ts";

const UNSURE_SUBJECT: Guess = { value: "unsure", confidence: 0 };

describe("the pictures of a film", () => {
  test("give what most of them show", () => {
    const coast = picture({ subject: sure("place"), setting: sure("outdoors"), scenes: [sure("coast")] });
    const looks = combinePictures([coast, coast, coast, picture({ subject: sure("people"), scenes: [sure("none")] })]);
    expect(looks.subject?.value).toBe("place");
    expect(looks.scenes[0]).toEqual({ value: "coast", confidence: 0.675 });
    expect(looks.setting.value).toBe("outdoors");
  });

  test("are unsure if they show several places", () => {
    const looks = combinePictures([
      picture({ setting: sure("outdoors"), scenes: [sure("coast")] }),
      picture({ setting: sure("indoors"), scenes: [sure("indoor")] }),
    ]);
    expect(looks.scenes.map(({ value }) => value)).toEqual(["unsure"]);
    expect(looks.setting.value).toBe("unsure");
  });

  test("have the words of an hour and a setting only if they agree on it", () => {
    const seen = (time: string, setting: string) =>
      picture({ words: [time, setting, "blue"], time_of_day: sure(time), setting: sure(setting) });
    expect(combinePictures([seen("day", "outdoors"), seen("night", "indoors")]).words).toEqual(["blue"]);
    expect(combinePictures([seen("day", "outdoors"), seen("day", "outdoors")]).words).toEqual([
      "day",
      "outdoors",
      "blue",
    ]);
  });

  test("are read if an earlier version has analysed them", () => {
    const looks = combinePictures([picture({ scenes: [sure("city"), sure("town", 0.3)] })]);
    expect(looks.subject).toEqual(UNSURE_SUBJECT);
    expect(looks.flat_share).toBe(0);
  });

  test("never contradict each other, whatever the pictures show", () => {
    const anyPicture = fc
      .record({
        isRoom: fc.boolean(),
        scene: fc.constantFrom("city", "coast", "forest", "none"),
        confidence: fc.double({ min: 0.51, max: 1, noNaN: true }),
      })
      .map(({ isRoom, scene, confidence }) =>
        picture({
          subject: sure("place", confidence),
          setting: sure(isRoom ? "indoors" : "outdoors", confidence),
          scenes: [sure(isRoom ? "indoor" : scene, confidence)],
          weather: sure(isRoom ? "none" : "sunshine", confidence),
        }),
      );
    fc.assert(
      fc.property(fc.array(anyPicture, { minLength: 1, maxLength: 8 }), (pictures) => {
        const looks = combinePictures(pictures);
        for (const { value } of looks.scenes) {
          const { subject = UNSURE_SUBJECT, setting, weather } = looks;
          expect(contradictionsIn({ subject, setting, weather, timeOfDay: looks.time_of_day, scene: value })).toEqual(
            [],
          );
        }
      }),
    );
  });
});
