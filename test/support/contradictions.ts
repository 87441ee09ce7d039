import type { Guess } from "../../schema/wire/analysis.ts";

/** What an analysis says. Written without the rules of `decide.ts`, so that a test of them proves something. */
interface Said {
  readonly subject: Guess;
  readonly setting: Guess;
  readonly timeOfDay: Guess;
  readonly weather: Guess;
  readonly scene: string;
}

const OUTDOORS = new Set(["city", "coast", "forest", "mountain", "open", "road", "sky", "town"]);
const SAYS_NOTHING = new Set(["none", "unsure"]);

/** Returns the pairs of values that cannot be true together. */
export function contradictionsIn({ subject, setting, timeOfDay, weather, scene }: Said): string[] {
  const says = (value: string): boolean => !SAYS_NOTHING.has(value);
  const isOther = says(subject.value) && subject.value !== "place";
  const found: readonly (readonly [string, boolean])[] = [
    ["a scene of something that is no place", isOther && says(scene)],
    ["a weather of something that is no place", isOther && says(weather.value)],
    ["a graphic with a setting", subject.value === "graphic" && says(setting.value)],
    ["a graphic with an hour", subject.value === "graphic" && says(timeOfDay.value)],
    ["a room outdoors", scene === "indoor" && setting.value === "outdoors"],
    ["a landscape indoors", OUTDOORS.has(scene) && setting.value === "indoors"],
    ["weather indoors", says(weather.value) && setting.value === "indoors"],
    ["sun at night", ["sunshine", "sunrise"].includes(weather.value) && timeOfDay.value === "night"],
    ["a low sun by day", weather.value === "sunrise" && timeOfDay.value === "day"],
  ];
  return found.flatMap(([name, isFound]) => (isFound ? [name] : []));
}
