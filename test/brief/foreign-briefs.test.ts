import { describe, expect, test } from "bun:test";
import { describeConstraint } from "../../src/ranking/describe-constraint.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";

/** What a brief must be understood as; `constraints` and `ignored` are complete. */
interface Understood {
  readonly brief: string;
  readonly wants?: readonly string[];
  readonly avoids?: readonly string[];
  readonly notWanted?: readonly string[];
  readonly constraints?: readonly string[];
  readonly ignored?: readonly string[];
}

const SPANISH: readonly Understood[] = [
  { brief: "sin batería ni voces", avoids: ["drums"], constraints: ["no vocals", "no drums"] },
  {
    brief: "Una canción triste pero esperanzadora con guitarra acústica y voz femenina, nada de batería",
    wants: ["sad", "hopeful", "acoustic guitar", "female vocals"],
    avoids: ["drums"],
    constraints: ["lead vocals", "no drums"],
  },
  {
    brief:
      "Buscamos música épica, más bien oscura que alegre. Lo necesitamos para el viernes, el presupuesto es limitado.",
    wants: ["epic", "dark"],
    avoids: ["happy"],
    ignored: ["Lo necesitamos para el viernes", "el presupuesto es limitado"],
  },
  { brief: "algo tranquilo, no muy lento", wants: ["calm"], avoids: ["slow"] },
  {
    brief: "todo menos reguetón, algo bailable",
    wants: ["danceable"],
    avoids: ["reggaeton"],
    constraints: ["no reggaeton"],
  },
  { brief: "No solo piano: también cuerdas", wants: ["piano", "strings"] },
  { brief: "piano, no sin tensión", wants: ["piano", "tense"] },
  {
    brief: "vídeo corporativo, 60 segundos, entre 100 y 120 bpm, sin palabrotas",
    wants: ["corporate"],
    constraints: ["100 to 120 bpm", "54 to 66 seconds long", "no explicit lyrics"],
  },
  { brief: "canciones de los 80 para bailar", wants: ["danceable"], constraints: ["released 1980 to 1989"] },
  { brief: "sintetizadores ochenteros, unos 120 bpm", wants: ["synthesizer", "80s"], constraints: ["114 to 126 bpm"] },
  {
    brief: "un vals elegante, evitar trompetas y saxofones",
    wants: ["waltz"],
    avoids: ["trumpet", "saxophone"],
    constraints: ["no trumpet", "no saxophone"],
  },
  { brief: "villancicos alegres sin letra", wants: ["christmas", "happy"], constraints: ["no vocals"] },
  {
    brief: "evitar voces y coros, prefiero sonido acústico",
    wants: ["acoustic"],
    avoids: ["choir"],
    constraints: ["no vocals", "no choir"],
  },
  { brief: "batalla épica, dos minutos como máximo", wants: ["epic"], constraints: ["at most 120 seconds long"] },
  {
    brief: "un minuto y medio de jazz con voz masculina",
    wants: ["jazz", "male vocals"],
    constraints: ["81 to 99 seconds long", "lead vocals"],
  },
  { brief: "música de ascensor no, por favor; algo moderno", wants: ["modern"], avoids: ["boring"] },
  { brief: "pegadiza, energía alta, instrumental", wants: ["catchy"], constraints: ["high energy", "no lead vocals"] },
  {
    brief: "algo animado para un cumpleaños. ¡Muchas gracias!",
    wants: ["upbeat", "happy"],
    ignored: ["Muchas gracias"],
  },
  { brief: "guitarras eléctricas distorsionadas y rápidas", wants: ["electric guitar"] },
];

const ITALIAN: readonly Understood[] = [
  { brief: "niente voce né batteria", avoids: ["drums"], constraints: ["no vocals", "no drums"] },
  {
    brief: "pianoforte malinconico, circa 90 bpm, senza voce",
    wants: ["piano", "melancholic"],
    constraints: ["86 to 95 bpm", "no vocals"],
  },
  { brief: "canzone d'amore anni 80, non troppo veloce", wants: ["love", "80s"], avoids: ["fast"] },
  { brief: "piuttosto triste che allegro, tempo medio", wants: ["sad", "mid-tempo"], avoids: ["happy"] },
  { brief: "largo maestoso, poi prestissimo", wants: ["slow", "majestic", "very fast"] },
  {
    brief: "un brano lento e commovente con archi e voce femminile",
    wants: ["slow", "emotional", "strings", "female vocals"],
    constraints: ["lead vocals"],
  },
  {
    brief: "tutto tranne il reggaeton, qualcosa di ballabile",
    wants: ["danceable"],
    avoids: ["reggaeton"],
    constraints: ["no reggaeton"],
  },
  { brief: "non deve essere triste, solo un po' nostalgico", wants: ["nostalgic"], avoids: ["sad"] },
  { brief: "non solo archi, anche ottoni", wants: ["strings", "brass"] },
  {
    brief: "vorrei un valzer elegante, evitare batteria e sintetizzatori",
    wants: ["waltz", "elegant"],
    avoids: ["drums", "synthesizer"],
    constraints: ["no drums", "no synthesizer"],
  },
  {
    brief: "brano strumentale di 90 secondi per un video aziendale",
    wants: ["corporate"],
    constraints: ["81 to 99 seconds long", "no lead vocals"],
  },
  {
    brief: "rap senza parolacce, tra 90 e 100 bpm",
    wants: ["rap"],
    constraints: ["90 to 100 bpm", "no explicit lyrics"],
  },
  { brief: "musica rilassante all'alba, sotto la pioggia", wants: ["relaxing", "calm"] },
  {
    brief: "ci serve entro venerdì, budget ridotto: musica festosa. Grazie mille!",
    wants: ["cheerful"],
    ignored: ["Grazie mille", "ci serve entro venerdì", "budget ridotto"],
  },
  { brief: "suspense, niente di troppo veloce", wants: ["suspenseful"], avoids: ["fast"] },
  {
    brief: "brano epico con coro e ottoni, senza chitarre elettriche",
    wants: ["epic", "choir", "brass"],
    avoids: ["electric guitar"],
    constraints: ["no electric guitar"],
  },
];

