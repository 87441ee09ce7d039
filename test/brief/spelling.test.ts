import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { slipCost, TOO_FAR } from "../../src/text/slip-cost.ts";
import { spellingOf } from "../../src/brief/spelling.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";

/** Typed word > intended word. */
const SLIPS = pairs(`
  melancolic>melancholic melancholly>melancholy mellancholic>melancholic nostaligic>nostalgic accoustic>acoustic gitar>guitar
  insturmental>instrumental orchestal>orchestral synthwav>synthwave epci>epic upbeet>upbeat guitarr>guitar pianno>piano
  relxing>relaxing vilolin>violin saxaphone>saxophone tribel>tribal rythmic>rhythmic rhytmic>rhythmic vocalls>vocals
  vocls>vocals whithout>without withuot>without elecronic>electronic cinamatic>cinematic hipp>hip enrgetic>energetic
  hapy>happy agressive>aggressive relaxng>relaxing flut>flute hororr>horror ambiant>ambient creapy>creepy trailor>trailer
  comercial>commercial drumms>drums peacefull>peaceful etherial>ethereal mistery>mystery misterious>mysterious corperate>corporate
  motivatonal>motivational romatic>romantic emotinal>emotional sadd>sad darck>dark tence>tense suspence>suspense
  dreammy>dreamy warmm>warm coool>cool funcky>funky blus>blues contry>country regge>reggae celo>cello trumpt>trumpet
  harmonicca>harmonica banjoo>banjo mandolinn>mandolin accordian>accordion xylophon>xylophone marimbaa>marimba
  synthesizr>synthesizer eletronic>electronic technoo>techno huose>house tranze>trance dubstepp>dubstep orchestrl>orchestral
  choirr>choir lyrcis>lyrics tempoo>tempo seconnds>seconds explicet>explicit instrumantal>instrumental avoidd>avoid
  psycadelic>psychedelic symphonyc>symphonic inspireing>inspiring upliftting>uplifting playfull>playful gloommy>gloomy
  drammatic>dramatic meditatve>meditative energettic>energetic powerfull>powerful chillout>chillout
`);

/** Correct words near musical ones: plain words, names, brands, trades and technical words. */
const RIGHT = (
  "coverage courage mouse hinterland winter hint mean means left right lend lent lane road code core cope copy cord coast cost " +
  "course source force fork form farm firm film firmware software hardware warehouse house horse hose host ghost toast roast " +
  "beast breast bread broad brand band bond bend bind bland blend brass brush bush bash base basis basin basket bucket budget " +
  "operation operator operate conversation conversion speaking sneaking movement moment movements transition translation station " +
  "creating cheating heating seating selection election collection correction direction detection protection production " +
  "product produce reduce introduction instruction construction description prescription subscription function fraction friction " +
  "fiction section session mission passion pension version vision division decision precision permission percussion discussion " +
  "mountain maintain contain container captain curtain certain fountain insurance instance assurance reference reverence " +
  "difference interference conference confidence providence province provide divide decide beside besides inside outside " +
  "guitarist pianist bassist drummer trumpeter conductor composer performer former farmer framer charmer charming farming " +
  "barking parking packing backing banking baking taking making talking walking working wording warning warming morning mourning " +
  "kitten mitten bitten written smitten puppy guppy sneakers speakers headphones smartphone laptop tablet battery lottery " +
  "pottery poetry pastry pantry country county bounty duty beauty booty footage cottage postage hostage vintage village " +
  "realtor dentist plumber roofing logistics freight fintech blockchain mortgage attorney startup scaleup kombucha matcha latte " +
  "sunflower snowflake starlight daylight headlight spotlight firefly dragonfly butterfly barely rarely early yearly nearly " +
  "typo meta preset buffer kernel router parser codec bitrate playback feedback setback slapstick"
).split(" ");

const NAMES = [
  "an ad for Guiness and Lufthanza",
  "our client Bluse Orchestrix sells Pianno lamps",
  'a film called "Melancolic Gitar"',
  "music like coldplai and metalica",
  "something similar to hanz zimer",
  "write to epci@example.com or see www.gitar.example",
  "the hashtag #sumervibez stays",
  "a café in Marseile",
  "una canción tranquila sin violencia para un anuncio de coches",
  "ein ruhiges Stück ohne Schlagzeug für die Werbung",
  "she plays for Cellosport in Hapyville",
];

