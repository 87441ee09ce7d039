import { describe, expect, test } from "bun:test";
import { exclusionsOf } from "../../src/brief/exclusions.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { describeConstraint } from "../../src/ranking/describe-constraint.ts";

function excluded(query: string | null, context: string | null = null): string[] {
  return parseBrief({ query, context })
    .constraints.filter(({ kind }) => kind === "excluded")
    .map(describeConstraint)
    .toSorted();
}

describe("a plain refusal", () => {
  test.each([
    ["warm acoustic folk, no guitars", ["no guitar"]],
    ["slow, without drums", ["no drums"]],
    ["nothing electronic", ["no electronic"]],
    ["pop, but no 80s sound", ["no 80s"]],
    ["no orchestra or choir", ["no choir", "no orchestra"]],
    ["instrumental, no choir", ["no choir"]],
    ["no female vocals", ["no female vocals"]],
    ["rock but no metal", ["no metal"]],
    ["drums are out", ["no drums"]],
    ["all we get is trap drums. No drums!", ["no drums"]],
    ["piano: no", ["no piano"]],
    ["música tranquila sin batería", ["no drums"]],
    ["ruhig, ohne Klavier", ["no piano"]],
    ["calme, pas de guitare", ["no guitar"]],
    ["calma, senza chitarra", ["no guitar"]],
    ["calma, sem bateria", ["no drums"]],
  ])("of an instrument, genre, voice or period excludes it: %j", (query, exclusions) => {
    expect(excluded(query)).toEqual([...exclusions]);
  });

  test("counts in a context too", () => {
    expect(excluded("warm folk", "The music should be calm. No guitars please.")).toEqual(["no guitar"]);
  });
});

describe("a wish that is not a plain refusal", () => {
  test.each([
    "less drums",
    "fewer drums please",
    "not too much piano",
    "not so much guitar",
    "hardly any drums",
    "go easy on the brass",
    "rather not drums",
    "I'd rather not have drums",
    "preferably no drums",
    "maybe no drums",
    "no drums if possible",
    "ideally without drums",
    "more jazz than blues",
    "menos batería",
    "mejor sin batería",
    "nicht zu viel Klavier",
    "lieber ohne Schlagzeug",
    "möglichst ohne Schlagzeug",
    "pas trop de guitare",
    "plutôt sans guitare",
    "meno batteria",
    "meglio senza batteria",
    "menos bateria",
    "de preferência sem bateria",
    "no sad piano",
    "no cheesy synths",
    "no trap drums",
    "without the typical 80s synths",
    "no drums until the chorus",
    "no guitar in the intro",
    "pas de batterie jusqu’au refrain",
    "something warm and slow for the end of a long day, but no drum\nmachine until the chorus",
    "not sad",
    "nothing cheesy",
    "no acoustic sound",
    "not without drums",
    "no vocals",
    "no singing",
    "no cheesy vocals",
  ])("excludes nothing: %j", (query) => {
    expect(excluded(query)).toEqual([]);
  });

  test("stays an avoided wish", () => {
    const { avoided } = parseBrief({ query: "preferably no drums", context: null });
    expect(avoided.map(({ name }) => name)).toEqual(["drums"]);
  });
});

describe("a wish that a story implies", () => {
  const refused = { facet: "genre", name: "electronic", weight: 0.9, from: ["electronic"], kin: [] } as const;
  const techno = { facet: "genre", name: "techno", weight: 0.5, kin: [] } as const;

  test.each([
    ["alone", { ...techno, from: ["cyberpunk city"], isImplied: true as const }],
    ["with a scene of the client", { ...techno, from: ["rave", "cyberpunk city"] }],
  ])("%s does not weaken an exclusion", (_name, wish) => {
    const text = "A rave. Nothing electronic.";
    const [exclusion] = exclusionsOf({ avoided: [refused], wanted: [wish] }, [text], vocabulary());
    expect(exclusion?.kind === "excluded" && exclusion.kin.includes("techno")).toBe(true);
  });

  test("weakens it if the client asks for it by words that the vocabulary lacks", () => {
    const wish = { ...techno, from: ["Bunkerwumms"] };
    const text = "Nothing electronic, but Bunkerwumms.";
    const [exclusion] = exclusionsOf({ avoided: [refused], wanted: [wish] }, [text], vocabulary());
    expect(exclusion?.kind === "excluded" && exclusion.notKin.includes("techno")).toBe(true);
  });
});

describe("the kinds of a concept", () => {
  test.each([
    ["guitar", ["acoustic guitar", "slide guitar", "nylon strings", "riffs"], ["bass", "ukulele", "rock"]],
    ["drums", ["drum machine", "808", "snare", "beat"], ["percussion", "bongo", "drum and bass"]],
    ["percussion", ["drums", "shaker", "bongo"], ["rhythmic"]],
    ["strings", ["violin", "viola", "cello", "fiddle"], ["orchestra", "harp", "guitar"]],
    ["orchestra", ["orchestral", "symphonic"], ["classical", "strings", "cinematic"]],
    ["choir", ["choral", "gospel choir"], ["voice", "female vocals", "gospel"]],
    ["rock", ["hard rock", "punk", "metal", "grunge"], ["pop", "indie", "electric guitar"]],
    ["metal", ["death metal", "heavy metal"], ["rock", "hard rock", "heavy"]],
    ["electronic", ["techno", "house", "trance", "edm", "synthesizer"], ["ambient", "dance", "pop"]],
    ["jazz", ["swing", "bebop"], ["blues", "lounge", "bossa nova"]],
    ["hip hop", ["rap", "trap"], ["trip hop", "r&b"]],
    ["rap", ["drill"], ["hip hop"]],
    ["80s", ["1980s", "synthwave"], ["retro", "90s", "new wave"]],
    ["latin", ["salsa", "bossa nova", "tango"], ["spanish lyrics", "world"]],
  ])("%s has narrower concepts, and no wider or other ones", (name, kinds, others) => {
    const known = vocabulary().concept(name)?.kinds ?? new Set();
    expect(kinds.filter((kind) => !known.has(kind))).toEqual([]);
    expect(others.filter((other) => known.has(other))).toEqual([]);
  });
});