const PORTUGUESE: readonly Understood[] = [
  {
    brief: "não só violão, também cordas, sem vocais nem bateria",
    wants: ["acoustic guitar", "strings"],
    avoids: ["drums"],
    constraints: ["no vocals", "no drums"],
  },
  {
    brief: "violão no fundo, voz feminina, anos 80, dois minutos",
    wants: ["acoustic guitar", "background", "female vocals", "80s"],
    constraints: ["108 to 132 seconds long", "lead vocals"],
  },
  {
    brief: "mais triste do que alegre, nada de sopros",
    wants: ["sad"],
    avoids: ["happy", "woodwind"],
    constraints: ["no woodwind"],
  },
  {
    brief: "tudo menos sertanejo; algo urbano e moderno, sem palavrões",
    wants: ["urban", "modern"],
    avoids: ["country"],
    constraints: ["no explicit lyrics", "no country"],
  },
  { brief: "não deve ser triste nem dramático", avoids: ["sad", "dramatic"] },
  { brief: "forró não, quero uma bossa nova tranquila", wants: ["bossa nova", "calm"], constraints: ["no brazilian"] },
  {
    brief: "música eletrônica dançante, mais de 125 bpm, energia alta",
    wants: ["electronic", "danceable"],
    constraints: ["at least 125 bpm", "high energy"],
  },
  {
    brief: "vídeo institucional, positivo e inspirador, 60 segundos, sem letra",
    wants: ["corporate", "positive", "inspiring"],
    constraints: ["54 to 66 seconds long", "no vocals"],
  },
  {
    brief: "evitem bateria e baixo, prefiro algo acústico",
    wants: ["acoustic"],
    avoids: ["drums", "bass"],
    constraints: ["no drums", "no bass"],
  },
  {
    brief: "um fado melancólico com voz masculina",
    wants: ["portuguese", "melancholic", "male vocals"],
    constraints: ["lead vocals"],
  },
  {
    brief: "precisamos até sexta-feira, o orçamento é pequeno: algo divertido para crianças. Obrigada!",
    wants: ["fun", "children"],
    ignored: ["Obrigada", "precisamos até sexta-feira", "o orçamento é pequeno"],
  },
  { brief: "canção de ninar com caixinha de música", wants: ["lullaby", "music box"] },
  { brief: "pôr do sol na praia, relaxante, não muito lento", wants: ["relaxing", "summer"], avoids: ["slow"] },
  { brief: "piano triste e cordas, chuva, saudade", wants: ["piano", "sad", "strings", "longing"] },
  { brief: "trilha épica com coro, entre 120 e 140 bpm", wants: ["epic", "choir"], constraints: ["120 to 140 bpm"] },
];

const FRENCH: readonly Understood[] = [
  {
    brief: "pas de chant, ni de batterie, plutôt triste que joyeux",
    wants: ["sad"],
    avoids: ["happy", "drums"],
    constraints: ["no vocals", "no drums"],
  },
  {
    brief: "ne doit pas être nostalgique, avec une guitare électrique",
    wants: ["electric guitar"],
    avoids: ["nostalgic"],
  },
  {
    brief: "musique d'amour avec l'orchestre, voix masculine, 2 minutes",
    wants: ["love", "orchestra", "male vocals"],
    constraints: ["108 to 132 seconds long", "lead vocals"],
  },
  {
    brief: "tout sauf du rap, éviter les trompettes et la batterie",
    avoids: ["rap", "trumpet", "drums"],
    constraints: ["no rap", "no trumpet", "no drums"],
  },
  {
    brief: "une musique joyeuse, sans paroles, environ 120 bpm",
    wants: ["happy"],
    constraints: ["114 to 126 bpm", "no vocals"],
  },
  { brief: "pas seulement triste, mais aussi romantique", wants: ["sad", "romantic"] },
  {
    brief: "Le budget est limité, il nous faut quelque chose de calme. Merci d'avance",
    wants: ["calm"],
    ignored: ["Merci d'avance", "Le budget est limité"],
  },
  { brief: "chansons des années 80, sans gros mots", constraints: ["no explicit lyrics", "released 1980 to 1989"] },
];

