/** Left out of descriptions and lyrics, where they are most of the text and say nothing; titles and artists keep them. */
export const UNINDEXED_WORDS: ReadonlySet<string> = new Set(
  (
    "a about all am an and are as at be been but by can could d did do dont for from had has have he her him his how i if im in into " +
    "is it its ive just ll me my no not of on or our out re s she so t than that the their them then there these they this to too up " +
    "us was we were what when where which while who will with would you your youre"
  ).split(" "),
);
