import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { situations } from "../../../src/brief/situations/situation.ts";
import { readSituationModel, situationChances } from "../../../src/brief/situations/situation-model.ts";
import type { Brief } from "../../../schema/brief.ts";

const MODEL = readSituationModel(
  ["100", "40 60", "-", "-", "coffin\t0:4", "wreath\t0:3", "engine\t1:5", "rain\t0:2 1:3"].join("\n"),
);

const chancesOf = (...cues: string[]): number[] => [
  ...situationChances(
    MODEL,
    cues.map((cue) => ({ cue, weight: 1 })),
  ),
];

describe("the chances of situations", () => {
  test("are equal without a known cue, and always add up to 1", () => {
    expect(chancesOf()).toEqual([0.5, 0.5]);
    expect(chancesOf("zqxv")).toEqual([0.5, 0.5]);
    for (const cues of [["coffin"], ["coffin", "engine"], ["rain", "wreath", "engine"]])
      expect(chancesOf(...cues).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
  });

  test("rise with every further cue, and contrary cues cancel each other", () => {
    const [one = 0] = chancesOf("coffin");
    const [two = 0] = chancesOf("coffin", "wreath");
    const [both = 0] = chancesOf("coffin", "engine");
    expect(one).toBeGreaterThan(0.5);
    expect(two).toBeGreaterThan(one);
    expect(both).toBeLessThan(one);
  });

  test("follow a cue less if it has less weight", () => {
    const [half = 0] = situationChances(MODEL, [{ cue: "coffin", weight: 0.5 }]);
    const [full = 0] = situationChances(MODEL, [{ cue: "coffin", weight: 1 }]);
    expect(half).toBeGreaterThan(0.5);
    expect(half).toBeLessThan(full);
  });
});

/** Stories without a word about music, and concepts that they imply or rule out. Written for this test. */
const STORIES: readonly {
  readonly lang: string;
  readonly story: string;
  readonly wants: readonly string[];
  readonly spoils: readonly string[];
}[] = [
  {
    lang: "en",
    story:
      "EXT. CEMETERY - MORNING. Six men in borrowed coats lower the coffin on two ropes. The widow holds a handful of earth and cannot open her fist. Behind her the grandchildren stare at their shoes. The priest waits. Somebody coughs, the wreath slides off the trestle, nobody picks it up.",
    wants: ["sad", "melancholic"],
    spoils: ["party", "happy"],
  },
  {
    lang: "en",
    story:
      "INT. MULTI-STOREY CAR PARK - NIGHT. The van takes the ramp on two wheels. Two patrol cars follow, sirens on, sparks from a bumper. MIA ducks as the rear window bursts. She swerves between the pillars, smashes through the barrier and out into the oncoming traffic, tyres screaming, the clock at forty seconds.",
    wants: ["action", "fast"],
    spoils: ["calm", "romantic"],
  },
  {
    lang: "de",
    story:
      "INNEN. KELLER - NACHT. Die Taschenlampe flackert und geht aus. Etwas kratzt an der Tür zum Kohlenkeller, langsam, von unten nach oben. Sie hält den Atem an. Die Klinke bewegt sich. Auf der Treppe, über ihr, ein nasser Fußabdruck, und dann noch einer. Hinter dem Regal atmet jemand, der nicht da sein dürfte.",
    wants: ["dark", "tense"],
    spoils: ["happy", "party"],
  },
  {
    lang: "fr",
    story:
      "Le camping ferme demain. Les enfants sautent du ponton en criant, les glaces fondent sur les doigts, une grand-mère danse avec le maître-nageur sous les guirlandes. On s'asperge, on rit, on partage la dernière pastèque. Le soleil descend sur la plage et personne n'a envie de plier les serviettes.",
    wants: ["happy", "summer"],
    spoils: ["horror", "dark"],
  },
  {
    lang: "es",
    story:
      "Presentamos una plataforma que ayuda a las empresas a crecer. Vemos a un equipo joven en una oficina luminosa, pantallas con gráficos que suben, una reunión, apretones de manos, un cliente satisfecho. El producto aparece en primer plano. Cierre con el logotipo y el lema de la compañía sobre fondo blanco, mirando al futuro.",
    wants: ["corporate", "motivational"],
    spoils: ["horror", "sad"],
  },
  {
    lang: "it",
    story:
      "La stanza dell'ospedale è in penombra. La figlia regge il bicchiere con la cannuccia, il padre non beve più. Sul comodino gli occhiali, una rivista di parole crociate lasciata a metà. Lei gli prende la mano, gliela appoggia sulla guancia. Fuori un'infermiera spegne la luce del corridoio. Il respiro si fa più lungo, poi basta.",
    wants: ["sad", "emotional"],
    spoils: ["party", "funny"],
  },
  {
    lang: "pt",
    story:
      "O menino aprende a andar de bicicleta no quintal da avó. Cai, ri, levanta, cai de novo em cima das galinhas. O cão foge com a meia, a avó corre atrás com a vassoura, o avô finge que filma e só filma o próprio polegar. No fim todos comem bolo no degrau, cheios de terra e de gargalhadas.",
    wants: ["happy"],
    spoils: ["horror", "dark"],
  },
];

/** Stories that could be several situations, and what would be wrong in most of them. */
const UNCLEAR: readonly (readonly [story: string, wrong: readonly string[]])[] = [
  [
    "Bem-vindo à Oficina do Tio Parafuso! Aqui as crianças montam robôs com latas, botões e escovas de dentes. Cada peça faz uma careta quando a encaixamos. Se o robô ficar torto, anda torto, e os outros robôs batem palmas na mesma. No nível cinco há uma corrida de caracóis mecânicos em que o último é que ganha.",
    ["dark", "tense", "horror", "sad"],
  ],
  [
    "Trois amies suivent le canal à vélo. Elles ont fini les examens à midi. L'une lâche le guidon, l'autre raconte n'importe quoi, la troisième filme ses propres pieds. Elles sautent du pont tout habillées. La gourde n'apparaît qu'à la quarante-deuxième seconde, quand elle flotte à côté d'elles comme un canard.",
    ["dark", "tense", "horror", "sad"],
  ],
];

describe("a story without a word about music", () => {
  test.each(STORIES.map((story) => [story.lang, story.story.slice(0, 40), story] as const))(
    "in %s implies its mood: %s",
    (_lang, _start, { story, wants, spoils }) => {
      const brief = parseBrief({ query: null, context: story });
      const implied = new Set(brief.wanted.map(({ name }) => name));
      expect(wants.filter((name) => !implied.has(name))).toEqual([]);
      expect(spoils.filter((name) => implied.has(name))).toEqual([]);
      expect(brief.avoided.some(({ name, isImplied }) => isImplied === true && spoils.includes(name))).toBe(true);
      expect(brief.wanted.length).toBeLessThanOrEqual(12);
    },
  );

  test.each(UNCLEAR)("implies nothing that would be wrong in most of its possible situations: %s", (story, wrong) => {
    const { wanted } = parseBrief({ query: null, context: story });
    expect(wanted.filter(({ name, isImplied }) => isImplied === true && wrong.includes(name))).toEqual([]);
    expect(wanted.some(({ isImplied }) => isImplied === true)).toBe(true);
  });

  test("names the situations that explain its wishes", () => {
    const names = new Set(situations().map(({ phrase }) => phrase));
    const { wanted } = parseBrief({ query: null, context: STORIES[0]?.story ?? "" });
    const implied = wanted.filter(({ isImplied }) => isImplied === true);
    expect(implied.length).toBeGreaterThan(3);
    for (const { from } of implied) expect(from.every((name) => names.has(name))).toBe(true);
  });

  test("implies less, the more the client states", () => {
    const story = STORIES[0]?.story ?? "";
    const alone = impliedWeight(parseBrief({ query: null, context: story }));
    const stated = impliedWeight(
      parseBrief({
        query: null,
        context: `${story}\nMusic: upbeat brass band, New Orleans jazz, trumpets, snare drums.`,
      }),
    );
    expect(stated).toBeLessThan(alone);
  });

  test("implies nothing that the client refuses", () => {
    const story = STORIES[0]?.story ?? "";
    const brief = parseBrief({ query: null, context: `${story}\nFor the music: no piano and no strings, please.` });
    expect(brief.wanted.filter(({ name }) => name === "piano" || name === "strings")).toEqual([]);
  });
});

function impliedWeight({ wanted }: Brief): number {
  return wanted.reduce((sum, { isImplied, weight }) => sum + (isImplied === true ? weight : 0), 0);
}

test("a stated wish has only the client's words if the story implies it too", () => {
  const names = new Set(situations().map(({ phrase }) => phrase));
  const story = STORIES[0]?.story ?? "";
  const { wanted } = parseBrief({ query: null, context: `${story}\nMusic: sad solo piano, nothing else.` });
  const from = wanted.find(({ name }) => name === "sad")?.from ?? [];
  expect(from).toContain("sad");
  expect(from.filter((words) => names.has(words))).toEqual([]);
});
