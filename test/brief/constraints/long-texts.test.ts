import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { describeConstraint } from "../../../src/ranking/describe-constraint.ts";

/** A sentence of a long text, and the constraints that it states. */
type Sentence = readonly [sentence: string, ...constraints: string[]];

/** By language: words that make a text long and state no constraint. The sentence comes between the two. */
const FRAMES = {
  en: [
    `We are looking for music for the title sequence of our series. It should be warm and handmade, with an upright bass,
brushes and a Rhodes, and it should feel like early morning in a small kitchen.`,
    "The groove can be loose. We like dusty recordings, small rooms and players who listen to each other.",
  ],
  de: [
    `Wir suchen Musik für den Vorspann unserer Serie. Sie soll warm und handgemacht klingen, mit Kontrabass, Besen und
Rhodes, und sich wie ein früher Morgen in einer kleinen Küche anfühlen.`,
    "Der Groove darf locker sein. Wir mögen staubige Aufnahmen, kleine Räume und Musiker, die einander zuhören.",
  ],
  fr: [
    `Nous cherchons une musique pour le générique de notre série. Elle doit être chaleureuse et artisanale, avec une
contrebasse, des balais et un Rhodes, comme un petit matin dans une cuisine.`,
    "Le groove peut rester souple. Nous aimons les prises poussiéreuses, les petites salles et les musiciens attentifs.",
  ],
  es: [
    `Buscamos música para la cabecera de nuestra serie. Tiene que ser cálida y artesanal, con contrabajo, escobillas y un
Rhodes, y sonar como una madrugada en una cocina pequeña.`,
    "El groove puede ir suelto. Nos gustan las grabaciones con polvo, las salas pequeñas y los músicos que se escuchan.",
  ],
  it: [
    `Cerchiamo musica per la sigla della nostra serie. Deve essere calda e artigianale, con contrabbasso, spazzole e un
Rhodes, e far pensare al primo mattino in una piccola cucina.`,
    "Il groove può essere morbido. Ci piacciono le registrazioni polverose, le stanze piccole e i musicisti che si ascoltano.",
  ],
  pt: [
    `Procuramos música para a abertura da nossa série. Deve ser quente e artesanal, com contrabaixo, vassourinhas e um
Rhodes, e lembrar o começo da manhã em uma cozinha pequena.`,
    "O groove pode ser solto. Gostamos de gravações empoeiradas, salas pequenas e músicos que se escutam.",
  ],
} as const satisfies Readonly<Record<string, readonly [before: string, after: string]>>;

