import type { Understood } from "./understood.ts";

/** Scenes as editors describe them, and wishes that must not follow from their words. */
export const SCENES: readonly Understood[] = [
  { brief: "she finds the letter in the attic and sits down on the floor", avoids: [], constraints: [] },
  { brief: "car chase through a wet city at night, relentless", wants: ["action"], constraints: [] },
  { brief: "heist crew walks in slow motion, cocky and cool", wants: ["cool"] },
  { brief: "first kiss under a streetlight", wants: ["romantic"] },
  { brief: "explainer video for a banking app, light and friendly", wants: ["corporate"] },
  { brief: "drone shot over a fjord at sunrise", wants: ["atmospheric"] },
  { brief: "kids build a spaceship out of cardboard", wants: ["children"] },
  { brief: "stadium walk-on, crowd roaring", wants: ["energetic"] },
  { brief: "funeral in the rain", wants: ["sad"] },
  { brief: "yoga retreat", wants: ["relaxing"] },
  { brief: "spooky old house on Halloween", wants: ["halloween"] },
  { brief: "christmas eve at grandma's", wants: ["christmas"] },
  { brief: "wedding video, golden hour, not cheesy", wants: ["romantic"], avoids: ["cheesy"] },
  { brief: "trailer for a thriller, no braams", wants: ["tense"] },
  { brief: "luxury watch, macro shots, restrained", wants: ["elegant"] },
  { brief: "true crime podcast bed, no melody", wants: ["tense"], avoids: ["melodic"] },
  { brief: "morning coffee advert, warm, acoustic, no whistling", wants: ["warm", "acoustic"], avoids: ["whistle"] },
  { brief: "workout playlist, hard and loud", constraints: [] },
  { brief: "the hero dies, nobody speaks", avoids: [] },
  { brief: "A soldier comes home, but his dog does not know him.", avoids: [] },
  { brief: "He can't sleep, he never could.", avoids: [] },
  { brief: "music for a car chase", notWanted: ["musical theatre"], wants: ["action"] },
  { brief: "sports final, last minute goal", wants: ["sport", "energetic"], notWanted: ["ambitious"] },
  { brief: "low tempo drone", wants: ["slow", "drone"] },
];
