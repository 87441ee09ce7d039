import type { Brief, Mention, Reference, MentionRole } from "../../schema/brief.ts";
import type { UnservedFacts } from "../../schema/wire/unserved.ts";
import { words } from "../text/words.ts";
import { codesOfTitle } from "./base-title.ts";
import { nameKey } from "../text/keys.ts";
import { FIELD_BITS, nameTerm } from "./packed-format.ts";
import { eachPlace } from "./postings.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { stillExcluded } from "./still-excluded.ts";

/** At most this many songs of an artist are read; they are enough to know the sound. */
const PLACES_MAX = 500;

/** An artist or a song of this catalog that the brief names. */
export interface NameInCatalog {
  readonly role: MentionRole;
  readonly kind: "artist" | "song";
  readonly name: string;
  /** The artist's term; -1 for a song. */
  readonly artist: number;
  readonly places: readonly number[];
  readonly isOnly: boolean;
  /** Set for a song that the request gives by id. */
  readonly isGiven?: true;
}

/** A brief whose names were looked up in the catalog. */
export interface ResolvedBrief extends Brief {
  readonly found: readonly NameInCatalog[];
  /** Set if the brief wants only songs by an artist that the catalog does not know. */
  readonly isUnservable: boolean;
}

export interface ResolvedMentions {
  readonly brief: ResolvedBrief;
  readonly references: readonly Reference[];
  readonly unserved: readonly UnservedFacts[];
}

/** Finds the artists and songs that a brief names. The words of known names lose any other meaning. */
export function resolveMentions(index: RankingIndex, brief: Brief): ResolvedMentions {
  const found = new Map<string, NameInCatalog>();
  const unknown = new Map<string, Reference>();
  for (const mention of brief.mentions) {
    if (mention.given !== undefined) {
      const [id = ""] = mention.readings[0] ?? [];
      const place = index.placeOf(id);
      // A song that has left the catalog has no effect.
      if (place >= 0) found.set(`#${id}`, givenSong(mention, mention.given.title, place));
      continue;
    }
    const reading = bestReading(index, mention);
    for (const { name, as } of reading) {
      const key = `${mention.role} ${nameKey(name)}`;
      if (as !== null) found.set(key, { ...as, role: mention.role, name, isOnly: mention.isOnly });
      else if (mention.certain && mention.role !== "not")
        unknown.set(key, { role: mention.role, kind: kindOf(mention), name, known: false });
    }
  }
  const known = [...found.values()];
  const isUnservable =
    brief.mentions.some(({ isOnly, certain }) => isOnly && certain) && !known.some(({ isOnly }) => isOnly);
  return {
    brief: {
      ...withoutNames(
        brief,
        known.filter(({ isGiven }) => isGiven !== true),
      ),
      found: known,
      isUnservable,
    },
    references: [
      ...known.map(({ role, kind, name }): Reference => ({ role, kind, name, known: true })),
      ...unknown.values(),
    ],
    unserved: [...unknown.values()].map(({ kind, name }) => ({ kind: "unknown_name", of: kind, name })),
  };
}

function givenSong({ role }: Mention, title: string, place: number): NameInCatalog {
  return { role, kind: "song", name: title, artist: -1, places: [place], isOnly: false, isGiven: true };
}

type LookedUpNames = readonly {
  readonly name: string;
  readonly as: Omit<NameInCatalog, "role" | "name" | "isOnly" | "isGiven"> | null;
}[];

/** Returns the first reading with only known names, or else the one with the most. */
function bestReading(index: RankingIndex, mention: Mention): LookedUpNames {
  let best: LookedUpNames = [];
  let most = -1;
  for (const reading of mention.readings) {
    const looked = reading.map((name) => ({ name, as: lookUp(index, mention, name) }));
    const known = looked.filter(({ as }) => as !== null).length;
    if (known === looked.length) return looked;
    if (known < most || (known === most && !mention.certain)) continue;
    best = looked;
    most = known;
  }
  return mention.certain ? best : [];
}

function lookUp(index: RankingIndex, mention: Mention, name: string): LookedUpNames[number]["as"] {
  if (mention.kind === "id") {
    const place = index.placeOf(name);
    return place < 0 ? null : { kind: "song", artist: -1, places: [place] };
  }
  const artist = index.term(nameTerm(nameKey(name)));
  const asArtist = artist < 0 ? null : { kind: "artist" as const, artist, places: placesOf(index, artist) };
  if (asArtist !== null && mention.kind === "any") return asArtist;
  const named = mention.kind === "any" && /\d/.test(name) ? index.placeOf(name) : -1;
  if (named >= 0) return { kind: "song", artist: -1, places: [named] };
  const places = mention.certain ? titled(index, name) : [];
  return places.length === 0 ? asArtist : { kind: "song", artist: -1, places };
}

/** Returns the songs with a title: by its code, then by its words, because codes can collide. */
function titled(index: RankingIndex, title: string): number[] {
  const terms = words(title).map((word) => index.word(word));
  const says = (place: number): boolean =>
    terms.every((term) => ((index.posting(term, place)?.fields ?? 0) & FIELD_BITS.title) !== 0);
  return codesOfTitle(title)
    .flatMap((code) => withCode(index, code, says))
    .sort((a, b) => a - b)
    .slice(0, PLACES_MAX);
}

function withCode({ sections }: RankingIndex, code: number, accepts: (place: number) => boolean): number[] {
  const { titleCodes } = sections;
  const places: number[] = [];
  for (let place = titleCodes.indexOf(code); place >= 0; place = titleCodes.indexOf(code, place + 1)) {
    if (accepts(place)) places.push(place);
    if (places.length === PLACES_MAX) break;
  }
  return places;
}

function placesOf(index: RankingIndex, term: number): number[] {
  const places: number[] = [];
  eachPlace(index.sections, term, (place) => places.push(place) < PLACES_MAX);
  return places;
}

function withoutNames(brief: Brief, found: readonly NameInCatalog[]): Brief {
  if (found.length === 0) return brief;
  const named = new Set(found.flatMap(({ name }) => words(name)));
  const isNamed = (from: readonly string[]): boolean =>
    from.length > 0 && from.every((said) => words(said).every((word) => named.has(word)));
  const avoided = brief.avoided.filter((wish) => !isNamed(wish.from));
  return {
    ...brief,
    wanted: brief.wanted.filter((wish) => !isNamed(wish.from)),
    avoided,
    constraints: stillExcluded(brief.constraints, avoided),
    text: brief.text.filter(({ word }) => !named.has(word)),
    said: brief.said.map((said) => ({ ...said, words: said.words.filter((word) => !named.has(word)) })),
  };
}

function kindOf(mention: Mention): "artist" | "song" {
  return mention.kind === "any" ? "artist" : "song";
}