const SENTENCES: Readonly<Record<string, Readonly<Record<keyof typeof FRAMES, readonly Sentence[]>>>> = {
  duration: {
    en: [
      ["The last track was 4 minutes long and that was too much."],
      ["Our last composer delivered a track of three minutes."],
      ["The theme stops for 5 seconds at the knock."],
      ["It should run about 3 minutes.", "144 to 216 seconds long"],
      ["We need 90 seconds of music.", "81 to 99 seconds long"],
      ["[18:02] mona: how long is the walk"],
      ["02:14 The eight brothers step out of the reeds, low drums."],
      ["05:40–08:00 first wave, it opens."],
      ["The film has 84 min and opens on Friday."],
      ["Think of the show as sport: two people, one chilli, sixty minutes."],
      ["A reel may flicker up for ten seconds below decks."],
      ["We want sliding 808s and hats that rattle."],
      ["JUNE BELL (30s, beaded) kicks off her shoes."],
      ["The sixty-second trailer should sound like the show."],
      ["Silence for three minutes and eleven seconds, then the bass."],
      ["Length of scene 3:30, more or less."],
      ["We deliver cutdowns of 60 and 30 seconds."],
      ["The episode is 42 minutes long."],
      ["The track should be about three minutes and ten seconds.", "152 to 228 seconds long"],
      ["We need a track of under two minutes.", "at most 120 seconds long"],
      ["Length: 2:30.", "135 to 165 seconds long"],
      ["Not longer than 90 seconds, please.", "at most 90 seconds long"],
      ["The piece has to be at least 5 minutes long.", "at least 300 seconds long"],
      ["Minimum 6 minutes per piece, seamless.", "at least 360 seconds long"],
    ],
    de: [
      ["Die Sendung läuft 43 Minuten, diese Passage liegt bei Minute 31."],
      ["Die Streicher sollen sich über zwei Minuten hocharbeiten."],
      ["Länge der Passage 6'40."],
      ["Der Film hat zweiundfünfzig Minuten."],
      ["Das Stück soll höchstens drei Minuten lang sein.", "at most 180 seconds long"],
      ["Länge: 2:30.", "135 to 165 seconds long"],
    ],
    fr: [
      ["Le film dure cinquante-deux minutes."],
      ["Durée du film 2'50."],
      ["Générique : cuivres qui claquent, 10 secondes et on coupe net."],
      ["Un morceau de deux minutes maximum.", "at most 120 seconds long"],
      ["Durée : 1'30.", "81 to 99 seconds long"],
    ],
    es: [
      ["El tema no debe pasar de dos minutos.", "at most 120 seconds long"],
      ["El documental dura cincuenta y dos minutos."],
      ["Nada más durante el primer medio minuto."],
      ["La canción que dure dos minutos y medio como mucho.", "at most 150 seconds long"],
    ],
    it: [
      ["Il pezzo non deve superare i due minuti.", "at most 120 seconds long"],
      ["Crescita lenta per otto minuti, senza mai esplodere."],
      ["Otto episodi da 50 minuti, consegna da marzo."],
      ["Il brano deve durare al massimo due minuti.", "at most 120 seconds long"],
    ],
    pt: [
      ["Em um minuto é roda completa, com palmas."],
      ["[10:33] Léo: o cliente ouviu a primeira"],
      ["A faixa deve ter no máximo três minutos.", "at most 180 seconds long"],
    ],
  },
  "tempo, key and energy": {
    en: [
      ["Major key, a simple tune of five notes."],
      ["It must be in a minor key.", "in a minor key"],
      ["Not in a minor key.", "in a major key"],
      ["Low-energy bulbs for the whole house."],
      ["A high-energy crowd jumps."],
      ["The room holds around 90."],
      ["Tempo corridor: 100–112.", "100 to 112 bpm"],
      ["Fast, 150 plus.", "at least 150 bpm"],
      ["The key has to be A flat.", "in Ab"],
    ],
    de: [
      ["Gern in Moll."],
      ["Es muss in Moll sein.", "in a minor key"],
      ["Letztes Seil klemmt. Messer. Ab."],
      ["Tempo zwischen 90 und 100.", "90 to 100 bpm"],
    ],
    fr: [["La salle accueille environ 90."], ["Tempo : 120.", "118 to 122 bpm"]],
    es: [
      ["La mayor de las hermanas espera."],
      ["Sin la menor duda, la mayor parte calla."],
      ["En la menor, por favor.", "in A minor"],
      ["Música rápida, 160 o por ahí.", "152 to 168 bpm"],
    ],
    it: [["La maggiore delle sorelle aspetta."], ["Tempo tra 100 e 110.", "100 to 110 bpm"]],
    pt: [["Energia no talo na primeira, sem respiro.", "high energy"]],
  },
  release: {
    en: [
      ["The original from 1968 is too expensive."],
      ["Think of that song from the sixties in the diner film."],
      ["We have had sad piano in every hospital since 1990."],
      ["The obvious reference is that famous album from the nineties."],
      ["A bit like that album, recorded in 1974."],
      ["Only songs from the seventies, please.", "released 1970 to 1979"],
      ["It must be a genuine recording, released before 1970.", "released in 1969 or before"],
    ],
    de: [
      ["Meine Kollegin spielt das seit 1998."],
      ["Nur Songs, die vor 1970 erschienen sind.", "released in 1969 or before"],
    ],
    fr: [
      ["Ma collègue met des comptines depuis 1998."],
      ["Un vrai titre d'époque, sorti avant 66.", "released in 1965 or before"],
    ],
    es: [["Lo mismo desde 2014."], ["Solo canciones de los 80.", "released 1980 to 1989"]],
    it: [["La famiglia vive qui dal 1990."]],
    pt: [["A loja existe desde 2005."]],
  },
  "clean words and stems": {
    en: [
      ["It is like in my playlist called Sunday."],
      ["A family-friendly hotel by the lake."],
      ["Our toothpaste is safe for kids."],
      ["The instructions are explicit."],
      ["We only take tracks that come with stems.", "stems available"],
      ["It has to be family-friendly.", "no explicit lyrics"],
      ["The last five were too clean!!"],
      ["Clean guitars, please."],
      ["We need stems by Wednesday."],
      ["Please send stems and the cue sheet."],
      ["No dirty words, it is a family fair.", "no explicit lyrics"],
      ["Only songs with stems.", "stems available"],
      ["The track must have stems.", "stems available"],
      ["Tracks without stems can't be considered.", "stems available"],
    ],
    de: [["Bitte Stems mitschicken."], ["Nur Titel mit Stems.", "stems available"]],
    fr: [["Merci d'envoyer les stems."], ["Uniquement des titres avec stems.", "stems available"]],
    es: [["Mandad los stems el lunes."], ["Solo temas con stems.", "stems available"]],
    it: [["Mandateci gli stems lunedì."], ["Solo brani con stems.", "stems available"]],
    pt: [["Mandem os stems na segunda."], ["Só faixas com stems.", "stems available"]],
  },
  voices: {
    en: [
      ["There are no voices in the last reel."],
      ["No vocals over the dialogue, fine elsewhere."],
      ["Instrumental for the first minute, then a voice."],
      ["The temp track was an instrumental."],
      ["The music has to sit under the male voice of our narrator."],
      ["There are no words for what she feels."],
      ["Vocals: see notes."],
      ["Vocals: yes.", "lead vocals"],
      ["We liked the instrumental of last year."],
      ["It must be wordless.", "no lead vocals"],
      ["Group singing in the chorus that any guest can shout."],
      ["Solo cello under a hymn sung by one child."],
      ["Singing bowls and bamboo flute."],
      ["With a singer or without, both are possible."],
      ["Children going la la are great; words aren't needed."],
      ["A vocal hook of one or two words would be a gift."],
      ["A waltz she knows, hummed at first, under her breath."],
      ["An instrumental must exist either way."],
      ["No vocals until the final scene."],
      ["No vocals at all.", "no vocals"],
      ["Instrumental only.", "no lead vocals"],
      ["Nobody talking or rapping over it.", "no vocals"],
      ["Lyrics would fight the narration.", "no lead vocals"],
      ["It must be sung in Spanish.", "lead vocals"],
      ["Voice: female rapper, bored of winning.", "lead vocals"],
      ["It has to be in Spanish.", "lead vocals"],
    ],
    de: [
      ["Kein Text im Bild."],
      ["Keine Stimme aus dem Off."],
      ["Da darf niemand singen.", "no vocals"],
      ["Es soll auf Deutsch gesungen sein.", "lead vocals"],
      ["Ein Summen der Kinder am Ende, ganz leise, Text unnötig."],
      ["Ohne Gesang, weil die Sprecherin durchgehend spricht.", "no vocals"],
      ["Zwei Stimmen, Mann und Frau, Text auf Englisch.", "lead vocals"],
      ["Bitte rein instrumental.", "no lead vocals"],
    ],
    fr: [
      ["Pas de voix off."],
      ["Sans texte à l'écran."],
      ["Personne ne chante dessus.", "no vocals"],
      ["Éventuellement un chœur d'hommes très lointain, sans texte."],
      ["Une voix de femme tout contre le micro, plus souffle que mélodie."],
      ["Pas de voix, les personnages parlent.", "no vocals"],
      ["Voix de fille insolente, en français.", "lead vocals"],
    ],
    es: [
      ["Sin voz en off."],
      ["Que no cante nadie.", "no vocals"],
      ["De ahí nace la música, con palmas."],
      ["Mejor cantado o no, me da igual."],
      ["Sin voces, por favor.", "no vocals"],
      ["Una voz de mujer, rota, en español.", "lead vocals"],
    ],
    it: [
      ["Senza voce fuori campo."],
      ["Deve essere cantata in italiano.", "lead vocals"],
      ["Nessuna voce fino all'uscita finale."],
      ["Niente voce, per favore.", "no vocals"],
      ["Fuori devono restare le voci, di qualunque tipo.", "no vocals"],
    ],
    pt: [
      ["Sem voz em off."],
      ["Ninguém cantando por cima.", "no vocals"],
      ["Frase de voz feminina repetida, pode."],
      ["Sem vocais, por favor.", "no vocals"],
      ["Tem que ser mulher cantando.", "lead vocals"],
    ],
  },
};