describe("a misspelt word", () => {
  test.each(SLIPS)("%s is read as %s", (typed, meant) => {
    const found = vocabulary().spelling().correction(typed);
    expect(found ?? typed).toBe(meant);
  });

  test("leads to the wish and keeps the client's spelling", () => {
    const { wanted, corrected } = parseBrief({ query: "Melancolic accoustic gitar", context: null });
    expect(wanted.map(({ name, from }) => [name, from])).toEqual([
      ["melancholic", ["Melancolic"]],
      ["acoustic guitar", ["accoustic gitar"]],
    ]);
    expect(corrected).toEqual([
      { from: "Melancolic", to: "melancholic" },
      { from: "accoustic", to: "acoustic" },
      { from: "gitar", to: "guitar" },
    ]);
  });

  test.each([
    "withuot vocls",
    "no vocalls",
    "whithout any vocals pleese",
    "NO VOCLAS",
    "avoidd vocals",
    "upbeet, no singign",
  ])("still makes the constraint: %s", (query) => {
    const { constraints, avoided } = parseBrief({ query, context: null });
    expect(constraints).toMatchObject([{ kind: "vocals", want: "none" }]);
    expect(avoided.map(({ name }) => name)).toContain("voice");
  });

  test.each(["insturmental only", "instrumantal", "purely instumental"])("still makes the constraint: %s", (query) => {
    expect(parseBrief({ query, context: null }).constraints).toMatchObject([{ kind: "vocals", want: "not_lead" }]);
  });

  test("is negated after a negation", () => {
    const { avoided } = parseBrief({ query: "warm, whithout drumms or pianno", context: null });
    expect(avoided.map(({ name, from }) => [name, from])).toEqual([
      ["drums", ["drumms"]],
      ["piano", ["pianno"]],
    ]);
  });

  test.each([
    ["drum'n'bass", "drum and bass"],
    ["drum n bass", "drum and bass"],
    ["dnb", "drum and bass"],
    ["lofi", "lo-fi"],
    ["lo-fi", "lo-fi"],
    ["lo fi", "lo-fi"],
    ["hip-hop", "hip hop"],
    ["hiphop", "hip hop"],
    ["hipp hop", "hip hop"],
    ["triphop", "trip hop"],
    ["singer songwriter", "singer-songwriter"],
    ["up beat", "upbeat"],
    ["feelgood", "happy"],
    ["back ground", "background"],
  ])("is corrected when joined or divided: %s is %s", (query, name) => {
    expect(parseBrief({ query, context: null }).wanted.map((wish) => wish.name)).toContain(name);
  });
});

describe("a correctly spelled word", () => {
  test("stays as it is, however near it is to a musical word", () => {
    const spelling = vocabulary().spelling();
    const changed = RIGHT.map((word) => `${word}>${spelling.correction(word) ?? word}`).filter((pair) => {
      const [before, after] = pair.split(">");
      return before !== after;
    });
    expect(RIGHT.length).toBeGreaterThan(200);
    expect(changed).toEqual([]);
  });

  test.each(NAMES)("or that may be a name is left alone: %s", (query) => {
    expect(parseBrief({ query, context: null }).corrected).toEqual([]);
  });
});

describe("correction", () => {
  const spelling = vocabulary().spelling();
  const long =
    "melancholic nostalgic orchestral instrumental aggressive electronic saxophone accordion psychedelic".split(" ");
  const letter = fc.constantFrom(...Array.from("abcdefghijklmnopqrstuvwxyz"));

  test("finds a long word again after any one edit", () => {
    const few = spellingOf(new Map(long.map((word) => [word, "name"])));
    const edited = fc.record({ word: fc.constantFrom(...long), at: fc.nat(30), letter, kind: fc.nat(3) });
    fc.assert(
      fc.property(edited, ({ word, at: place, letter: other, kind }) => {
        const at = place % word.length;
        const typed = [
          word.slice(0, at) + word.slice(at + 1),
          word.slice(0, at) + other + word.slice(at),
          word.slice(0, at) + other + word.slice(at + 1),
          word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2),
        ][kind];
        if (typed === undefined || few.knows(typed)) return;
        expect(few.correction(typed)).toBe(word);
      }),
      { numRuns: 2000 },
    );
  });

  test("corrects to known words only", () => {
    const typed = fc.string({ unit: letter, minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(typed, (word) => {
        const found = spelling.correction(word);
        if (found === null) return;
        expect(spelling.knows(found)).toBe(true);
        expect(spelling.correction(found)).toBeNull();
        expect(spelling.knows(word)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test("prefers the likelier slip, then the more informative word, in any order of the words", () => {
    const words = [
      ["musical", "name"],
      ["must", "grammar"],
      ["music", "keyword"],
      ["muse", "plain"],
    ] as const;
    for (const order of [words, words.toReversed()])
      expect(spellingOf(new Map(order)).correction("musc")).toBe("music");
  });

  test("does not change a word that is equally near to a plain word", () => {
    const words = new Map([
      ["strings", "alias"],
      ["stings", "plain"],
    ] as const);
    expect(spellingOf(words).correction("stngs")).toBe(null);
  });
});

describe("the cost of a slip", () => {
  test.each([
    ["same", "same", 0],
    ["guitarr", "guitar", 0.5],
    ["epci", "epic", 0.8],
    ["rythm", "rhythm", 0.7],
    ["upbeet", "upbeat", 0.7],
    ["chessy", "cheesy", 0.8],
    ["synyh", "synth", 0.9],
    ["vxolin", "violin", 1.3],
    ["violin", "cello", TOO_FAR],
  ])("from %s to %s is %d", (typed, right, cost) => {
    expect(slipCost(typed, right, 2)).toBe(cost);
  });
});

function pairs(text: string): [string, string][] {
  return text.split(/\s+/).flatMap((pair): [string, string][] => {
    const [typed = "", meant = ""] = pair.split(">");
    return typed === "" ? [] : [[typed, meant]];
  });
}
