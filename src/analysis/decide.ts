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
 *
 * There are thousands of readings, so they are summed in two parts: what the picture is of, and its weather and hour. The parts
 * depend on each other only by whether the picture shows the sky (`isOpen`).
 */
export function decide(heads: Views): Views {
  const { [GRAPHIC]: graphic = 0, ...subjects } = heads.subject;
  const skies = skiesOf(heads);
  const sums = { subject: {}, setting: {}, scene: {}, weather: {}, time: {} } satisfies Record<keyof Views, Sums>;
  let [open, closed] = [0, 0];
  for (const [subject, ofSubject] of Object.entries(subjects)) {
    for (const [setting, ofSetting] of Object.entries(heads.setting)) {
      const isSky = isOpen(subject, setting);
      const ofSky = isSky ? skies.any : skies.none;
      for (const [scene, ofScene] of Object.entries(heads.scene)) {
        if (!isPlace(subject, setting, scene)) continue;
        const share = ofSubject * ofSetting * ofScene;
        if (isSky) open += share;
        else closed += share;
        add(sums.subject, subject, share * ofSky);
        add(sums.setting, setting, share * ofSky);
        add(sums.scene, scene, share * ofSky);
      }
    }
  }
  for (const { weather, time, share } of skies.pairs) {
    const whole = share * (weather === NONE ? open + closed : open);
    add(sums.weather, weather, whole);
    add(sums.time, time, whole);
  }
  const total = open * skies.any + closed * skies.none;
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

interface Skies {
  /** Each weather with each hour that fits it. */
  readonly pairs: readonly { readonly weather: string; readonly time: string; readonly share: number }[];
  /** The sum of all pairs, and of those without a weather. */
  readonly any: number;
  readonly none: number;
}

function skiesOf({ weather: weathers, time: times }: Views): Skies {
  const pairs = Object.entries(weathers).flatMap(([weather, ofWeather]) =>
    Object.entries(times).flatMap(([time, ofTime]) =>
      hasLight(weather, time) ? [{ weather, time, share: ofWeather * ofTime }] : [],
    ),
  );
  const sumOf = (some: Skies["pairs"]): number => some.reduce((sum, { share }) => sum + share, 0);
  return { pairs, any: sumOf(pairs), none: sumOf(pairs.filter(({ weather }) => weather === NONE)) };
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

/** Whether a weather can be visible. */
function isOpen(subject: string, setting: string): boolean {
  return subject === PLACE && setting === "outdoors";
}

function hasWeather(subject: string, setting: string, weather: string): boolean {
  return weather === NONE || isOpen(subject, setting);
}

function hasLight(weather: string, time: string): boolean {
  return LIGHT[weather]?.includes(time) ?? true;
}
