/** Words for voices and singers in five foreign languages; parts of the patterns in `vocals.ts`. */
export const VOICES_FOREIGN =
  "gesang|gesänge|stimmen?|sänger(?:in|innen)?|gesungen(?:e[rns]?)?|vokals?|text|texte|(?:frauen|männer|kinder|hintergrund|lead|chor|sprech)(?:stimmen?|gesang)|" +
  "chants?|chant(?:eur|euse)s?|chantée?s?|voix|paroles|voz|voces|cantantes?|cantad[oa]s?|cantando|letras?|palabras|canto|" +
  "voce|voci|cantat[oaie]|cantanti|parole|testo|testi|vocali|voca(?:l|is)|vozes|cantor(?:es|as?)?|vocalistas?|palavras";

/** Words after the voice that say whose it is. */
export const VOICE_OWNER =
  "(?: (?:femenin[ao]s?|masculin[ao]s?|féminine?s?|feminin[ao]s?|masculine?s?|femminil[ei]|maschil[ei]|infantil(?:es)?|infantis|principal(?:es)?|" +
  "d'hommes?|de femmes?|de filles?|de garçons?|de chic[ao]s?|de menin[ao]s?|di ragazz[ae]|d'enfants?|de mujer(?:es)?|de hombres?|de niñ[oa]s?|d'uomo|di donna|di bambin[oi]|de mulher(?:es)?|de homem|de crianças?|" +
  "de fondo|de fond|di sottofondo|de fundo|de apoyo|de apoio))?";

/** Words for one kind of voice. Excluding one kind allows the others. */
export const ONE_KIND_OF_VOICE =
  /frauen|männer|kinder|sprech|weiblich|männlich|femenin|masculin|féminin|feminin|femminil|maschil|infantil|infantis|mujer|hombre|mulher|homem|homme|femme|fille|garçon|donna|uomo|ragazz|niñ|enfant|bambin|criança|menin/;

/** Words for background voices. */
export const BACKGROUND_VOICE =
  /hintergrund|chorgesang|chorstimme|de fondo|de fond|di sottofondo|de fundo|de apoyo|de apoio/;

/** A preposition before singing: "mit Gesang", "con voz". */
export const WITH_SINGING = /(?:^|[^\p{L}])(?:mit|con|avec|com) (?:(?:un|una|une|uma|einer|ein|viel|mucha|muita) )?$/u;

/** Words that mean only singing; "Stimme" may be a narrator's. */
export const SUNG =
  /^(?:gesang|gesungen(?:e[rns]?)?|sänger(?:in|innen)?|chant(?:eur|euse)s?|chantée?s?|cantantes?|cantad[oa]s?|cantando|cantat[oaie]|cantanti|cantor(?:es|as?)?|vocais|vocalistas?|vokals?)$/;

/** Words after a narrator's voice. */
export const NARRATOR_SUFFIX = /^ (?:e[nm] off|off(?!\p{L})|aus dem off|fuori campo|narrante|over)/u;