const GERMAN: readonly Understood[] = [
  { brief: "Fast keine Drums, ruhiges Klavier", wants: ["calm", "piano"], avoids: ["drums"], notWanted: ["fast"] },
  {
    brief: "traurige Klaviermusik, ohne Gesang und Schlagzeug",
    wants: ["sad", "piano"],
    avoids: ["drums"],
    constraints: ["no vocals", "no drums"],
  },
  {
    brief: "Sommerhit mit Akustikgitarren und Frauenstimme, jugendfrei, 30 Sekunden",
    wants: ["summer", "acoustic guitar", "female vocals"],
    constraints: ["no explicit lyrics", "27 to 33 seconds long", "lead vocals"],
  },
  { brief: "eher traurig als fröhlich, um die 90", wants: ["sad"], avoids: ["happy"], constraints: ["86 to 95 bpm"] },
  {
    brief: "treibende Streicher, nicht zu froehlich, bitte bis Freitag, das Budget ist klein",
    wants: ["strings"],
    avoids: ["happy"],
    ignored: ["das Budget ist klein", "bitte bis Freitag"],
  },
  {
    brief: "alles außer Volksmusik, weder Geige noch Flöte",
    avoids: ["violin", "flute"],
    constraints: ["no volksmusik", "no violin", "no flute"],
  },
  { brief: "nicht nur traurig, auch romantisch", wants: ["sad", "romantic"] },
  {
    brief: "anderthalb Minuten Weihnachtsmusik mit Glocken",
    wants: ["christmas", "bell"],
    constraints: ["81 to 99 seconds long"],
  },
  {
    brief: "Hits der 90er, schnell, mehr als 130 bpm",
    wants: ["fast"],
    constraints: ["at least 130 bpm", "released 1990 to 1999"],
  },
  { brief: "langsam, aber ohne Schimpfwörter", wants: ["slow"], constraints: ["no explicit lyrics"] },
];

const MIXED: readonly Understood[] = [
  { brief: "Dark techno sin voz, very heavy", wants: ["dark", "techno", "heavy"], constraints: ["no vocals"] },
  { brief: "some saudade, fado", wants: ["longing"] },
  { brief: "upbeat pop, ohne Gesang", wants: ["upbeat", "pop"], constraints: ["no vocals"] },
  { brief: "an epic trailer, sans vocals", wants: ["epic"], constraints: ["no vocals"] },
];

/** English words with another meaning in another language. */
const FALSE_FRIENDS: readonly Understood[] = [
  { brief: "war film with a brave soldier", wants: ["epic"] },
  { brief: "fast guitars, no drums", wants: ["fast", "guitar"], avoids: ["drums"], constraints: ["no drums"] },
  { brief: "still and wild", wants: ["wild"] },
  { brief: "grave and serious", wants: ["serious"] },
  { brief: "deep house in the main street", wants: ["deep house"] },
  { brief: "red hot salsa, no brass", wants: ["salsa"], avoids: ["brass"], constraints: ["no brass"] },
  { brief: "bass and piano, no fin whale sounds", wants: ["bass", "piano"] },
  { brief: "a rock anthem", wants: ["anthem"] },
  { brief: "a car chase, hell on wheels", wants: ["action"], notWanted: ["bright"] },
  { brief: "the kind of art that makes you die, sad", wants: ["sad"], notWanted: ["theatrical"] },
  { brief: "sad songs about my son", wants: ["sad"], notWanted: ["sound effects"] },
  { brief: "come and go, ambient", wants: ["ambient"] },
  { brief: "I play a banjo, due to rain", wants: ["banjo"], notWanted: ["summer", "duet"] },
  { brief: "an ode to the sea, calm", wants: ["calm"] },
  { brief: "no pain no gain, energetic", wants: ["energetic"] },
  { brief: "not a bad sale commercial, fun", wants: ["fun"] },
  { brief: "more brass than strings, but not sans drums", wants: ["brass"] },
];

describe.each([
  ["Spanish", SPANISH],
  ["Italian", ITALIAN],
  ["Portuguese", PORTUGUESE],
  ["French", FRENCH],
  ["German", GERMAN],
  ["mixed", MIXED],
  ["English, with words that other languages have,", FALSE_FRIENDS],
])("a brief in %s", (_language, briefs) => {
  test.each([...briefs])(
    "$brief",
    ({ brief, wants = [], avoids = [], notWanted = [], constraints = [], ignored = [] }) => {
      const parsed = parseBrief({ query: brief, context: null });
      const wanted = parsed.wanted.map((wish) => wish.name);
      const avoided = parsed.avoided.map((wish) => wish.name);
      expect(wanted).toEqual(expect.arrayContaining([...wants]));
      expect(avoided).toEqual(expect.arrayContaining([...avoids]));
      for (const name of [...avoids, ...notWanted]) expect(wanted).not.toContain(name);
      for (const name of wants) expect(avoided).not.toContain(name);
      expect(parsed.constraints.map(describeConstraint).toSorted()).toEqual([...constraints].toSorted());
      expect(parsed.ignored.toSorted()).toEqual([...ignored].toSorted());
    },
  );
});
