import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { describeConstraint } from "../../src/ranking/describe-constraint.ts";

function wantsOf(brief: string): readonly string[] {
  return parseBrief({ query: brief, context: null }).wanted.map(({ name }) => name);
}

function promisesOf(brief: string): readonly string[] {
  return parseBrief({ query: brief, context: null }).constraints.map((one) => describeConstraint(one));
}

describe("an everyday sense", () => {
  test.each([
    ["This is exactly what the world needs", "world"],
    ["Il marche derrière le tracteur, sans parler", "march"],
    ["Il marche derrière le tracteur, sans parler", "rock"],
    ["Él espera en el banco de la estación", "hopeful"],
    ["Él espera en el banco de la estación", "corporate"],
    ["i ragazzi del terzo piano", "piano"],
    ["Il terzo piano era vuoto", "piano"],
    ["Camminavano piano piano", "piano"],
    ["Qualcuno suona al piano di sopra", "piano"],
    ["Qualcuno suona al piano di sopra", "soprano"],
    ["un primo piano di lei, poi buio", "piano"],
    ["dietro le persiane chiuse", "persian"],
    ["un piatto di pasta sul tavolo", "cymbal"],
    ["Lei lava i piatti in silenzio", "cymbal"],
    ["lui aveva deciso di partire", "determined"],
    ["doce hombres en una mesa", "soft"],
    ["Es darf ruhig hässlich sein", "calm"],
    ["Der Groove darf ruhig etwas lauter sein", "calm"],
    ["die verzerrte Wand aus Gitarren", "folk"],
    ["eine Wand aus Lärm", "nature"],
    ["the ground is humming, a deep drone", "wordless vocals"],
    ["humming with the engine", "wordless vocals"],
    ["the humming fridge in her kitchen", "wordless vocals"],
    ["DEPUTY OKAFOR (50s) walks in", "50s"],
    ["a woman (70s) looks at him", "70s"],
    ["let me try to be clearer", "hi-fi"],
    ["strings creep in under", "sneaky"],
    ["una película americana de carretera", "americana"],
    ["una vecchia commedia, un film americano", "americana"],
    ["après un enterrement, dans une cuisine", "swing"],
    ["la lumière de la cuisine, tard le soir", "fun"],
  ])("%p does not want %p", (brief, name) => {
    expect(wantsOf(brief)).not.toContain(name);
  });

  test.each([
    ["un piano e archi", "piano"],
    ["solo pianoforte, tema malinconico", "piano"],
    ["musica con piano in primo piano", "piano"],
    ["piano solo, lento", "solo piano music"],
    ["pianissimo, con archi", "soft volume"],
    ["canzoni persiane con il santur", "persian"],
    ["piatti e batteria", "cymbal"],
    ["un ritmo deciso", "determined"],
    ["uma música doce e lenta", "soft"],
    ["Die Musik darf ruhig sein", "calm"],
    ["Sie kann ruhig und klar klingen", "calm"],
    ["Musik zum Wandern", "folk"],
    ["a woman humming softly", "wordless vocals"],
    ["disco drums (70s), warm", "70s"],
    ["Soul, 60s, warm", "60s"],
    ["WE NEED DISCO, 70s, FUN", "70s"],
    ["a clear, crisp mix", "hi-fi"],
    ["a creeping bass line", "sneaky"],
    ["música americana de los años 50", "americana"],
    ["émission de cuisine joyeuse", "fun"],
    ["une valse musette à l'accordéon", "musette"],
  ])("%p still wants %p", (brief, name) => {
    expect(wantsOf(brief)).toContain(name);
  });

  test.each([
    "the ground is humming, a deep drone",
    "humming with the engine",
    "WAITRESS, 30s, at the counter",
    "a woman (40s)",
  ])("%p promises nothing", (brief) => {
    expect(promisesOf(brief)).toEqual([]);
  });

  test("does not take the promise of a hummed melody", () => {
    expect(promisesOf("a woman humming softly")).toEqual(["no lead vocals"]);
  });
});

test.each(["une chanson française, pas de musette", "Paris, accordéon, mais sans musette"])(
  "%p refuses musette and not everything French",
  (brief) => {
    expect(promisesOf(brief)).toEqual(["no musette"]);
  },
);
