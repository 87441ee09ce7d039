/** Songs that the catalog page asks for at a time. */
export const SONGS_PER_PAGE = 50;

/**
 * The first songs, which the catalog asks for together with its scripts instead of after them. This is the page's own request to the
 * letter, or the browser would ask twice. The facets are not asked for here: counting them takes the server as long as the rest of
 * the page, which would wait for it.
 */
export const FIRST_SONGS_PATH = `/v1/songs?page%5Bsize%5D=${SONGS_PER_PAGE}`;
