const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, at): [string, number] => [word, at + 1]),
);

const TENS: ReadonlyMap<string, number> = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, at): [string, number] => [word, (at + 2) * 10]),
);

const MORE: ReadonlyMap<string, number> = new Map([
  ["a", 1],
  ["an", 1],
  ["half a", 0.5],
  ["a couple of", 2],
  ["zwei", 2],
  ["drei", 3],
  ["dos", 2],
  ["tres", 3],
  ["deux", 2],
  ["trois", 3],
  ["due", 2],
  ["tre", 3],
  ["dois", 2],
  ["três", 3],
]);

/** Matches a number in figures or words, for use within a larger pattern. */
export const NUMBER = `(?:\\d+(?:[.,]\\d+)?|half a|a couple of|(?:${[...TENS.keys()].join("|")})(?:[- ](?:${[...NUMBER_WORDS.keys()].join("|")}))?|${[...NUMBER_WORDS.keys(), ...MORE.keys()].join("|")})`;

/** NaN for what NUMBER does not match. */
export function readNumber(text: string): number {
  const figures = Number(text.replace(",", "."));
  if (!Number.isNaN(figures)) return figures;
  const known = MORE.get(text) ?? NUMBER_WORDS.get(text) ?? TENS.get(text);
  if (known !== undefined) return known;
  const [tens = "", ones = ""] = text.split(/[- ]/);
  return (TENS.get(tens) ?? Number.NaN) + (NUMBER_WORDS.get(ones) ?? Number.NaN);
}

/** What stands before a number and says which side of it is meant. */
export type Bound = "around" | "under" | "over" | "exactly";

const BOUNDS: readonly (readonly [Bound, string])[] = [
  [
    "around",
    "around|about|approximately|approx\\.?|roughly|circa|ca\\.?|some|~|close to|near|nearly|etwa|ungefähr|unos|alrededor de|environ|autour de|circa|intorno a|cerca de|por volta de",
  ],
  [
    "under",
    "under|below|less than|fewer than|no more than|not more than|no longer than|not longer than|at most|up to|max(?:imum)?(?: of)?|shorter than|slower than|no faster than|not faster than|within|unter|höchstens|maximal|menos de|máximo|moins de|au plus|maximum|meno di|massimo|<=?|≤",
  ],
  [
    "over",
    "over|above|more than|at least|no less than|not less than|min(?:imum)?(?: of)?|longer than|faster than|no slower than|not slower than|no shorter than|upwards of|über|mindestens|más de|al menos|mínimo|plus de|au moins|più di|almeno|mais de|>=?|≥",
  ],
];

export const BOUND = `(?:${BOUNDS.map(([, words]) => words).join("|")})`;

export function readBound(text: string | undefined): Bound {
  const words = (text ?? "").trim();
  for (const [bound, pattern] of BOUNDS) if (new RegExp(`^(?:${pattern})$`, "u").test(words)) return bound;
  return "exactly";
}
