import { picture, sure } from "../../support/analyses.ts";
import type { SightCase } from "./sight-case.ts";

const outdoors = { setting: sure("outdoor", 0.96) };

export const COLOURLESS_PICTURES: readonly SightCase[] = [
  {
    what: "a bright sea without colours, which a head calls sunny",
    analyses: [
      picture({
        ...outdoors,
        scenes: [sure("coast", 0.85)],
        weather: sure("sunshine"),
        saturation: 0,
        colourfulness: 0,
        brightness: 0.6,
      }),
    ],
    first: ["calm", "reflective", "expansive"],
    wants: ["reflective", "piano"],
    notWanted: ["summer", "carefree", "party", "lonely"],
    seen: ["black and white picture"],
  },
  {
    what: "an old black and white photograph of a coast",
    analyses: [picture({ ...outdoors, scenes: [sure("coast", 0.6)], saturation: 0, colourfulness: 0 })],
    wants: ["timeless", "piano"],
    notWanted: ["lonely", "edm", "party", "tropical"],
    seen: ["black and white picture"],
  },
];
