/**
 * What the words behind a title say of a file. They may say two things ("Inst 30 sec"); of the roles that a file
 * has, the first in this order decides what it is.
 */
export const ROLES = [
  "stem",
  "minus",
  "instrumental",
  "voices",
  "sting",
  "cut",
  "bed",
  "underscore",
  "alternate",
  "vocal",
  "main",
] as const;
export type Role = (typeof ROLES)[number];

const INSTRUMENT =
  "(?:lead|backing|bg|rhythm|electric|elec|acoustic|ac|synth|low|high|hi|live|big|solo)? ?" +
  "(?:drums?|percussions?|perc|kicks?|snares?|hats?|cymbals?|bass(?:es)?|guitars?|gtrs?|keys?|keyboards?|pianos?|organs?|pads?|synths?|arps?|" +
  "strings?|brass|horns?|winds?|woodwinds?|orchestra|choirs?|vox|vocals?|voices?|bgvs?|bvs?|melody|melodies|leads?|rhythm|fx|sfx|risers?|hits?|impacts?|mallets?|bells?|ukulele|violins?|cellos?|flutes?|claps?)";
const SEVERAL = `${INSTRUMENT}(?: (?:and |& )?${INSTRUMENT})*`;

/** Tried in this order at each place; `null` says nothing by itself (a number of a version). */
const PHRASES: readonly (readonly [pattern: string, roles: readonly Role[] | null])[] = [
  ["(?:no|without|minus|w o) (?:lead )?(?:vox|vocals?|voices?)", ["instrumental"]],
  [`(?:no|without|minus|w o) ${SEVERAL}`, ["minus"]],
  ["a ?c+ap+el+a", ["voices"]],
  ["instrumental|instru|instr|inst|karaoke", ["instrumental"]],
  ["(?:lead )?(?:vocals?|vox) (?:mix|version|main)|with (?:lead )?vocals?", ["vocal"]],
  [`stems? ${SEVERAL}|${SEVERAL} stems?|stems?(?: \\d{1,2})?`, ["stem"]],
  [SEVERAL, ["stem"]],
  ["underscore|undscr|underscr", ["underscore"]],
  ["bed", ["bed"]],
  ["stings?|stingers?|bumpers?|idents?|buttons?|logos?|tags?", ["sting"]],
  ["cut ?downs?|cutdowns?|(?:com|comm|commercial|promo|broadcast|tv) ?:?\\d{2,3}|:\\d{2}|\\d:\\d{2}", ["cut"]],
  ["\\d{1,3} ?(?:s|secs?|seconds?)|\\d ?mins?", ["cut"]],
  ["radio edit|short (?:edit|version|mix)|shorts?|edits?|loops?", ["cut"]],
  [
    "tv (?:mix|track)|alternates?|alternative|alts?|reduced|lite|light|sparse|minimal|extended|dub|clean|remix",
    ["alternate"],
  ],
  ["full (?:length|mix|version|main)|full|fullmix|main|original|master", ["main"]],
  ["v ?\\d{1,2}|versions?|mix|[a-d]|\\d{1,2}", null],
];
/** Lengths that a number alone means behind another word: "Main 30"; "Take 30" or "Alt 2" do not mean seconds. */
const LENGTH = /(?:^| )(?:15|20|30|45|60|90|120)$/;
const COMPILED = PHRASES.map(([pattern, roles]) => ({ matcher: new RegExp(`(?:${pattern})(?= |$)`, "y"), roles }));

/**
 * The roles that `words` (lower case, single spaces) say, when they say nothing else; null for any other text, and
 * for numbers and letters alone: "Part 2" and "Side B" are titles.
 */
export function rolesOf(words: string): readonly Role[] | null {
  const roles = new Set<Role>();
  for (let at = 0; at < words.length;) {
    const found = COMPILED.flatMap(({ matcher, roles: said }) => {
      matcher.lastIndex = at;
      const length = matcher.exec(words)?.[0].length ?? 0;
      return length === 0 ? [] : [{ length, said }];
    })[0];
    if (found === undefined) return null;
    for (const role of found.said ?? []) roles.add(role);
    at += found.length + 1;
  }
  if (roles.has("main") && LENGTH.test(words)) roles.add("cut");
  return roles.size === 0 ? null : ROLES.filter((role) => roles.has(role));
}

/** Whether the words name a voice: such a stem is not said to be without one. */
export function namesVoices(words: string): boolean {
  return /\b(?:vox|vocals?|voices?|choirs?|bgvs?|bvs?|a ?c+ap+el+a)\b/.test(words);
}
