/*
 * Lines of a client, and the shapes that are read from them. "no rising" is a refused shape, and "hit 42" an accent at 42
 * seconds.
 */
import { describe, expect, test } from "bun:test";
import type { Brief } from "../../../schema/brief.ts";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

function read(query: string | null, context: string | null = null): Brief {
  return parseBrief({ query, context });
}

function shapesOf({ arcs = [] }: Brief): string[] {
  return arcs.map(({ shape, isRefused, atSeconds }) =>
    [...(isRefused ? ["no"] : []), shape, ...(atSeconds === null ? [] : [atSeconds])].join(" "),
  );
}

const SHAPES: Readonly<Record<string, readonly string[]>> = {
  rising: [
    "starts small, ends huge",
    "Starts small. Ends huge.",
    "begins with a single piano and grows into the full orchestra",
    "huge at the end, tiny at the start",
    "a quiet opening that grows and grows",
    "from a whisper to a roar",
    "a slow burn",
    "warm piano that keeps building",
    "builds and builds until the full band comes in",
    "with a big finish",
    "opens with just a cello, then everything",
    "gets louder and louder",
    "fängt leise an und wird am Ende riesig",
    "beginnt ganz zart und endet mit vollem Orchester, baut sich langsam auf",
    "von einem Flüstern bis zu einem Knall",
    "wird immer größer",
    "mit großem Finale",
    "part tout doucement et finit en apothéose",
    "commence en douceur et explose à la fin",
    "une montée progressive",
    "débute avec un seul violon puis devient énorme",
    "empieza íntimo y termina enorme",
    "va de menos a más",
    "arranca suave y acaba por todo lo alto",
    "comincia piano, esplode alla fine",
    "parte con un pianoforte solo e cresce fino all'orchestra intera",
    "sempre più intenso",
    "começa pequeno e acaba gigante",
    "cresce aos poucos até o clímax",
    "começa bem baixinho e explode no final",
  ],
  falling: [
    "drops away to nothing at the end",
    "comes down",
    "from a roar to a whisper",
    "opens huge and ends with a single piano",
    "big opening, quiet ending",
    "gradually winds down",
    "beginnt laut und endet leise",
    "ebbt langsam ab",
    "commence en fanfare et finit doucement",
    "s'éteint peu à peu, avec une musique douce",
    "empieza fuerte y termina muy suave",
    "se va apagando",
    "inizia forte e finisce piano",
    "si spegne piano piano",
    "começa enorme e termina baixinho",
    "vai diminuindo até sumir no fim",
  ],
  arch: [
    "a climax in the middle",
    "starts quiet, builds to a peak, then falls away",
    "a track that peaks halfway and then comes back down",
    "swells and recedes",
    "rises and falls",
    "Höhepunkt in der Mitte",
    "baut sich langsam auf und ebbt wieder ab, die Musik klingt leise aus",
    "monte en puissance puis retombe à la fin",
    "sube y baja",
    "un clímax a la mitad de la canción",
    "sale e scende",
    "cresce e depois diminui",
  ],
  steady: [
    "stays level throughout",
    "calm and steady throughout",
    "doesn't change, same energy throughout",
    "bleibt gleich, die Energie ändert sich nicht",
    "la musique reste au même niveau",
    "energía constante de principio a fin",
    "rimane uguale, stessa energia",
    "mantém-se igual, energia constante",
  ],
  stop: [
    "sudden stop",
    "a hard out",
    "cuts to silence",
    "abruptes Ende",
    "la musique s'arrête net",
    "termina de golpe",
    "finisce all'improvviso",
    "a música acaba de repente",
  ],
  "hit 42": [
    "hit at 0:42",
    "a big impact on the logo at 0:42",
    "mit einem Akzent bei 0:42",
    "avec un accent à 0:42",
    "con un golpe en el 0:42",
    "con un accento a 0:42",
    "com uma batida em 0:42",
  ],
  "no rising": [
    "doesn't build",
    "tense strings that don't build",
    "no crescendo",
    "no big finish",
    "it should never explode",
    "I don't want it to get bigger and bigger",
    "steigert sich nicht",
    "kein großes Finale",
    "ça ne monte pas",
    "que no crezca",
    "la musica non deve esplodere",
    "nada de crescendo, por favor",
  ],
};

