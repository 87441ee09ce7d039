import type { SentenceAround } from "./sentence.ts";

/** Words for one piece of music. "Pieza" and "spot" are left out: they are also words for a film. */
const TRACK =
  "(?:tracks?|pieces?|songs?|cues?|tunes?|loops?|themes?|music|versions?|beds?|stück(?:e|en|s)?|titel|lied(?:er)?|musik|fassung(?:en)?|morceaux?|titres?|musiques?|chansons?|pistes?|temas?|canci(?:ón|ones)|música|pistas?|bran[oi]|canzon[ei]|pezz[oi]|musica|tracci[ae]|faixas?|músicas|canç(?:ão|ões)|trilha|boucles?|bucles?)";
/** Words for what the music accompanies, and for the parts of a programme. */
const PROGRAMME_WORDS =
  "(?:films?|movies?|episodes?|episod(?:i|io|ios)|épisodes?|shows?|series?|série|programmes?|documentar(?:y|ies)|doc|scenes?|trailers?|spots?|videos?|vídeos?|ads?|commercials?|cut-?downs?|edits?|walk|passage|szene|folge|sendung|werbung|scène|émission|bande-annonce|escena|episodio|película|documental|documentaire|anuncio|scena|puntata|documentari[oa]|cena|episódio|documentário|filme|filmato|cortometraje|passaggio)(?!\\p{L})";
const PROGRAMME = new RegExp(`(?<!\\p{L})${PROGRAMME_WORDS}`, "u");
/** "30 second cutdowns", "a 60 second hero film". */
const PROGRAMME_AFTER = new RegExp(`^[- ](?:[\\p{L}]+ )?${PROGRAMME_WORDS}`, "u");

/** A position in the music or in the film: "the track drops for ten seconds". */
const POSITION =
  "for|after|before|until|from|when|then|and|in|im|für|nach|bis|und|sich|pendant|après|et|durante|después|tras|y|per|dopo|e|em|depois|por|en|a|au|at";
/** A track and its length: "the track should be 2:30", "loops of 60 seconds", "Theme, 25 seconds". */
const TRACK_BEFORE = new RegExp(
  `(?<!\\p{L})${TRACK}(?: (?!(?:${POSITION})(?!\\p{L}))[\\p{L}']+){0,4}[,:(]? ?(?:at |a |al )?$`,
  "u",
);
const LENGTH_BEFORE =
  /(?<!\p{L})(?:length|duration|running time|runtime|länge|dauer|laufzeit|spieldauer|durée|duración|largo|durata|duração)(?!\p{L})[^,;]{0,30}$/u;
/** "It should run 3 minutes". */
const TO_RUN_BEFORE =
  /(?<!\p{L})(?:(?:should|must|has to|needs to|can) (?:run|last|be)|d(?:oit|evrait) durer|(?:debe|debería) durar|dev(?:e|rebbe) durare|deve(?:ria)? durar)(?: (?:for|about))? $/u;
/** A track that the client has heard: "the last track was 4 minutes long". */
const PAST =
  /(?<!\p{L})(?:was|were|delivered|sent|war|waren|dauerte|lieferte|était|durait|livré|era|duraba|duró|entregó|durava|durò|consegnato|durou|entregou)(?!\p{L})/u;
/** "2:30 long", "a two-minute track", "6 minutes per piece". */
const AFTER = new RegExp(
  `^[- ]?(?:of music|de musique|di musica|de música|long|in length|lang|de long|de largo|de duración|di durata|de duração|each|(?:per|pro|par|por) ${TRACK}|${TRACK.replace("versions?|", "")})(?!\\p{L})`,
  "u",
);

/** The beginning and the end of an item of a list. */
const ITEM_START =
  /^[\s\-–—*•>→]*$|[,;:(!–—→][\s]*$|(?<!\p{L})(?:but|and|please|aber|und|bitte|et|mais|y|pero|e|ma|mas) $/u;
const ITEM_END = /^\s*(?:$|[,;:)!–—]|please|bitte|por favor|per favore)/u;

/**
 * Whether the sentence of a length shows that it is the length of the music. In a long text, most lengths are those of the
 * film, of a scene or of a delivery. A limit ("under two minutes") as an item of its own is a limit of the music.
 */
export function isTrackLength({ before, after }: SentenceAround, isLimit: boolean): boolean {
  if (PAST.test(before)) return false;
  if (TRACK_BEFORE.test(before)) return true;
  if (PROGRAMME.test(before) || PROGRAMME_AFTER.test(after)) return false;
  if (LENGTH_BEFORE.test(before) || TO_RUN_BEFORE.test(before) || AFTER.test(after)) return true;
  return isLimit && ITEM_START.test(before) && ITEM_END.test(after);
}
