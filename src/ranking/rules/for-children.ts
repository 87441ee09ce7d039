import { once } from "../../lib/once.ts";
import type { Rule } from "../rule.ts";
import { againstUnmentioned, type MarkedKind } from "../unmentioned-kinds.ts";

/** Cost of a tag of children's music, compared with an avoided wish. */
const WEIGHT = 0.5;

/** Only other names of a wish mention children: "playful" has nursery rhymes among its near tags. */
const OTHER_NAMES = 1;

/** Tags of songs for children. A lullaby can also be for adults, so it weighs less. */
const TAGS: MarkedKind["tags"] = [
  ["children", 1],
  ["children's", 1],
  ["childrens", 1],
  ["children's music", 1],
  ["children's song", 1],
  ["kids", 1],
  ["kids music", 1],
  ["nursery rhyme", 1],
  ["nursery", 1],
  ["kinderlied", 1],
  ["infantil", 1],
  ["lullaby", 0.5],
];

/**
 * Words for children, their places and things, and families, in six languages; folded. Words that mean something else in
 * another language are left out: "kind", "son", "pais".
 */
const WORDS =
  "child childs childhood kid toddler toddlers babies infant infants boy boys girl girls daughter daughters school " +
  "schools kindergarten classroom playground toy toys family families parent parents mum mom mummy mommy mother dad " +
  "daddy father grandma grandpa grandmother grandfather birthday cartoon cartoons bedtime cradle puppet puppets " +
  "teddy kinder kindern kindes kindheit kindergeburtstag kita junge jungen madchen tochter sohn schule schulkinder " +
  "spielplatz spielzeug familie familien eltern mutter vater geburtstag zeichentrick enkel enkelin enfant enfants " +
  "enfance gamin gamins gamine bebe bebes garcon garcons fille filles ecole creche maternelle jouet jouets famille " +
  "familles maman mamie papi anniversaire berceau nino ninos ninas infancia hijo hijos hija hijas colegio escuela " +
  "guarderia juguete juguetes familia familias madre abuela abuelo cumpleanos bambino bambini bambina bambine " +
  "infanzia neonato figlio figli figlia figlie scuola asilo giocattolo giocattoli famiglia famiglie genitori mamma " +
  "nonna nonno compleanno crianca criancas menino meninos menina meninas filho filhos filha filhas escola brinquedo " +
  "brinquedos mae pai aniversario familiar familiares";

/**
 * Lowers the score of children's songs if a long text mentions neither children nor families. It never cuts a song. A short
 * request leaves its audience open, and a playful one is often for children.
 */
export const forChildrenRule: Rule = {
  name: "for children",
  prepare: (index, brief) => ({
    asks: brief.parts === undefined ? [] : againstUnmentioned(index, brief, kinds(), WEIGHT),
  }),
};

const kinds = once((): readonly MarkedKind[] => [
  { tags: TAGS, words: new Set(WORDS.split(" ")), kinMin: OTHER_NAMES },
]);