describe("an arc is read as", () => {
  for (const [shape, lines] of Object.entries(SHAPES))
    test.each(lines)(`${shape}: "%s"`, (line) => {
      expect(shapesOf(read(line))).toContain(shape);
      expect(read(line).constraints).toEqual([]);
    });

  test("both of two shapes that go together", () => {
    expect(shapesOf(read("steady throughout, no build"))).toEqual(["steady", "no rising"]);
    expect(shapesOf(read("keeps building until a sudden stop"))).toEqual(["rising", "stop"]);
  });

  test("less of a shape", () => {
    expect(read("not too much build").arcs).toMatchObject([{ shape: "rising", isRefused: true, weight: 0.5 }]);
  });
});

describe("no arc is read from", () => {
  test.each([
    "warm soft music for a large opening",
    "quiet piano and big drums",
    "a village in the mountains, from a small film about a big family",
    "a building full of people",
    "start with nothing too dark",
    "a small jazz trio",
    "calm piano, no drums, 90 seconds",
    "energiegeladener Rock mit großen Gitarren",
    "música de piano suave para una boda grande",
  ])('"%s"', (line) => expect(shapesOf(read(line))).toEqual([]));

  test("a story in a long text", () => {
    const story =
      "Anna comes home after the war. The boy starts small, with one tin soldier on the shelf, and ends huge, a general of " +
      "a thousand men. The train leaves, the whole village waves, and the mother stands alone at the station with her coat. " +
      "She walks back through the snow. The letters stop coming.";
    expect(shapesOf(read(null, `${story} We want a warm solo cello, tender and close, no drums.`))).toEqual([]);
    expect(shapesOf(read(null, `${story} We want music with a solo cello that starts small and ends huge.`))).toEqual([
      "rising",
    ]);
  });
});

describe("the words of an arc", () => {
  test("are in the arc, and not looked for in titles and texts", () => {
    const brief = read("starts small, ends huge");
    expect(brief.arcs?.[0]?.from).toEqual(["starts small, ends huge"]);
    expect(brief.text).toEqual([]);
  });

  test("lead to the tag for it, once", () => {
    const buildings = ({ wanted }: Brief): number => wanted.filter(({ name }) => name === "building").length;
    expect(buildings(read("empieza íntimo y termina enorme"))).toBe(1);
    expect(read("a slow burn").wanted.map(({ name }) => name)).toEqual(["slow-burning"]);
    expect(read("doesn't build").avoided.map(({ name }) => name)).toEqual(["building"]);
    expect(read("termina de golpe").wanted.map(({ name }) => name)).toEqual(["sudden stop"]);
  });

  test("are no wish for an ending, and no instrument", () => {
    expect(read("starts small, ends huge").wanted.map(({ name }) => name)).not.toContain("ending");
    expect(read("comincia piano, esplode alla fine").wanted.map(({ name }) => name)).not.toContain("piano");
    expect(read("drops away to nothing at the end").avoided).toEqual([]);
  });

  test("keep the instruments in them", () => {
    const wanted = read("begins with a single piano and grows into the full orchestra").wanted.map(({ name }) => name);
    expect(wanted).toContain("piano");
    expect(wanted).toContain("orchestral");
  });

  test("keep a length that is no accent", () => {
    expect(read("2:30 long, with a hit at 0:42").constraints.map(({ kind, from }) => [kind, ...from])).toEqual([
      ["duration", "2:30"],
    ]);
  });
});

describe("the query and the context", () => {
  test("together have one shape of the level: that of the query", () => {
    expect(shapesOf(read("builds slowly", "calm piano, steady throughout, with a sudden stop"))).toEqual([
      "rising",
      "stop",
    ]);
    expect(shapesOf(read("warm piano", "calm, steady throughout"))).toEqual(["steady"]);
  });

  test("weigh the shape of the context less", () => {
    expect(read("warm piano", "a slow burn").arcs).toMatchObject([{ shape: "rising", weight: 0.7 }]);
  });
});

