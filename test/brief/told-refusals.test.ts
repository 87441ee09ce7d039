import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

function excluded(context: string): readonly string[] {
  return parseBrief({ query: null, context }).constraints.flatMap((one) => (one.kind === "excluded" ? [one.name] : []));
}

/** Stories whose narration or dialogue says that something was not heard. */
const STORIES: readonly string[] = [
  '"It never whistled," said the guard. "No guitar, no drums, nothing. He just sat there on the platform with his suitcase." The ' +
    "detective wrote it down. Outside the rain had stopped, and nobody sang any more in the bar across the street. He went home.",
  "The old kettle stood on the stove in the kitchen. She waited, folded her hands and told the story of the piano that nobody " +
    "played. There were no drums at the fair that year, no choir in the church, only the wind. The boy listened.",
  "Der alte Kessel stand auf dem Herd. Er pfiff nie. Sie wartete, faltete die Hände und erzählte von dem Klavier, das niemand " +
    "spielte. In jenem Jahr gab es keine Trommeln auf dem Fest, keinen Chor in der Kirche, nur den Wind.",
  "La vieille bouilloire était sur le feu. Elle ne sifflait jamais. Elle attendit, joignit les mains et raconta l'histoire du " +
    "piano que personne ne jouait. Il n'y avait pas de tambours à la fête cette année-là, pas de chœur dans l'église.",
  "La vieja tetera estaba en el fuego. Nunca silbaba. Ella esperó, juntó las manos y contó la historia del piano que nadie " +
    "tocaba. Aquel año no hubo tambores en la fiesta ni coro en el pueblo, y el niño se durmió en la silla.",
  "Il vecchio bollitore stava sul fuoco. Non fischiava mai. Lei aspettò, giunse le mani e raccontò la storia del pianoforte che " +
    "nessuno suonava. Quell'anno non c'erano tamburi alla festa né coro in chiesa, e il bambino si addormentò sulla sedia.",
  "A velha chaleira estava no fogão. Nunca assobiava. Ela esperou, juntou as mãos e contou a história do piano que ninguém " +
    "tocava. Naquele ano não houve tambores na festa nem coro na igreja, e o menino adormeceu na cadeira da avó.",
];

describe("what a story tells", () => {
  test.each(STORIES)("excludes nothing: %j", (story) => {
    expect(excluded(story)).toEqual([]);
  });

  test.each([
    ["The music is quiet and warm. No guitar, no drums, please.", ["drums", "guitar"]],
    ["Die Musik ist leise und warm. Bitte keine Gitarre und kein Schlagzeug.", ["drums", "guitar"]],
    ["Musique douce et chaleureuse, sans guitare ni batterie, s'il vous plaît.", ["drums", "guitar"]],
    ["Música suave y cálida, sin guitarra ni batería, por favor.", ["drums", "guitar"]],
    ["Musica dolce e calda, senza chitarra né batteria, per favore.", ["drums", "guitar"]],
    ["Música suave e quente, sem guitarra nem bateria, por favor.", ["drums", "guitar"]],
  ])("does not weaken a direction after it: %j", (direction, names) => {
    for (const story of STORIES) expect([...excluded(`${story}\n\n${direction}`)].toSorted()).toEqual([...names]);
  });
});
