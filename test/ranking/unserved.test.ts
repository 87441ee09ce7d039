import { describe, expect, test } from "bun:test";
import type { Wish } from "../../schema/brief.ts";
import type { SongDocument } from "../../schema/song.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { rank } from "../../src/ranking/rank.ts";
import { indexOf, search, song, version } from "./support.ts";

/** Returns why a brief has no songs. */
function why(songs: readonly SongDocument[], query: string): readonly string[] {
  const { hits, unserved } = search(songs, query);
  expect(hits).toEqual([]);
  return unserved;
}

const sung = (id: string, bpm: number): SongDocument =>
  song({ id, bpm, tags: { mood: ["tense"] }, audioFiles: [version(`${id}-file`, { vocals: "lead", duration: 60 })] });
const songs = [sung("a", 100), sung("b", 100), sung("c", 140), song({ id: "far", tags: { genre: ["polka"] } })];

describe("an answer without songs", () => {
  test("names the constraint that cut all songs, and how many", () => {
    expect(why(songs, "tense, no vocals")).toEqual(["'no vocals' rules out all 3 songs that fit otherwise"]);
    expect(why(songs, "tense, no vocals, around 140 bpm")).toEqual([
      "'no vocals' rules out all 3 songs that fit otherwise",
    ]);
  });

  test("counts what each constraint cut if none cut all", () => {
    const mixed = [
      sung("a", 100),
      { ...sung("b", 140), audioFiles: [version("b", { vocals: "none" })] },
      sung("c", 100),
    ];
    expect(why(mixed, "tense, no vocals, around 100 bpm")).toEqual([
      "of all 3 songs that fit otherwise, 'no vocals' rules out 2, '95 to 105 bpm' rules out 1",
    ]);
  });

  test("says that no single version meets the constraints", () => {
    const apart = song({
      id: "apart",
      tags: { mood: ["tense"] },
      audioFiles: [
        version("long", { vocals: "none", duration: 200 }),
        version("short", { vocals: "lead", duration: 60 }),
      ],
    });
    expect(why([apart], "tense, no vocals, 60 seconds")).toEqual([
      "no single version meets 'no vocals' and '54 to 66 seconds long' together, in the one song that fits otherwise",
    ]);
  });

  test("says that no song is known to meet the only constraint", () => {
    for (const all of [[song({ id: "a" })], songs])
      expect(why(all, "no vocals")).toEqual(["no song is known to meet 'no vocals'"]);
  });

  test("names unserved wishes and words", () => {
    expect(why(songs, "zydeco").join()).toContain("zydeco");
    expect(why(songs, "zxqv blorf")).toEqual(["no song mentions 'zxqv' and 'blorf'"]);
  });

  test("names a missing wish whose name is within another sentence", () => {
    const brief = parseBrief({ query: "like Zorblax Quux", context: null });
    const art: Wish = { facet: "genre", name: "art", weight: 0.3, from: ["museum"], kin: [], isImplied: true };
    const { unserved } = rank(indexOf([song({ id: "a" })]), { ...brief, wanted: [art] }, { limit: 5 });
    expect(unserved).toEqual([
      "no artist of the catalog is called Zorblax Quux",
      "no song has tags for art, or similar ones",
    ]);
  });

  test("names only the unknown playlist", () => {
    expect(why(songs, "from the playlist Late Drive")).toEqual(["no playlist of the catalog is called Late Drive"]);
  });

  test("names only the unknown reference", () => {
    expect(why(songs, "like Zorblax Quux")).toEqual(["no artist of the catalog is called Zorblax Quux"]);
  });

  test("says that songs have more avoided tags than wanted ones", () => {
    const loud = song({ id: "a", tags: { mood: ["tense", "aggressive", "angry", "heavy", "evil", "dark"] } });
    expect(why([loud], "tense, nothing aggressive, not angry, not heavy, not evil, never dark")).toEqual([
      "every song with wanted tags or words has more avoided ones",
    ]);
  });

  test("says that a brief only avoids, or describes no music", () => {
    expect(why(songs, "nothing aggressive")).toEqual(["the brief only says what to avoid, not what to look for"]);
    expect(why(songs, "we need something, please")).toEqual(["the brief does not describe any music"]);
  });

  test("says that the catalog is empty", () => {
    expect(why([], "tense, no vocals")).toContain("the catalog is empty: it has no songs");
    expect(why([], "no vocals")).toContain("the catalog is empty: it has no songs");
  });
});

