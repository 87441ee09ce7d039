import { describe, expect, test } from "bun:test";
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
    ["sin cello", ["no cello"]],
    ["ruhig, ohne Klavier", ["no piano"]],
    ["calme, pas de guitare", ["no guitar"]],
    ["calma, senza chitarra", ["no guitar"]],
    ["calma, sem bateria", ["no drums"]],
  ])("of an instrument, genre, voice or period excludes it: %j", (query, exclusions) => {
    expect(excluded(query)).toEqual([...exclusions]);
  });

  test.each([
    ["no guitars, no drums at the end", ["no guitar"]],
    ["no brass, no drums until the chorus", ["no brass"]],
    ["no drums, ideally a cello", ["no drums"]],
    ["no drums (ideally a cello)", ["no drums"]],
    ["no synths, in the chorus a choir", ["no synthesizer"]],
    ["no guitars, please, ideally piano", ["no guitar"]],
    ["no guitars, without drums until the chorus", ["no guitar"]],
    ["kein Schlagzeug, am Anfang Klavier", ["no drums"]],
    ["keine Gitarre, kein Schlagzeug bis zum Refrain", ["no guitar"]],
    ["sin guitarra, al principio piano", ["no guitar"]],
    ["sin guitarra, sin batería hasta el final", ["no guitar"]],
    ["pas de guitare, au début du piano", ["no guitar"]],
    ["senza chitarra, all'inizio pianoforte", ["no guitar"]],
    ["sem guitarra, no início piano", ["no guitar"]],
  ])("keeps its exclusion if the next clause limits something else: %j", (query, exclusions) => {
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
    "no drums, if possible",
    "no drums (if possible)",
    "no drums, please, if possible",
    "no drums, if possible and a warm piano",
    "no drums, if possible, but a warm piano",
    "no drums, until the chorus",
    "no drums, at least not until the chorus",
    "no drums until the chorus, then a choir",
    "no drums, brass or guitars until the chorus",
    "kein Schlagzeug, wenn möglich",
    "sin guitarra, si es posible",
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

describe("a refusal with a quality", () => {
  test.each([
    "niente pianoforte malinconico",
    "musica allegra, senza pianoforte triste",
    "niente pianoforte troppo triste",
    "música alegre, sin piano melancólico",
    "sin piano muy triste",
    "musique joyeuse, pas de piano mélancolique",
    "pas de jazz lent",
    "sem piano triste",
    "sem pop alegre",
    "kein trauriges Klavier",
    "upbeat, no sad piano music",
    "no aggressive rock",
    "no tinkly piano",
    "calm, without plinky plonky piano",
    "kein klimperndes Klavier",
    "no piano single notes",
    "No piano single notes, please",
    "no piano notes",
    "no piano melody",
    "no guitar strumming",
    "no string swells",
    "keine Klaviernoten",
    "sans accords de piano",
    "sin notas sueltas de piano",
    "senza note di pianoforte",
    "no 80s salsa",
    "senza chitarra rock",
  ])("does not exclude the whole: %j", (query) => {
    expect(excluded(query)).toEqual([]);
    expect(parseBrief({ query, context: null }).avoided.length).toBeGreaterThan(0);
  });

  test.each([
    ["calma, sin batería electrónica", ["no drum machine"]],
    ["calme, pas de batterie électronique", ["no electronic drums"]],
    ["calma, senza batteria elettronica", ["no drum machine"]],
    ["calma, sem bateria eletrônica", ["no drum machine"]],
    ["ruhig, kein elektronisches Schlagzeug", ["no electronic drums"]],
    ["calm, no electronic drums", ["no electronic drums"]],
    ["sin percusión electrónica", ["no electronic drums"]],
    ["sin guitarra eléctrica", ["no electric guitar"]],
    ["no guitar solos", ["no guitar solo"]],
    ["sin solos de guitarra", ["no guitar solo"]],
  ])("excludes the narrower concept: %j", (query, exclusions) => {
    expect(excluded(query)).toEqual([...exclusions]);
  });

  test.each([
    ["sin batería, electrónica suave", ["no drums"]],
    ["sin batería ni guitarra", ["no drums", "no guitar"]],
    ["sin piano triste ni guitarra", ["no guitar"]],
    ["sin piano, triste y lento", ["no piano"]],
    ["pas de piano, triste", ["no piano"]],
    ["no piano, melancholic", ["no piano"]],
    ["no piano. Sad.", ["no piano"]],
    ["warm, no bloody drums", ["no drums"]],
    ["warm, don't play drums", ["no drums"]],
    ["no piano or single notes", ["no piano"]],
    ["no sad piano, no piano at all", ["no piano"]],
  ])("is not read where the quality belongs to something else: %j", (query, exclusions) => {
    expect(excluded(query)).toEqual([...exclusions]);
  });
});

describe("a refusal that the text repeats", () => {
  test.each([
    ["drums are fine until the chorus. After it no drums.", ["no drums"]],
    ["The old cut had drums until the chorus. Now: no drums!", ["no drums"]],
    ["no drums until the chorus, and no drums in the bridge", []],
    ["no sad piano, not a sad piano, never a sad piano", []],
    ["less drums. less drums. less drums.", []],
    ["No trap drums. And no drums at all.", ["no drums"]],
    ["Sin piano triste. Sin piano.", ["no piano"]],
  ])("is judged where it is refused: %j", (query, exclusions) => {
    expect(excluded(query)).toEqual([...exclusions]);
  });

  test.each([
    ["no drums until the chorus", "The music has no drums.", ["no drums"]],
    ["no drums", "No drums until the chorus.", ["no drums"]],
    ["warm folk", "No drums until the chorus.", []],
  ])("counts if the query or the context refuses it plainly: %j, %j", (query, context, exclusions) => {
    expect(excluded(query, context)).toEqual([...exclusions]);
  });
});

describe("a wanted kind of something excluded", () => {
  test.each([
    ["nothing electronic, but techno", true],
    ["nichts Elektronisches, aber Techno", true],
    ["nothing electronic. A cyberpunk city.", false],
  ])("stays allowed if the client names it: %j is %j", (query, isKept) => {
    const [exclusion] = parseBrief({ query, context: null }).constraints;
    expect(exclusion?.kind === "excluded" && exclusion.notKin.includes("techno")).toBe(isKept);
  });
});

describe("the kinds of a concept", () => {
  test.each([
    ["guitar", ["acoustic guitar", "slide guitar", "nylon strings", "riffs"], ["bass", "ukulele", "rock"]],
    ["drums", ["drum machine", "808", "snare", "beat", "bongo"], ["percussion", "shaker", "drum and bass"]],
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

test("a wish of the context re-admits no kind of what the query excludes", () => {
  const context = "Neon streets, analog synths and a slow drum machine.";
  const kinOf = (query: string): readonly string[] =>
    parseBrief({ query, context }).constraints.flatMap((one) => (one.kind === "excluded" ? one.kin : []));
  expect(kinOf("no synths")).toContain("analog synth");
  expect(kinOf("no synths, but an analog synth")).not.toContain("analog synth");
});
