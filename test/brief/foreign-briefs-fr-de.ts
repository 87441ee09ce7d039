/** A brief and what it must be understood as. Missing fields are not checked. */
export interface ForeignBrief {
  readonly text: string;
  /** Names of concepts that the brief wants, directly or through a scene. */
  readonly wanted: readonly string[];
  readonly avoided: readonly string[];
  /** Kinds of all constraints. */
  readonly constraints: readonly string[];
}

/** Briefs as music supervisors, editors and agencies write them. */
export const FRENCH_AND_GERMAN: readonly ForeignBrief[] = [
  // French
  {
    text: "Bonjour, nous cherchons une musique douce et mélancolique au piano, sans voix ni batterie, pour une scène d'enterrement. Merci d'avance !",
    wanted: ["soft", "melancholic", "piano", "sad"],
    avoided: ["drums"],
    constraints: ["vocals"],
  },
  {
    text: "Morceau entraînant et solaire pour un spot de 30 secondes, pas trop joyeux, ne doit surtout pas faire cliché",
    wanted: ["upbeat", "sunny"],
    avoided: ["happy", "cheesy"],
    constraints: ["duration"],
  },
  {
    text: "Plutôt mélancolique que triste : guitare acoustique, ambiance feutrée, voix féminine en français",
    wanted: ["melancholic", "acoustic guitar", "female vocals", "quiet"],
    avoided: ["sad"],
    constraints: ["vocals"],
  },
  {
    text: "Course-poursuite en voiture la nuit : percussions, synthés analogiques, tempo rapide autour de 140 bpm, quelque chose de nerveux",
    wanted: ["action", "percussion", "fast", "nervous"],
    avoided: [],
    constraints: ["tempo"],
  },
  {
    text: "Film institutionnel pour une banque : moderne, positif, rassurant, mais rien de générique ni de kitsch svp",
    wanted: ["corporate", "modern", "positive", "encouraging"],
    avoided: ["cheesy"],
    constraints: [],
  },
  {
    text: "Cherche ambiance de braquage à la Ocean's Eleven : groovy, basse funky, cuivres. Aucune voix.",
    wanted: ["groovy", "brass", "funk"],
    avoided: [],
    constraints: ["vocals"],
  },
  {
    text: "Documentaire animalier, images de drone au-dessus de la forêt au lever du soleil. Nappes planantes, cordes légères, ça monte doucement en puissance. Évitez les gros tambours.",
    wanted: ["nature", "pad", "floating", "strings"],
    avoided: ["big drums"],
    constraints: [],
  },
  {
    text: "Pub parfum, univers luxueux et sensuel, voix de femme chuchotée, électro minimaliste, jamais agressif",
    wanted: ["luxurious", "sensual", "minimal", "electronic"],
    avoided: ["aggressive"],
    constraints: [],
  },
  {
    text: "Comédie familiale, scène de petit-déjeuner : pizzicati espiègles, clarinette, léger et drôle sans être enfantin",
    wanted: ["pizzicato", "playful", "clarinet", "funny"],
    avoided: ["children"],
    constraints: [],
  },
  {
    text: "Il nous faudrait un morceau instrumental des années 70, funk psychédélique, guitare saturée, pour vendredi si possible",
    wanted: ["70s", "funk", "psychedelic", "distorted guitar"],
    avoided: [],
    constraints: ["vocals"],
  },
  {
    text: "Émission de cuisine : jazz manouche enjoué, accordéon, ambiance parisienne. Pas de chant.",
    wanted: ["gypsy jazz", "accordion", "cheerful", "french"],
    avoided: [],
    constraints: ["vocals"],
  },
  {
    text: "Bande-annonce épique : choeurs, tambours de guerre, orchestre, montée en puissance puis fin nette. Durée maximum 2 minutes.",
    wanted: ["epic", "choir", "war drums", "orchestra", "building"],
    avoided: [],
    constraints: ["duration"],
  },
  {
    text: "Thriller nordique, tension sourde et froide, oppressant mais jamais horrifique ; moins de cordes, plus de textures électroniques",
    wanted: ["tense", "cold", "claustrophobic", "electronic"],
    avoided: ["strings"],
    constraints: [],
  },
  {
    text: "Vidéo de mariage en bord de mer. Romantique, chaleureux, un peu folk, qui donne des frissons. Surtout pas sirupeux !",
    wanted: ["romantic", "warm", "folk"],
    avoided: ["cheesy"],
    constraints: [],
  },
  {
    text: "Bonjour à tous, je recherche du rap français énergique, paroles sans gros mots, pour une pub de baskets",
    wanted: ["rap", "french", "energetic"],
    avoided: [],
    constraints: ["clean"],
  },
  {
    text: "Ni triste ni joyeux : neutre, discret, sous voix off, pour une vidéo explicative",
    wanted: ["neutral", "quiet"],
    avoided: ["sad", "happy"],
    constraints: [],
  },
  {
    text: "Film muet burlesque, piano bastringue, très rapide, loufoque",
    wanted: ["upright piano", "silly", "very fast"],
    avoided: [],
    constraints: [],
  },
  {
    text: "Générique de fin : ballade épurée voix masculine et guitare, sortie après 2015, tempo lent, mélancolie lumineuse",
    wanted: ["ballad", "stripped-down", "male vocals", "slow", "melancholic"],
    avoided: [],
    constraints: ["vocals", "released"],
  },
  {
    text: "On voudrait éviter les violons larmoyants et le piano. Quelque chose d'envoûtant, oriental, avec oud et percussions.",
    wanted: ["hypnotic", "oriental", "oud", "percussion"],
    avoided: ["violin", "piano"],
    constraints: [],
  },
  {
    text: "Chanson d'amour insouciante, esprit yéyé années 60, cordes et cuivres. Le client ne veut pas de reprise. Budget 5000 euros, droits web Europe 1 an.",
    wanted: ["love", "carefree", "60s", "strings", "brass"],
    avoided: ["cover"],
    constraints: [],
  },

  // German
  {
    text: "Hallo zusammen, wir suchen ruhige Klaviermusik ohne Gesang und ohne Schlagzeug für eine Trauerfeier. Bitte nicht zu kitschig. Vielen Dank!",
    wanted: ["calm", "piano", "sad"],
    avoided: ["drums", "cheesy"],
    constraints: ["vocals"],
  },
  {
    text: "Eher ruhig als traurig, warme Akustikgitarre, bitte keine Streicher",
    wanted: ["calm", "warm", "acoustic guitar"],
    avoided: ["sad", "strings"],
    constraints: [],
  },
  {
    text: "Treibender, mitreißender Track für eine Verfolgungsjagd, düster, ca. 140 bpm, rein instrumental",
    wanted: ["propulsive", "energetic", "dark", "action"],
    avoided: [],
    constraints: ["tempo", "vocals"],
  },
  {
    text: "Imagefilm für ein Familienunternehmen: modern, hochwertig, mit Aufbruchsstimmung, aber nicht pathetisch",
    wanted: ["modern", "luxurious", "optimistic", "corporate"],
    avoided: ["theatrical"],
    constraints: [],
  },
  {
    text: "Verspielte Hintergrundmusik für ein Erklärvideo, Pizzicato, Glockenspiel und Ukulele, unbeschwert. Keine Stimmen.",
    wanted: ["playful", "background", "glockenspiel", "ukulele", "carefree"],
    avoided: [],
    constraints: ["vocals"],
  },
  {
    text: "Krimi, Autofahrt bei Nacht: beklemmend, kühl, tiefe Synthesizer, reduziert. Weniger Melodie, mehr Atmosphäre.",
    wanted: ["claustrophobic", "cold", "synthesizer", "stripped-down", "atmospheric"],
    avoided: ["melodic"],
    constraints: [],
  },
  {
    text: "Werbespot für Bier, Sommer, Freunde am See, Indie-Folk mit Händeklatschen und Pfeifen, 30 Sekunden",
    wanted: ["summer", "indie folk", "handclaps", "whistle"],
    avoided: [],
    constraints: ["duration"],
  },
  {
    text: "Gesucht: Gänsehaut! Beginnt leise mit Klavier, steigert sich langsam, großes Finale mit Orchester und Chor. Kein Rap.",
    wanted: ["piano", "orchestra", "choir"],
    avoided: ["rap"],
    constraints: [],
  },
  {
    text: "Kochsendung, italienischer Sommer, Mandoline und Akkordeon, fröhlich, auf keinen Fall Techno oder Schlager",
    wanted: ["mandolin", "accordion", "happy"],
    avoided: ["techno", "schlager"],
    constraints: [],
  },
  {
    text: "Weder fröhlich noch traurig, sondern nachdenklich und hoffnungsvoll; Cello und Harfe, langsam",
    wanted: ["reflective", "hopeful", "cello", "harp", "slow"],
    avoided: ["happy", "sad"],
    constraints: [],
  },
  {
    text: "Wir bräuchten bis Freitag einen deutschen Popsong mit Frauenstimme, melancholisch, aber tanzbar, veröffentlicht nach 2018",
    wanted: ["german", "pop", "female vocals", "melancholic", "danceable"],
    avoided: [],
    constraints: ["vocals", "released"],
  },
  {
    text: "Naturdoku: Wale unter Wasser, schwebende Flächen, sphärisch, weit, keine Drums, kein Beat",
    wanted: ["floating", "pad", "ethereal"],
    avoided: ["drums", "beat"],
    constraints: [],
  },
  {
    text: "Horrorfilm, altes Spukhaus: Spieluhr, dissonante Streicher, unheimlich. Es darf nicht albern wirken.",
    wanted: ["horror", "music box", "strings", "creepy"],
    avoided: ["silly"],
    constraints: [],
  },
  {
    text: "Feierliche Bläser für eine Preisverleihung, Fanfaren, majestätisch, höchstens 90 Sekunden",
    wanted: ["brass", "majestic"],
    avoided: [],
    constraints: ["duration"],
  },
  {
    text: "Musik im Stil der 80er Jahre, Synthies, Neonlichter, cool und lässig statt hektisch",
    wanted: ["80s", "synthesizer", "cool", "laid-back"],
    avoided: ["frantic"],
    constraints: [],
  },
  {
    text: "Für den Weihnachtsspot einer Supermarktkette: besinnlich, herzerwärmend, Kinderchor, Schlittenglocken; bitte keine bekannten Weihnachtslieder",
    wanted: ["heartwarming", "reflective", "children's choir", "sleigh bells"],
    avoided: ["christmas"],
    constraints: [],
  },
  {
    text: "Schräger Balkan-Sound für eine schwarze Komödie, Tuba, Klarinette, leicht betrunken, nicht zu schnell",
    wanted: ["quirky", "balkan", "tuba", "clarinet"],
    avoided: ["fast"],
    constraints: [],
  },
  {
    text: "Entspannte Loungemusik für die Hotelbar, Besen, Kontrabass, gedämpfte Trompete, zurückhaltend, gern mit Rhodes",
    wanted: ["relaxing", "lounge", "brushed drums", "double bass", "muted trumpet"],
    avoided: [],
    constraints: [],
  },
  {
    text: "Liebeslied ohne Kitsch: zärtlich, intim, gehauchte Stimme, nur Gitarre. Keine Schimpfwörter im Text, läuft im Kinderprogramm.",
    wanted: ["love", "tender", "intimate", "guitar"],
    avoided: ["cheesy"],
    constraints: ["clean"],
  },
  {
    text: "Das Fußballfinale: hymnisch, kraftvoll, Stadionchor zum Mitsingen, E-Gitarren, schnell. Kunde mag keine elektronische Musik.",
    wanted: ["powerful", "electric guitar", "fast", "sing-along"],
    avoided: ["electronic"],
    constraints: [],
  },
];
