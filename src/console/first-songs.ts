/** Songs that the catalog page asks for at a time. */
export const SONGS_PER_PAGE = 50;

/**
 * The header that asks for the first songs together with the page of the catalog, instead of after its scripts. The address is that
 * of the page's own request to the letter, or the browser would ask twice. The facets are not asked for here: counting them takes the
 * server as long as the rest of the page, which would wait for it.
 */
export const FIRST_SONGS_LINK = `</v1/songs?page%5Bsize%5D=${SONGS_PER_PAGE}>; rel=preload; as=fetch; crossorigin`;
