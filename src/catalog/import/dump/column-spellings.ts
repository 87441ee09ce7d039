import { RIGHTS_SPELLINGS } from "../rights/rights-fields.ts";
import type { ColumnField } from "./column-fields.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/**
 * What exports call our columns, in six languages: in the form of `normalizeHeader`, without accents. Names with several
 * meanings ("name", "code", "style", "track", "data") are left out.
 */
const SPELLINGS: Readonly<Partial<Record<ColumnField, string>>> = {
  id: "song_id track_id",
  title: `song song_title song_name track_title track_name titel titre titulo titolo`,
  artist: `artist_name artist_names performer performers kunstler interpret artiste artistes artista artistas artisti
    interprete`,
  released_at: `date year released release_date release_year date_released veroffentlicht erscheinungsdatum
    erscheinungsjahr jahr datum date_de_sortie annee fecha fecha_de_lanzamiento ano data_di_uscita anno
    data_de_lancamento`,
  duration: `length dauer lange duree duracion durata duracao`,
  bpm: `tempo_bpm bpm_tempo tempo_(bpm)`,
  key: `musical_key tonart tonalite tonalidad tonalita tonalidade`,
  genre: `musikrichtung genere generi genero generos`,
  mood: `stimmung stimmungen ambiance ambiances humeur atmosfera`,
  instrument: `instrumentation instrumente instrumentierung instrumentos instrumentacion strumenti strumentazione
    instrumentacao`,
  characteristic: `keywords tags schlagworte schlagworter mots_cles palabras_clave parole_chiave palavras_chave`,
  description: `beschreibung descripcion descrizione descricao`,
  lyrics: `songtext paroles letra testo`,
  ...RIGHTS_SPELLINGS,
};

const FIELDS: ReadonlyMap<string, ColumnField> = new Map(
  (Object.entries(SPELLINGS) as [ColumnField, string][]).flatMap(([field, spellings]) =>
    spellings.split(/\s+/).map((spelling): [string, ColumnField] => [spelling, field]),
  ),
);

/** Returns the field that a header names in other words, or null. @param header in the form of `normalizeHeader`. */
export function spelledField(header: string): ColumnField | null {
  return FIELDS.get(toNormalForm(header, "NFD").replace(/\p{M}/gu, "")) ?? null;
}
