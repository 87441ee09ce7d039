import { describe, expect, test } from "bun:test";
import { foreignLines } from "../../src/brief/foreign-phrases.ts";
import { FOREIGN, foreignIn, NO_LANGUAGE } from "../../src/text/language-set.ts";
import { passageOf } from "../../src/brief/passage.ts";
import { tagKey, wordKey } from "../../src/text/keys.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";

function spoken(brief: string): string {
  return foreignIn(passageOf(brief).languages).join(" ");
}

/** Returns the words of sentences that a foreign language leads. */
function led(brief: string): string {
  const { tokens, lead } = passageOf(brief);
  return tokens.flatMap((token, at) => (lead[at] === NO_LANGUAGE ? [] : [token.word])).join(" ");
}

describe("the languages of a brief", () => {
  test.each([
    ["Música alegre para un anuncio, sin voces", "es"],
    ["busco algo tranquilo con guitarra", "es"],
    ["une musique douce pour un film", "fr"],
    ["quelque chose de calme avec du piano", "fr"],
    ["ruhige Musik für einen Film", "de"],
    ["eine traurige Geige, bitte kein Gesang", "de"],
    ["una canzone allegra per lo spot", "it"],
    ["vorrei degli archi, niente batteria", "it"],
    ["uma canção alegre para o verão", "pt"],
    ["não quero bateria, só violão", "pt"],
    ["Suche etwas Düsteres mit Streichern", "de"],
  ])("of %p are %p", (brief, languages) => {
    expect(spoken(brief)).toBe(languages);
  });

  test.each([
    ["traurige Klaviermusik", "de"],
    ["Klaviermusik", "de"],
    ["fröhlich", "de"],
    ["froehlich", "de"],
    ["chanson douce", "fr"],
    ["joyeux Noël", "fr"],
    ["feliz cumpleaños", "es"],
    ["pianoforte malinconico", "it"],
    ["violão calmo", "pt"],
    ["sin cello", "es"],
    ["sin piano, sin drama", "es"],
    ["TRAURIGE MUSIK", "de"],
  ])("of the short brief %p are %p", (brief, languages) => {
    expect(spoken(brief)).toBe(languages);
  });

  test("are all taken if they cannot be distinguished", () => {
    expect(spoken("música triste")).toBe("es pt");
  });

  test("of a mixed brief are all detected", () => {
    expect(spoken("eine ruhige Geige für den Film. Une guitare douce pour la fête")).toBe("fr de");
    expect(spoken("We want something triste pero bonita for the final scene")).toContain("es");
    expect(spoken("dark techno, ohne Gesang und ohne Streicher")).toBe("de");
  });

  test.each([
    "war film with a brave soldier, dark and epic",
    "a house in the main street, still and wild",
    "something fast, no pain, hell on earth",
    "sad music like La Oreja de Van Gogh",
    "Café del Mar style chillout for the beach",
    "pop in the vein of Die Antwoord, pour a drink",
    "a cliché lounge tune for a café",
    "a horror film, no horror tropes",
    "western film",
    "sin city, a cello",
    "the wages of sin drama series",
    "vapor and rumor",
    "a track with saudade in it",
    "slow blues by Los Lobos and El Gran Combo",
    "",
  ])("of the English %p are none", (brief) => {
    expect(led(brief)).toBe("");
  });

  test("lead only their own sentences", () => {
    expect(led("A brave man at war. Traurige Geigen und kein Gesang.")).toBe("traurige geigen und kein gesang");
  });

  test("split off elided articles, and never split English words", () => {
    expect(passageOf("musique d'amour avec l'orchestre").tokens.map((token) => token.word)).toContain("amour");
    expect(passageOf("rock'n'roll at five o'clock, don't").tokens.map((token) => token.word)).toContain("oclock");
  });
});

describe("the words of the languages", () => {
  test.each([...FOREIGN])("%s name existing concepts and scenes", (language) => {
    const unknown = foreignLines(language)
      .map(({ name }) => name)
      .filter((name) => vocabulary().meaning(wordKey(name), tagKey(name)) === undefined);
    expect(unknown).toEqual([]);
  });

  test.each([...FOREIGN])("%s have each phrase in one line only, and no empty phrase", (language) => {
    const lines = foreignLines(language);
    expect(lines.filter(({ phrases }) => phrases.length === 0)).toEqual([]);
    const all = lines.flatMap(({ name, phrases }) => [...new Set(phrases)].map((phrase) => ({ name, phrase })));
    const first = new Map(all.toReversed().map(({ name, phrase }) => [phrase, name]));
    expect(all.filter(({ name, phrase }) => first.get(phrase) !== name)).toEqual([]);
  });
});
