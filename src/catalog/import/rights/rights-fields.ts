/** The fields of a table for the rights of a song (docs/catalog.md). */
export const RIGHTS_FIELDS = [
  "writers",
  "writer_ipi",
  "writer_society",
  "writer_share",
  "publishers",
  "publisher_ipi",
  "publisher_society",
  "publisher_share",
  "iswc",
  "master_owner",
  "one_stop",
  "clearance",
  "territories",
  "excluded_territories",
  "excluded_uses",
  "fee_class",
  "samples",
  "ai",
  "exclusive",
  "exclusive_to",
  "exclusive_until",
] as const;
export type RightsField = (typeof RIGHTS_FIELDS)[number];

/** Fields of which several columns are joined. */
export const RIGHTS_LISTS: readonly RightsField[] = [
  "writers",
  "publishers",
  "territories",
  "excluded_territories",
  "excluded_uses",
];

/**
 * What exports call these fields, in the form of `column-spellings.ts`. Those of DDEX are among them, in its spelling
 * (`TerritoryCode`, `PLine`) and with underscores.
 */
export const RIGHTS_SPELLINGS: Readonly<Partial<Record<RightsField, string>>> = {
  writers: `writer writer(s) composer composers composer(s) composerlyricist composer_lyricist composer/lyricist songwriter
    songwriters lyricist lyricists urheber komponist komponisten autoren compositeur compositeurs auteur auteurs compositor
    compositores autor autores compositore compositori autore autori`,
  writer_ipi: "writer_cae writer_cae/ipi writer_ipi_number composer_ipi writers_ipi ipi",
  writer_society: "writer_pro composer_society composer_pro writers_society",
  writer_share: "writer_shares writer_split writer_splits writer_ownership composer_share writers_share",
  publishers: `publisher publisher(s) music_publisher music_publishers musicpublisher original_publisher verlag verlage
    musikverlag editeur editeurs editorial editoriales editore editori editora editoras`,
  publisher_ipi: "publisher_cae publisher_cae/ipi publisher_ipi_number publishers_ipi",
  publisher_society: "publisher_pro publishers_society",
  publisher_share: "publisher_shares publisher_split publisher_splits publisher_ownership publishers_share",
  iswc: "iswc_code",
  master_owner: `master master_rights master_rights_owner master_rights_holder pline p_line p-line rightscontroller
    rights_controller sound_recording_owner recording_owner masterinhaber`,
  one_stop: "onestop one_stop_shop one_stop_clearance onestop_clearance is_one_stop",
  clearance: "clearance_status pre_cleared precleared is_pre_cleared license_status licence_status",
  territories: `territory territorycode territory_code territory_codes included_territories available_territories
    licensed_territories gebiete lizenzgebiet territoires territorios territori`,
  excluded_territories: `excluded_territory excludedterritorycode excluded_territory_code excluded_territory_codes
    territory_exclusions`,
  excluded_uses:
    "restrictions usage_restrictions restricted_uses excluded_usage use_restrictions licensing_restrictions",
  fee_class: "price_class price_category fee_category fee_tier price_tier pricecode price_code preisklasse",
  samples: "sample contains_sample contains_samples has_samples sample_use interpolation interpolations",
  ai: "ai_disclosure ai_use ai_contribution ki ia",
  exclusive: "exclusivity is_exclusive",
  exclusive_to: "exclusive_licensee exclusively_licensed_to",
  exclusive_until: "exclusivity_end exclusivity_until exclusive_end exclusive_end_date",
};

const FIELDS: ReadonlySet<string> = new Set(RIGHTS_FIELDS);

export function isRightsField(field: string): field is RightsField {
  return FIELDS.has(field);
}
