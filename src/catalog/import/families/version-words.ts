/**
 * The roles that version words give a file. A file can have several ("Inst 30 sec"); the first in this order decides its
 * rank.
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

/** Patterns in the order in which they are tried. `null` adds no role, as for a version number. */
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
/** A bare number after "Main" that means seconds: "Main 30". In "Alt 2" it does not. */
const SECONDS = /(?:^| )(?:15|20|30|45|60|90|120)$/;
const COMPILED = PHRASES.map(([pattern, roles]) => ({ matcher: new RegExp(`(?:${pattern})(?= |$)`, "y"), roles }));

/**
 * Returns the roles of words (lower case, single spaces). Null if any word is not a version word, and for numbers and
 * letters alone: "Part 2" and "Side B" are titles.
 */
export function rolesOf(words: string): readonly Role[] | null {
  const roles = new Set<Role>();
  for (let at = 0; at < words.length;) {
    const found = phraseAt(words, at);
    if (found === null) return null;
    for (const role of found.roles ?? []) roles.add(role);
    at += found.length + 1;
  }
  if (roles.has("main") && SECONDS.test(words)) roles.add("cut");
  return roles.size === 0 ? null : ROLES.filter((role) => roles.has(role));
}

function phraseAt(
  words: string,
  at: number,
): { readonly length: number; readonly roles: readonly Role[] | null } | null {
  for (const { matcher, roles } of COMPILED) {
    matcher.lastIndex = at;
    const length = matcher.exec(words)?.[0].length ?? 0;
    if (length > 0) return { length, roles };
  }
  return null;
}

/** Whether the words name a voice. Such a stem is not instrumental. */
export function namesVoices(words: string): boolean {
  return /\b(?:vox|vocals?|voices?|choirs?|bgvs?|bvs?|a ?c+ap+el+a)\b/.test(words);
}
