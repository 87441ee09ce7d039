/** Songs that the catalog page asks for at a time. */
export const SONGS_PER_PAGE = 50;

/**
 * The header that asks for the first songs and the facets together with the page of the catalog, instead of after its scripts. The
 * addresses are those of the page's own requests to the letter, or the browser would ask twice.
 */
export const FIRST_SONGS_LINK = [`/v1/songs?page%5Bsize%5D=${SONGS_PER_PAGE}`, "/v1/facets"]
  .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`)
  .join(", ");
