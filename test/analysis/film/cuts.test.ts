import { describe, expect, test } from "bun:test";
import { cutsOf } from "../../../src/analysis/film/cuts.ts";
import { SURVEY_SIZE, type SurveyFrame } from "../../../src/analysis/film/survey.ts";
import { randomFrom } from "../../../scripts/lib/random.ts";

const RATE = 25;
type Colour = readonly [number, number, number];
type Shot = { readonly seconds: number } & ({ readonly plain: Colour } | { readonly picture: number });

const BLACK: Colour = [0, 0, 0];
const RED: Colour = [160, 20, 20];
const BLUE: Colour = [20, 60, 160];

/** Returns the frames of shots, each a plain screen or a picture of its own. */
function film(...shots: readonly Shot[]): readonly SurveyFrame[] {
  const pictures = shots.flatMap((shot) => {
    const data = "plain" in shot ? plain(shot.plain) : blocks(shot.picture);
    return Array.from({ length: Math.round(shot.seconds * RATE) }, () => data);
  });
  return pictures.map((data, number) => ({ number, data }));
}

function plain(colour: Colour): Uint8Array {
  return Uint8Array.from({ length: SURVEY_SIZE.width * SURVEY_SIZE.height * 3 }, (_, at) => colour[at % 3] ?? 0);
}

function blocks(seed: number): Uint8Array {
  const random = randomFrom(seed);
  const greys = Array.from({ length: 32 * 16 }, () => 40 + 180 * random());
  const { width, height } = SURVEY_SIZE;
  return Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3 / width), Math.floor(at / 3) % width];
    return greys[(row >> 1) * 32 + (column >> 1)] ?? 0;
  });
}

describe("the cuts of a film", () => {
  test("are between pictures", () => {
    expect(
      cutsOf(film({ seconds: 4, picture: 1 }, { seconds: 5, picture: 2 }, { seconds: 3, picture: 3 }), RATE),
    ).toEqual([4, 9]);
  });

  test("are at both ends of a plain title card, also of the first one", () => {
    const card = { seconds: 4, plain: BLUE };
    expect(cutsOf(film(card, { seconds: 5, picture: 1 }, card), RATE)).toEqual([4, 9]);
    expect(cutsOf(film({ seconds: 3, picture: 1 }, card, { seconds: 3, picture: 2 }), RATE)).toEqual([3, 7]);
  });

  test("are between plain cards of other colours", () => {
    expect(
      cutsOf(film({ seconds: 4, plain: RED }, { seconds: 5, plain: BLUE }, { seconds: 5, plain: RED }), RATE),
    ).toEqual([4, 9]);
  });

  test("are one for a black screen of less than a second between two shots", () => {
    const shots = film({ seconds: 3, picture: 1 }, { seconds: 0.6, plain: BLACK }, { seconds: 3, picture: 2 });
    expect(cutsOf(shots, RATE)).toEqual([3]);
  });

  test("are not the flashes of a plain strobe, nor a plain screen whose light changes slowly", () => {
    const strobe = Array.from({ length: 31 }, (_, at): Shot =>
      at % 2 === 0 ? { seconds: 0.4, plain: RED } : { seconds: 0.08, plain: BLUE },
    );
    expect(cutsOf(film(...strobe), RATE)).toEqual([]);
    const fading = Array.from({ length: 50 }, (_, at): Shot => ({ seconds: 0.04, plain: [4 * at, 4 * at, 4 * at] }));
    expect(cutsOf(film(...fading), RATE)).toEqual([]);
  });
});
