import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { describeConstraint } from "../../../src/ranking/describe-constraint.ts";

/** A text with a story or a mail, and one direction. */
interface MixedText {
  readonly language: string;
  readonly context: string;
  /** Concepts of the direction, in the order of the vocabulary's names. */
  readonly wants: readonly string[];
  /** Concepts of story words. Each has less weight than every concept of the direction, or none. */
  readonly story: readonly string[];
  /** All constraints. */
  readonly constraints: readonly string[];
}

const TEXTS: readonly MixedText[] = [
  {
    language: "an English story",
    context: `INT. DINER - 3:40 A.M.

RUTH (40s) wipes the counter. A photograph of a house hangs above the till. Nobody has ordered for an hour. She counts
ninety dollars, drops a coin, and looks at the country road outside. There follow three minutes and eleven seconds of
silence. Then the bell over the door rings and her son walks in without a word.

The music should be a slow, tender felt piano with warm strings.`,
    wants: ["tender", "felt piano", "strings"],
    story: ["house", "country", "bell"],
    constraints: [],
  },
  {
    language: "an English mail",
    context: `Hi Margot,

we are looking for warm acoustic guitar with a hopeful mood, and no drums.

The episode is 42 minutes long and the picture is locked on Friday. The agency has moved house again, so here is the new
address for invoices: 12 Dock Road. Please send stems and the cue sheet by 9:30 on Monday.

Best wishes,
Tom`,
    wants: ["acoustic guitar", "hopeful"],
    story: ["house"],
    constraints: ["no drums"],
  },
  {
    language: "a German story",
    context: `INNEN. KÜCHE - 3:40 UHR

Die alte Frau sitzt am Tisch und zählt das Kleingeld. Draußen fährt ein Wagen über die Landstraße. Seit drei Minuten
und elf Sekunden hat niemand etwas gesagt. Der Junge lässt die Tasse fallen, sie zerbricht auf dem Boden, und er läuft
ohne ein Wort in den Garten.

Die Musik soll zart und melancholisch sein, mit Klavier und Streichern.`,
    wants: ["melancholic", "piano", "strings"],
    story: [],
    constraints: [],
  },
  {
    language: "a French story",
    context: `INT. CUISINE - 3 H 40

La vieille femme ferme la porte et compte la monnaie sur la table. Dehors, une voiture passe sur la route de campagne.
Personne n'a parlé depuis trois minutes et onze secondes. Le garçon laisse tomber la tasse, elle se brise sur le sol, et
il court sans un mot dans le jardin.

La musique doit être tendre et mélancolique, avec du piano et des cordes.`,
    wants: ["tender", "melancholic", "piano", "strings"],
    story: ["farm"],
    constraints: [],
  },
  {
    language: "a Spanish story",
    context: `INT. COCINA - 3:40

La anciana cierra la puerta y cuenta las monedas sobre la mesa. Fuera pasa un coche por la carretera. Nadie ha hablado
desde hace tres minutos y once segundos. El niño deja caer la taza, que se rompe en el suelo, y corre sin una palabra al
jardín.

La música debe ser tierna y melancólica, con piano y cuerdas.`,
    wants: ["tender", "melancholic", "piano", "strings"],
    story: ["children"],
    constraints: [],
  },
  {
    language: "an Italian story",
    context: `INT. CUCINA - 3:40

La vecchia chiude la porta e conta le monete sul tavolo. Fuori passa una macchina sulla strada di campagna. Nessuno parla
da tre minuti e undici secondi. Il ragazzo lascia cadere la tazza, che si rompe sul pavimento, e corre senza una parola
nel giardino.

La musica deve essere tenera e malinconica, con pianoforte e archi.`,
    wants: ["tender", "melancholic", "piano", "strings"],
    story: ["country"],
    constraints: [],
  },
  {
    language: "a Portuguese story",
    context: `INT. COZINHA - 3:40

A velha fecha a porta e conta as moedas em cima da mesa. Lá fora passa um carro na estrada. Ninguém fala há três minutos
e onze segundos. O rapaz deixa cair a chávena, que se parte no chão, e corre sem uma palavra para o jardim.

A música deve ser terna e melancólica, com piano e cordas.`,
    wants: ["tender", "melancholic", "piano", "strings"],
    story: ["car"],
    constraints: [],
  },
];

describe("a direction between story and mail", () => {
  test.each(TEXTS)("is kept in $language, where other words promise nothing", (text) => {
    const { wanted, constraints } = parseBrief({ query: null, context: text.context });
    expect(constraints.map(describeConstraint)).toEqual([...text.constraints]);
    const weightOf = (name: string): number => wanted.find((wish) => wish.name === name)?.weight ?? 0;
    const weakest = Math.min(...text.wants.map(weightOf));
    expect(weakest).toBeGreaterThan(0);
    for (const name of text.story) expect(weightOf(name)).toBeLessThan(weakest);
  });

  test("is kept in a mail that asks for stems", () => {
    const mail = TEXTS.find(({ language }) => language === "an English mail");
    const { avoided } = parseBrief({ query: null, context: mail?.context ?? "" });
    expect(avoided.map(({ name }) => name)).toContain("drums");
  });
});

test("a demand on vocals counts in a sentence about the job too", () => {
  const context = `Hi team, thanks for the quick turnaround. The spot airs on 12 March, the budget is 4,000 for Germany and
Austria, two years online. Please send five options by Thursday, instrumental only, stems included, and the usual WAV
masters. Call me on Monday if anything is unclear. Best, Petra`;
  const { constraints } = parseBrief({ query: null, context });
  expect(constraints.map(({ kind, from }) => [kind, ...from])).toEqual([["vocals", "instrumental only"]]);
});
