/** The probability of each value of a head. They sum to 1. */
export type Shares = Readonly<Record<string, number>>;

/** What the heads say about a picture, or what was decided jointly. */
export interface Views {
  readonly subject: Shares;
  readonly setting: Shares;
  readonly scene: Shares;
  readonly time: Shares;
  readonly weather: Shares;
}

/** One value of each head. */
type Reading = { readonly [About in keyof Views]: string };

/** The value for "nothing of the kind is visible". */
export const NONE = "none";
const GRAPHIC = "graphic";
const PLACE = "place";
const SETTINGS = ["indoors", "outdoors"] as const;

/** Scenes that can be indoors. All others, except none, are outdoors. */
const ROOMS: ReadonlySet<string> = new Set(["indoor", "stadium", NONE]);
/** Weather that needs light, with the times of day that have it. */
const LIGHT: Readonly<Record<string, readonly string[]>> = {
  sunshine: ["day", "dusk"],
  sunrise: ["dusk"],
  cloudy: ["day", "dusk", NONE],
};

/**
 * Combines the heads: multiplies their probabilities for each possible reading of a picture, and returns the probability of
 * each value over all readings. A slide, card or chart shows nothing else. Two values that cannot be true together share no
 * reading, so at most one of them has more than half of the probability. Contradictions are therefore impossible for
 * values that are only given above 0.5.
 */
export function decide(heads: Views): Views {
  const { [GRAPHIC]: graphic = 0, ...subjects } = heads.subject;
  const sums = { subject: {}, setting: {}, scene: {}, time: {}, weather: {} } satisfies Record<keyof Views, Sums>;
  let total = 0;
  for (const [reading, share] of readings({ ...heads, subject: subjects })) {
    total += share;
    add(sums.subject, reading.subject, share);
    add(sums.setting, reading.setting, share);
    add(sums.scene, reading.scene, share);
    add(sums.time, reading.time, share);
    add(sums.weather, reading.weather, share);
  }
  const rest = total === 0 ? 0 : (1 - graphic) / total;
  const scaled = (about: Sums, silent: string): Shares => {
    const shares = Object.fromEntries(Object.entries(about).map(([value, share]) => [value, share * rest]));
    return { ...shares, [silent]: (shares[silent] ?? 0) + graphic };
  };
  return {
    subject: scaled(sums.subject, GRAPHIC),
    setting: scaled(sums.setting, NONE),
    scene: scaled(sums.scene, NONE),
    time: scaled(sums.time, NONE),
    weather: scaled(sums.weather, NONE),
  };
}

type Sums = Record<string, number>;

function add(sums: Sums, value: string, share: number): void {
  sums[value] = (sums[value] ?? 0) + share;
}

/** Yields the possible readings with the product of the heads' probabilities. */
function* readings(heads: Views): Generator<readonly [Reading, number], void, undefined> {
  for (const [subject, ofSubject] of Object.entries(heads.subject)) {
    for (const [setting, ofSetting] of Object.entries(heads.setting)) {
      for (const [scene, ofScene] of Object.entries(heads.scene)) {
        if (!isPlace(subject, setting, scene)) continue;
        const share = ofSubject * ofSetting * ofScene;
        for (const [weather, ofWeather] of Object.entries(heads.weather)) {
          if (!hasWeather(subject, setting, weather)) continue;
          for (const [time, ofTime] of Object.entries(heads.time)) {
            if (!hasLight(weather, time)) continue;
            yield [{ subject, setting, scene, time, weather }, share * ofWeather * ofTime];
          }
        }
      }
    }
  }
}

/** Whether values of a picture can be true together. A missing value fits everything. */
export function fit({ subject = PLACE, setting, scene = NONE, time, weather = NONE }: Partial<Reading>): boolean {
  if (subject === GRAPHIC) return [setting, scene, time, weather].every((value) => (value ?? NONE) === NONE);
  const settings = setting === undefined ? SETTINGS : [setting];
  return (
    settings.some((one) => isPlace(subject, one, scene) && hasWeather(subject, one, weather)) &&
    (time === undefined || hasLight(weather, time))
  );
}

/** Only a place has a scene, and the scene is where the camera is. */
function isPlace(subject: string, setting: string, scene: string): boolean {
  if (scene === NONE) return true;
  return subject === PLACE && (setting === "indoors" ? ROOMS.has(scene) : scene !== "indoor");
}

function hasWeather(subject: string, setting: string, weather: string): boolean {
  return weather === NONE || (subject === PLACE && setting === "outdoors");
}

function hasLight(weather: string, time: string): boolean {
  return LIGHT[weather]?.includes(time) ?? true;
}