test("an answer with songs names the constraint that the catalog cannot decide", () => {
  const { hits, unserved } = search([song({ id: "a", tags: { mood: ["tense"] } })], "tense, no vocals");
  expect(hits.length).toBe(1);
  expect(unserved).toEqual(["the catalog does not say of these songs: no vocals"]);
});

describe("an answer whose constraints rule out nearly all songs with a wish", () => {
  const flamenco = (id: string, bpm: number | null): SongDocument => song({ id, bpm, tags: { genre: ["flamenco"] } });
  const guitar = (id: string, bpm: number): SongDocument =>
    song({ id, bpm, tags: { instrument: ["acoustic guitar"], genre: ["world"] } });
  const others = [guitar("x", 100), guitar("y", 98), guitar("z", 120)];
  const told = (catalog: readonly SongDocument[], query: string): readonly string[] => {
    const { hits, unserved } = search(catalog, query);
    expect(hits.length).toBeGreaterThan(0);
    return unserved;
  };

  test.each([
    "flamenco, 96-104 bpm",
    "flamenco at 96 to 104 bpm, warm",
    "Flamenco mit 96-104 bpm",
    "flamenco, entre 96 y 104 bpm",
  ])("says so and counts them: %j", (query) => {
    const catalog = [flamenco("a", 130), flamenco("b", 80), flamenco("c", 150), ...others];
    expect(told(catalog, query)).toContain("'96 to 104 bpm' rules out all 3 songs tagged flamenco");
  });

  test("counts a single song and those that are left", () => {
    expect(told([flamenco("a", 130), ...others], "flamenco, 96-104 bpm")).toEqual([
      "'96 to 104 bpm' rules out the only song tagged flamenco",
    ]);
    const many = Array.from({ length: 19 }, (_, at) => flamenco(`many ${at}`, 130));
    expect(told([flamenco("a", 100), ...many, ...others], "flamenco, 96-104 bpm")).toEqual([
      "'96 to 104 bpm' rules out 19 of 20 songs tagged flamenco",
    ]);
  });

  test("names each constraint that rules out some", () => {
    const short = { ...flamenco("a", 100), audioFiles: [version("a1", { duration: 30 })] };
    const other = { ...guitar("x", 100), audioFiles: [version("x1", { duration: 120 })] };
    expect(told([short, flamenco("b", 130), flamenco("c", 131), other], "flamenco, 96-104 bpm, 120 seconds")).toEqual([
      "'96 to 104 bpm' and '108 to 132 seconds long' rule out all 3 songs tagged flamenco",
    ]);
  });

  test("counts the songs that an exclusion rules out", () => {
    const both = (id: string): SongDocument =>
      song({ id, tags: { genre: ["flamenco"], instrument: ["acoustic guitar"] } });
    const catalog = [both("a"), both("b"), song({ id: "c", tags: { genre: ["spanish"], instrument: ["piano"] } })];
    expect(told(catalog, "flamenco, no guitar, piano")).toEqual(["'no guitar' rules out all 2 songs tagged flamenco"]);
  });

  test.each([
    ["enough are left", [flamenco("a", 130), flamenco("b", 100), ...others], "flamenco, 96-104 bpm"],
    ["the tempo is unknown", [flamenco("a", null), flamenco("b", null), ...others], "flamenco, 96-104 bpm"],
    ["no constraint is asked for", [flamenco("a", 130), ...others], "flamenco"],
    ["another tempo is asked for", [flamenco("a", 130), flamenco("b", 131), ...others], "flamenco, 128-132 bpm"],
  ])("says nothing if %s", (_name, catalog, query) => {
    expect(told(catalog, query).filter((one) => one.includes("tagged flamenco"))).toEqual([]);
  });

  test("says nothing of a wish that only a scene implies", () => {
    const dark = (id: string): SongDocument => song({ id, bpm: 180, tags: { mood: ["dark"], genre: ["synthwave"] } });
    const catalog = [dark("a"), dark("b"), song({ id: "c", bpm: 100, tags: { mood: ["atmospheric"] } })];
    expect(told(catalog, "cyberpunk city, 96-104 bpm")).toEqual([]);
  });
});