describe("beside a scene", () => {
  const scene =
    "Night falls over the harbour, and the fishermen carry their nets home. A girl waits at the end of the pier and counts " +
    "the lamps. When the last boat comes in, her father is not on it, and the men look away. She runs along the beach. " +
    "We need a warm orchestral track that starts small and builds to a huge climax with strings and brass.";

  test("the arc of the context is read", () => {
    expect(shapesOf(read("warm strings", scene))).toEqual(["rising"]);
  });

  test.each([
    ["starts huge, falls away to nothing", ["falling"]],
    ["steady throughout, no build", ["steady", "no rising"]],
    ["falls away", ["falling"]],
    ["no build", ["no rising"]],
  ])("the arc of the query counts in full: %s", (query, shapes) => {
    const brief = read(query, scene);
    expect(shapesOf(brief)).toEqual([...shapes]);
    expect(brief.arcs?.map(({ weight }) => weight)).toEqual(shapes.map(() => 1));
    expect(brief.wanted.map(({ name }) => name)).not.toContain("building");
  });

  test("a contrary tag of the context is no wish", () => {
    const names = (query: string): string[] => read(query, "calm piano, building").wanted.map(({ name }) => name);
    expect(names("warm strings")).toContain("building");
    expect(names("falls away")).not.toContain("building");
    expect(read("no build", "a slow burn").avoided.map(({ name }) => name)).toContain("building");
  });
});

describe("several times of an accent", () => {
  test.each([
    ["hits at 0:12, 0:25 and 0:40", [12, 25, 40]],
    ["hits at 0:12, at 0:25, and at 0:40", [12, 25, 40]],
    ["Akzente bei 0:12, 0:25 und 0:40", [12, 25, 40]],
    ["accents à 0:12, 0:25 et 0:40", [12, 25, 40]],
    ["golpes en 0:12, 0:25 y 0:40", [12, 25, 40]],
    ["accenti a 0:12, 0:25 e 0:40", [12, 25, 40]],
  ])("are all read, and are no lengths: %s", (line, times) => {
    const { arcs = [], constraints, text } = read(line);
    expect(arcs.map(({ atSeconds }) => atSeconds)).toEqual(times);
    expect(constraints).toEqual([]);
    expect(text).toEqual([]);
  });

  test("end before a length", () => {
    const { arcs, constraints } = read("hits at 0:12 and 0:25, 2:30 long");
    expect(arcs?.map(({ atSeconds }) => atSeconds)).toEqual([12, 25]);
    expect(constraints.map(({ kind, from }) => [kind, ...from])).toEqual([["duration", "2:30"]]);
  });

  test("are at most a dozen", () => {
    const times = Array.from({ length: 16 }, (_, at) => `0:${at + 10}`);
    expect(read(`hits at ${times.join(", ")}`).arcs).toHaveLength(12);
  });
});

describe("the quoted words of an arc", () => {
  test("are joined within a sentence only", () => {
    expect(read("Starts small. Ends huge.").arcs?.[0]?.from).toEqual(["Starts small", "Ends huge"]);
  });

  test("are bounded", () => {
    const said = read("It starts small with warm strings and ends huge. ".repeat(30)).arcs?.flatMap(({ from }) => from);
    expect(said?.length).toBeGreaterThan(0);
    expect(said?.join(" ").length).toBeLessThan(150);
    const oneSentence = read("starts small, then a bit of warm piano and strings, ends huge, ".repeat(30)).arcs ?? [];
    expect(oneSentence.flatMap(({ from }) => from).join(" ").length).toBeLessThan(300);
  });
});

test("the time of reading is linear in the text", () => {
  const line = "starts small, hit at 0:42, ends huge, fades to nothing at the end, no build, ";
  const timeOf = (times: number): number => {
    const text = line.repeat(times);
    const started = Bun.nanoseconds();
    read(text);
    return Bun.nanoseconds() - started;
  };
  timeOf(20);
  const least = (times: number): number => Math.min(timeOf(times), timeOf(times), timeOf(times));
  expect(least(160)).toBeLessThan(40 * least(20));
});
