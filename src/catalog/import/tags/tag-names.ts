/**
 * The tags of each field, most reliable first: ID3v2.2 to 2.4, Vorbis, MP4, RIFF INFO, AIFF, BEXT and iXML (ASWG). Names are
 * upper-case; those of free ID3 and MP4 tags have no prefix (TXXX:, ----:…:).
 */
const NAMES = {
  title: ["TIT2", "TT2", "TITLE", "©NAM", "INAM", "TITL", "NAME", "IXML:SONGTITLE"],
  artist: ["TPE1", "TP1", "ARTIST", "©ART", "IART", "AUTH", "IXML:ARTIST"],
  album: ["TALB", "TAL", "ALBUM", "©ALB", "IPRD", "IXML:LIBRARY", "IXML:ALBUM"],
  genre: ["TCON", "TCO", "GENRE", "©GEN", "GNRE", "IGNR", "IXML:GENRE", "IXML:SUBGENRE"],
  mood: ["TMOO", "MOOD", "MOODS", "IXML:MOOD"],
  instrument: ["INSTRUMENT", "INSTRUMENTS", "INSTRUMENTATION", "IXML:INSTRUMENT"],
  keywords: ["KEYWORDS", "KEYWORD", "IKEY", "IXML:KEYWORDS"],
  bpm: ["TBPM", "TBP", "BPM", "TMPO", "TEMPO", "IBPM", "IXML:TEMPO", "IXML:BPM"],
  key: ["TKEY", "TKE", "INITIALKEY", "INITIAL KEY", "KEY", "IXML:INKEY", "IXML:KEY"],
  isrc: ["TSRC", "TRC", "ISRC", "IXML:ISRCID", "IXML:ISRC"],
  lyrics: ["USLT", "ULT", "LYRICS", "UNSYNCEDLYRICS", "©LYR"],
  description: ["TDES", "DESCRIPTION", "DESC", "LDES", "ISBJ", "BEXT.DESCRIPTION", "IXML:NOTES", "IXML:NOTE"],
  comment: ["COMM", "COM", "COMMENT", "©CMT", "ICMT", "ANNO"],
  released: ["TDRL", "RELEASEDATE", "TDRC", "DATE", "©DAY", "ICRD", "TDOR", "ORIGINALDATE", "TYER", "TYE", "YEAR"],
} as const;
export type TagField = keyof typeof NAMES;

/** Returns the values of a field's first non-empty tag, unchanged. */
export function valuesOf(texts: ReadonlyMap<string, readonly string[]>, field: TagField): readonly string[] {
  for (const name of NAMES[field]) {
    const values = texts.get(name)?.filter((text) => text.trim() !== "");
    if (values !== undefined && values.length > 0) return values;
  }
  return [];
}