describe("a text about the job only", () => {
  const catalog = [
    song({ id: "a", tags: { instrument: ["piano"], mood: ["positive", "corporate"] } }),
    song({ id: "b", tags: { instrument: ["acoustic guitar"], mood: ["happy", "emotional"] } }),
  ];
  const texts = [
    "Thanks so much for the quick call. The budget is 4,000 euros all in, we need everything by Friday noon, and the licence should cover TV and online for two years in Germany and Austria. Please send the invoice to our office, and let me know if you have any questions about the contract.",
    "Hi Tom, thanks for your mail. We need the files by next Monday. The budget is tight.",
    "budget 5k, deadline friday, thanks!",
    "Danke für das schnelle Telefonat. Das Budget liegt bei 4.000 Euro, wir brauchen alles bis Freitag Mittag, die Lizenz soll TV und Online für zwei Jahre in Deutschland und Österreich abdecken. Bitte schickt die Rechnung an unser Büro und meldet euch, wenn es noch Fragen zum Vertrag gibt. Viele Grüße",
    "Merci pour l'appel rapide. Le budget est de 4 000 euros, il nous faut tout pour vendredi midi, la licence doit couvrir la télévision et le web pendant deux ans en France et en Belgique. Envoyez la facture à notre bureau et dites-nous si vous avez des questions sur le contrat. Cordialement",
    "Gracias por la llamada. El presupuesto es de 4.000 euros, lo necesitamos todo para el viernes al mediodía, la licencia debe cubrir televisión e internet durante dos años en España y Portugal. Enviad la factura a nuestra oficina y avisadme si tenéis preguntas sobre el contrato. Un saludo",
    "Grazie per la telefonata. Il budget è di 4.000 euro, ci serve tutto entro venerdì a mezzogiorno, la licenza deve coprire televisione e internet per due anni in Italia e in Svizzera. Mandate la fattura al nostro ufficio e fatemi sapere se avete domande sul contratto. Cordiali saluti",
    "Obrigado pela chamada. O orçamento é de 4.000 euros, precisamos de tudo até sexta-feira ao meio-dia, a licença deve cobrir televisão e internet durante dois anos em Portugal e no Brasil. Enviem a fatura para o nosso escritório e digam se têm perguntas sobre o contrato. Cumprimentos",
  ];

  test.each(texts)("is told to describe no music: %j", (text) => {
    const index = indexOf(catalog);
    for (const input of [
      { query: text, context: null },
      { query: null, context: text },
    ]) {
      const { hits, unserved } = rank(index, parseBrief(input), { limit: 25 });
      const told = "the brief does not describe any music";
      expect(unserved).toEqual([hits.length === 0 ? told : `${told}; these songs are guesses`]);
    }
  });

  test.each([
    ["Thanks! Budget 4,000 euros, deadline Friday. Warm piano please.", "piano"],
    ["Danke! Budget 4.000 Euro, bis Freitag. Bitte warmes Klavier.", "Klavier"],
  ])("is not told so if it also names music: %j", (text) => {
    const { hits, unserved } = search(catalog, text);
    expect(hits[0]?.songId).toBe("a");
    expect(unserved.join()).not.toContain("does not describe");
  });

  test("is not told so of constraints, references, refusals and words of a title", () => {
    for (const query of ["no vocals", "songs by Artist a", "no drums", "harbour", "positive, thanks!"])
      expect(search(catalog, query).unserved.join()).not.toContain("does not describe");
  });
});
