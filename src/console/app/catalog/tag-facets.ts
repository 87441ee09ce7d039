/** The kinds of tags, in the order in which pages show them. */
export const FACETS_OF_TAGS = ["genre", "mood", "instrument", "characteristic"] as const;
