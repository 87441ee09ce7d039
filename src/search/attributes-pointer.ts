/** JSON Pointer (RFC 6901) to the attributes of a search. */
export const ATTRIBUTES = "/data/attributes";
