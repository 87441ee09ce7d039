import { filled, type TextValues } from "../lib/fill-text.ts";
import type { PageLanguage } from "../lib/language.ts";
import { language } from "../lib/texts.ts";

const en = {
  title: "Cue sheet",
  hint: "Choose an edit list: an EDL (CMX 3600), FCPXML or OpenTimelineIO. Songs are found by their id, file name or title.",
  file: "Edit list",
  fps: "Frame rate",
  "fps-list": "as in the list",
  usage: "Usage, if the list has none",
  make: "Make the cue sheet",
  working: "The list is being read …",
  summary: "{cues} cues, {others} events without a song, {fps} frames per second",
  "drop-frame": "drop-frame",
  number: "No.",
  song: "Song",
  use: "Usage",
  in: "In",
  out: "Out",
  duration: "Duration",
  writers: "Writers",
  publishers: "Publishers",
  "not-on-file": "not on file",
  missing: "not on file: {list}",
  others: "Events without a song",
  several: "several songs: {list}",
  clip: "Clip",
  save: "Save as {format}",
};
type CueTexts = Readonly<Record<keyof typeof en, string>>;

const de: CueTexts = {
  title: "Cue-Sheet",
  hint: "Wählen Sie eine Schnittliste: EDL (CMX 3600), FCPXML oder OpenTimelineIO. Songs werden über ID, Dateinamen oder Titel gefunden.",
  file: "Schnittliste",
  fps: "Bildrate",
  "fps-list": "wie in der Liste",
  usage: "Verwendung, wenn die Liste keine nennt",
  make: "Cue-Sheet erstellen",
  working: "Die Liste wird gelesen …",
  summary: "{cues} Cues, {others} Ereignisse ohne Song, {fps} Bilder pro Sekunde",
  "drop-frame": "Drop-Frame",
  number: "Nr.",
  song: "Song",
  use: "Verwendung",
  in: "Ein",
  out: "Aus",
  duration: "Dauer",
  writers: "Urheber",
  publishers: "Verlage",
  "not-on-file": "nicht bekannt",
  missing: "nicht bekannt: {list}",
  others: "Ereignisse ohne Song",
  several: "mehrere Songs: {list}",
  clip: "Clip",
  save: "Als {format} speichern",
};

const fr: CueTexts = {
  title: "Cue-sheet",
  hint: "Choisissez une liste de montage : EDL (CMX 3600), FCPXML ou OpenTimelineIO. Les morceaux sont trouvés par identifiant, nom de fichier ou titre.",
  file: "Liste de montage",
  fps: "Cadence",
  "fps-list": "comme dans la liste",
  usage: "Usage, si la liste n'en indique pas",
  make: "Établir la cue-sheet",
  working: "Lecture de la liste …",
  summary: "{cues} cues, {others} événements sans morceau, {fps} images par seconde",
  "drop-frame": "drop-frame",
  number: "N°",
  song: "Morceau",
  use: "Usage",
  in: "Entrée",
  out: "Sortie",
  duration: "Durée",
  writers: "Auteurs",
  publishers: "Éditeurs",
  "not-on-file": "non renseigné",
  missing: "non renseigné : {list}",
  others: "Événements sans morceau",
  several: "plusieurs morceaux : {list}",
  clip: "Clip",
  save: "Enregistrer en {format}",
};

const es: CueTexts = {
  title: "Cue sheet",
  hint: "Elija una lista de edición: EDL (CMX 3600), FCPXML u OpenTimelineIO. Los temas se encuentran por su id, archivo o título.",
  file: "Lista de edición",
  fps: "Fotogramas por segundo",
  "fps-list": "como en la lista",
  usage: "Uso, si la lista no lo indica",
  make: "Crear la cue sheet",
  working: "Leyendo la lista …",
  summary: "{cues} cues, {others} eventos sin tema, {fps} fotogramas por segundo",
  "drop-frame": "drop-frame",
  number: "N.º",
  song: "Tema",
  use: "Uso",
  in: "Entrada",
  out: "Salida",
  duration: "Duración",
  writers: "Autores",
  publishers: "Editoriales",
  "not-on-file": "no consta",
  missing: "no consta: {list}",
  others: "Eventos sin tema",
  several: "varios temas: {list}",
  clip: "Clip",
  save: "Guardar como {format}",
};

const TEXTS: Readonly<Record<PageLanguage, CueTexts>> = { en, de, fr, es };

/** Returns a text of the page. They are loaded with it, because no other page needs them. */
export function cueText(key: keyof typeof en, values: TextValues = {}): string {
  return filled(TEXTS[language.value][key], values, language.value);
}
