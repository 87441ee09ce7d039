import type { Guess, PictureAnalysis } from "../../schema/wire/analysis.ts";
import type { EyeLabel } from "../train/by-eye.ts";

/** What a person saw in a picture, and what the analysis says. */
export interface Sighting {
  readonly eye: EyeLabel;
  readonly said: PictureAnalysis;
}

/** A count of right cases among the cases that count. */
export interface Count {
  readonly right: number;
  readonly of: number;
}

const SILENT: ReadonlySet<string> = new Set(["none", "unsure"]);
const ROOMS: ReadonlySet<string> = new Set(["indoor", "stadium"]);

/** Returns the figures of the issue by name. "right" of a false place counts the errors. */
export function sightFigures(all: readonly Sighting[]): Readonly<Record<string, Count>> {
  const isPlace = ({ eye }: Sighting): boolean => eye.subject === "place";
  const others = all.filter((one) => !isPlace(one) && one.eye.subject !== "graphic");
  const rooms = others.filter(({ eye }) => eye.setting === "indoors");
  const hours = all.filter(({ said }) => isSure(said.time_of_day));
  const visible = hours.filter(({ eye }) => eye.timeOfDay !== "none");
  const scenes = all.filter((one) => isPlace(one) && one.eye.scene !== "water" && isSure(sceneOf(one.said)));
  const weathers = all.filter(({ said }) => isSure(said.weather));
  const subjects = all.filter(({ said }) => isSure(subjectOf(said)));
  const settings = all.filter(({ said, eye }) => isSure(said.setting) && eye.setting !== null);
  return {
    "false outdoor places": countIn(others, ({ said }) => isOutdoors(sceneOf(said))),
    "rooms with people or things": countIn(rooms, ({ said }) => said.setting.value === "indoors"),
    "rooms with people": countIn(
      rooms.filter(({ eye }) => eye.subject === "people"),
      ({ said }) => said.setting.value === "indoors",
    ),
    "setting when sure": countIn(settings, ({ said, eye }) => said.setting.value === eye.setting),
    "hour when sure": countIn(visible, ({ said, eye }) => said.time_of_day.value === eye.timeOfDay),
    "hour when sure, of pictures without hour too": countIn(
      hours,
      ({ said, eye }) => said.time_of_day.value === eye.timeOfDay,
    ),
    ...Object.fromEntries(
      ["day", "dusk", "night"].map((hour) => [
        `${hour} found`,
        countIn(
          all.filter(({ eye }) => eye.timeOfDay === hour),
          ({ said }) => said.time_of_day.value === hour,
        ),
      ]),
    ),
    "scene when sure": countIn(scenes, ({ said, eye }) => sceneOf(said).value === eye.scene),
    "places with a scene": { right: scenes.length, of: all.filter(isPlace).length },
    "weather when sure": countIn(
      weathers,
      ({ said, eye }) =>
        said.weather.value === eye.weather || (said.weather.value === "sunrise" && eye.timeOfDay === "dusk"),
    ),
    "subject when sure": countIn(subjects, ({ said, eye }) => subjectOf(said).value === eye.subject),
  };
}

function countIn(cases: readonly Sighting[], isRight: (one: Sighting) => boolean): Count {
  return { right: cases.filter(isRight).length, of: cases.length };
}

function isSure({ value }: Guess): boolean {
  return !SILENT.has(value);
}

/** A scene that is no room. */
function isOutdoors(scene: Guess): boolean {
  return isSure(scene) && scene.confidence >= 0.5 && !ROOMS.has(scene.value);
}

function sceneOf({ scenes }: PictureAnalysis): Guess {
  const [first] = scenes;
  return first !== undefined && first.confidence >= 0.5 ? first : { value: "unsure", confidence: 0 };
}

function subjectOf({ subject }: PictureAnalysis): Guess {
  return subject ?? { value: "unsure", confidence: 0 };
}
