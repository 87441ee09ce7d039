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
  ...said(0.5, "medio media demi mezzo mezza meio meia halbe halben"),
  ["une demi", 0.5],
  ["eine halbe", 0.5],
  ["einer halben", 0.5],
  ...said(1, "un una uno une um uma ein eine einer einen"),
  ...said(1.5, "anderthalb eineinhalb"),
  ...said(2, "dos deux zwei due dois duas"),
  ...said(2.5, "zweieinhalb"),
  ...said(3, "tres trois drei tre três"),
  ...said(4, "cuatro quatre vier quattro quatro"),
  ...said(5, "cinco cinq fünf cinque"),
  ...said(6, "seis sechs sei"),
  ...said(7, "siete sept sieben sette sete"),
  ...said(8, "ocho huit acht otto oito"),
  ...said(9, "nueve neuf neun nove"),
  ...said(10, "diez dix zehn dieci dez"),
  ...said(15, "quince quinze fünfzehn quindici"),
  ...said(20, "veinte vingt zwanzig venti vinte"),
  ...said(30, "treinta trente dreißig dreissig trenta trinta"),
  ...said(45, "fünfundvierzig quarantacinque"),
  ...said(60, "sesenta soixante sechzig sessanta sessenta"),
  ...said(90, "noventa quatre-vingt-dix neunzig novanta"),
]);

function said(number: number, words: string): [string, number][] {
  return words.split(" ").map((word) => [word, number]);
}

/** A pattern for a number in figures or words, for use within a larger pattern. */
export const NUMBER = `(?:\\d+(?:[.,]\\d+)?|half a|a couple of|(?:${[...TENS.keys()].join("|")})(?:[- ](?:${[...NUMBER_WORDS.keys()].join("|")}))?|${[...NUMBER_WORDS.keys(), ...MORE.keys()].join("|")})`;

/** Returns the number, or NaN for text that NUMBER does not match. */
export function readNumber(text: string): number {
  const figures = Number(text.replace(",", "."));
  if (!Number.isNaN(figures)) return figures;
  const known = MORE.get(text) ?? NUMBER_WORDS.get(text) ?? TENS.get(text);
  if (known !== undefined) return known;
  const [tens = "", ones = ""] = text.split(/[- ]/);
  return (TENS.get(tens) ?? Number.NaN) + (NUMBER_WORDS.get(ones) ?? Number.NaN);
}

/** How a number is meant, by the words before it. */
export type Bound = "around" | "under" | "over" | "exactly";

const BOUNDS: readonly (readonly [Bound, string])[] = [
  [
    "around",
    "around|about|approximately|approx\\.?|roughly|circa|ca\\.?|some|~|close to|near|nearly|etwa|ungefähr|rund|um die|um|unos|unas|alrededor de(?: los)?|aproximadamente|sobre los|más o menos|environ|autour de|à peu près|aux alentours de|intorno a[i]?|attorno a[i]?|più o meno|cerca de|por volta de|em torno de|uns|mais ou menos",
  ],
  [
    "under",
    "under|below|less than|fewer than|no more than|not more than|no longer than|not longer than|at most|up to|max(?:imum)?(?: of)?|shorter than|slower than|no faster than|not faster than|within|unter|weniger als|kürzer als|langsamer als|höchstens|maximal|bis zu|nicht mehr als|nicht länger als|nicht über|menos de|por debajo de(?: los)?|no más de|como mucho|hasta|máximo|moins de|pas plus de|au plus|au maximum|jusqu'à|en dessous de|maximum|meno di|non più di|sotto i|fino a|massimo|al massimo|abaixo de|não mais (?:de|que)|no máximo|até|<=?|≤",
  ],
  [
    "over",
    "over|above|more than|at least|no less than|not less than|min(?:imum)?(?: of)?|longer than|faster than|no slower than|not slower than|no shorter than|upwards of|über|mehr als|länger als|schneller als|mindestens|wenigstens|nicht unter|nicht weniger als|más de|por encima de(?: los)?|no menos de|al menos|como mínimo|mínimo|plus de|pas moins de|au moins|au-dessus de|più di|sopra i|oltre i|almeno|mais de|acima de|pelo menos|no mínimo|>=?|≥",
  ],
];

export const BOUND = `(?:${BOUNDS.map(([, words]) => words).join("|")})`;

export function readBound(text: string | undefined): Bound {
  const words = (text ?? "").trim();
  for (const [bound, pattern] of BOUNDS) if (new RegExp(`^(?:${pattern})$`, "u").test(words)) return bound;
  return "exactly";
}
