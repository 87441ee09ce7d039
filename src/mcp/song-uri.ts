const SONGS = "needledrop://songs/";
/** Longer than any id that an import accepts, percent-encoded. */
const URI_CHARS_MAX = 4_096;

export const SONG_URI_TEMPLATE = `${SONGS}{id}`;

/** Returns the URI of a song as an MCP resource. */
export function songUri(id: string): string {
  return SONGS + encodeURIComponent(id);
}

/** Returns the id in the URI of a song, or null for any other URI. */
export function songIdIn(uri: string): string | null {
  if (uri.length > URI_CHARS_MAX || !uri.startsWith(SONGS)) return null;
  try {
    const id = decodeURIComponent(uri.slice(SONGS.length));
    // SQLite ends text at NUL and could find another row.
    return id === "" || id.includes("\0") ? null : id;
  } catch {
    return null;
  }
}