for (const [topic, byLanguage] of Object.entries(SENTENCES)) {
  describe(`constraints of a long text: ${topic}`, () => {
    const cases = languagesOf(byLanguage).flatMap((language) =>
      byLanguage[language].map(([sentence, ...constraints]) => ({ language, sentence, constraints })),
    );
    test.each(cases)("$language: $sentence", ({ language, sentence, constraints }) => {
      const [before, after] = FRAMES[language];
      const brief = parseBrief({ query: null, context: `${before}\n\n${sentence}\n\n${after}` });
      expect(brief.constraints.map(describeConstraint)).toEqual(constraints);
    });
  });
}

function languagesOf(byLanguage: Readonly<Record<keyof typeof FRAMES, unknown>>): (keyof typeof FRAMES)[] {
  return (["en", "de", "fr", "es", "it", "pt"] as const).filter((language) => language in byLanguage);
}

describe("a story states no constraint", () => {
  const story = `INT. BALLROOM - NIGHT

RUTH (40s) counts the coins on the bar. Outside, a car with no lights rolls past in half time. The playlist Night Drive
plays from a broken radio, and a choir sings next door. She turns the volume down, sits on the floor in a minor key of
grief, and waits for her brother, who has owed her ninety dollars since 1990.`;

  test("with a playlist, a half-time feel and a key of its own", () => {
    expect(parseBrief({ query: null, context: story }).constraints).toEqual([]);
  });

  test("nor does its choir weaken an exclusion of voices", () => {
    const { constraints } = parseBrief({ query: null, context: `${story}\n\nMusic: slow strings, no vocals.` });
    expect(constraints.map(describeConstraint)).toEqual(["no vocals"]);
  });

  test("nor does its half time widen a tempo", () => {
    const { constraints } = parseBrief({ query: null, context: `${story}\n\nMusic: slow strings, 80 bpm.` });
    expect(constraints.map(describeConstraint)).toEqual(["78 to 82 bpm"]);
  });
});

describe("a short query", () => {
  test.each<Sentence>([
    ["three minutes and eleven seconds", "171.9 to 210.1 seconds long"],
    ["electro, cinquante-deux minutes"],
    ["electro, cincuenta y dos minutos"],
    ["trap with sliding 808s"],
    ["too clean, more songs with dirt"],
    ["A woman in her 30s"],
    ["ambient with stems", "stems available"],
    ["male voice, smooth", "lead vocals"],
    ["under 2 min, skate punk", "at most 120 seconds long"],
    ["techno, 135-140", "135 to 140 bpm"],
  ])("%s", (query, ...constraints) => {
    expect(parseBrief({ query, context: null }).constraints.map(describeConstraint)).toEqual(constraints);
  });
});
