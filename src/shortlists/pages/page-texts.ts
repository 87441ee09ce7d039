/** The texts of the pages that the server writes itself: the printable sheet and the page of a shared link. */
const en = {
  sheet: "Shortlist",
  number: "No.",
  song: "Song",
  version: "Version",
  length: "Length",
  tempo: "bpm",
  key: "Key",
  rating: "Rating",
  offset: "Offset to picture",
  note: "Note",
  unavailable: "not available",
  printed: "As of {date}",
  songs: "Songs: {count}",
  for: "For {name}",
  until: "Works until {date}",
  watermarked: "These are watermarked previews.",
  preparing: "Being prepared …",
  broken: "This song cannot be played.",
  ended: "This link does not work",
  ask: "It has expired or was withdrawn. Ask the sender for a new one.",
};

type PageTexts = Readonly<Record<keyof typeof en, string>>;

const de: PageTexts = {
  sheet: "Auswahlliste",
  number: "Nr.",
  song: "Titel",
  version: "Fassung",
  length: "Länge",
  tempo: "bpm",
  key: "Tonart",
  rating: "Bewertung",
  offset: "Versatz zum Bild",
  note: "Notiz",
  unavailable: "nicht verfügbar",
  printed: "Stand: {date}",
  songs: "Titel: {count}",
  for: "Für {name}",
  until: "Gültig bis {date}",
  watermarked: "Diese Hörproben haben ein Wasserzeichen.",
  preparing: "Wird vorbereitet …",
  broken: "Dieser Titel lässt sich nicht abspielen.",
  ended: "Dieser Link funktioniert nicht",
  ask: "Er ist abgelaufen oder wurde zurückgezogen. Bitten Sie den Absender um einen neuen.",
};

const fr: PageTexts = {
  sheet: "Sélection",
  number: "N°",
  song: "Morceau",
  version: "Version",
  length: "Durée",
  tempo: "bpm",
  key: "Tonalité",
  rating: "Note",
  offset: "Décalage sur l’image",
  note: "Remarque",
  unavailable: "indisponible",
  printed: "État au {date}",
  songs: "Morceaux : {count}",
  for: "Pour {name}",
  until: "Valable jusqu’au {date}",
  watermarked: "Ces extraits portent un filigrane sonore.",
  preparing: "Préparation …",
  broken: "Ce morceau ne peut pas être lu.",
  ended: "Ce lien ne fonctionne pas",
  ask: "Il a expiré ou a été retiré. Demandez-en un nouveau à l’expéditeur.",
};

const es: PageTexts = {
  sheet: "Selección",
  number: "N.º",
  song: "Canción",
  version: "Versión",
  length: "Duración",
  tempo: "bpm",
  key: "Tonalidad",
  rating: "Valoración",
  offset: "Desfase con la imagen",
  note: "Nota",
  unavailable: "no disponible",
  printed: "Fecha: {date}",
  songs: "Canciones: {count}",
  for: "Para {name}",
  until: "Válido hasta el {date}",
  watermarked: "Estas muestras llevan una marca de agua.",
  preparing: "Preparando …",
  broken: "Esta canción no se puede reproducir.",
  ended: "Este enlace no funciona",
  ask: "Ha caducado o se ha retirado. Pida uno nuevo al remitente.",
};

const TEXTS = { en, de, fr, es } as const;
export type ServedLanguage = keyof typeof TEXTS;

/** Returns the language of a page: the first one that the header Accept-Language names and that there are texts in, else English. */
export function languageOf(acceptLanguage: string | null): ServedLanguage {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((one) => one.startsWith("q="))?.slice(2);
      return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .toSorted((one, other) => other.quality - one.quality);
  for (const { language, quality } of wanted) {
    const found = Object.keys(TEXTS).find((name): name is ServedLanguage => name === language);
    if (found !== undefined && quality > 0) return found;
  }
  return "en";
}

/** How a page is written for a browser. */
export interface PageReader {
  readonly language: ServedLanguage;
  /** The language with the country, for the forms of dates: `en-IE`. */
  readonly region: string;
}

/** A language with a country. Others are refused by `Intl`. */
const REGIONAL = /^[a-z]{2}-[a-z]{2}$/i;

/** Reads the header Accept-Language. The country is that of the first range in the language of the page. */
export function readerOf(acceptLanguage: string | null): PageReader {
  const language = languageOf(acceptLanguage);
  const tags = (acceptLanguage ?? "").split(",").map((range) => range.split(";", 1)[0]?.trim() ?? "");
  const region = tags.find((tag) => REGIONAL.test(tag) && tag.toLowerCase().startsWith(`${language}-`));
  return { language, region: region ?? language };
}

/** Returns a text with each `{name}` replaced by its value. It is not escaped. */
export function pageText(
  language: ServedLanguage,
  key: keyof PageTexts,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return TEXTS[language][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
