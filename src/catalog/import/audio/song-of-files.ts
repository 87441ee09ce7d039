import type { FamilyMember } from "../families/order-members.ts";
import type { Family } from "../families/plan-families.ts";
import { parseVersion } from "../families/parse-version.ts";
import type { TagFacts } from "../tags/tag-facts.ts";
import type { AudioItem } from "./pair-files.ts";

/** A recording whose tags were read; null where they could not be. */
export interface TaggedMember {
  readonly member: FamilyMember<AudioItem>;
  readonly facts: TagFacts;
}

export interface SongOfFiles {
  /** What a JSON line of the same song would be. */
  readonly song: Readonly<Record<string, unknown>>;
  /** True where no tag had a title. */
  readonly isNamedByFile: boolean;
  /** What no tag says. */
  readonly lacks: readonly ("artist" | "genre")[];
}

const ID_DIGITS = 16;

/** The id of a song that files have made: from the name of the folder that was imported, and its place in it. */
export function songIdOf(familyKey: string): string {
  return `file-${digest(familyKey)}`;
}

/**
 * Makes one song of its files. The primary file's tags speak for it; where they are silent, the next full version's
 * do, except for the ISRC, which is a recording's own.
 */
export function songOfFiles(
  family: Family<AudioItem>,
  tagged: readonly [TaggedMember, ...TaggedMember[]],
): SongOfFiles {
  const [primary] = tagged;
  const full = tagged.filter(({ member }) => !member.isStem);
  const speaking = full.length > 0 ? full : tagged;
  const id = songIdOf(family.key);
  const artists = listOf(speaking, (facts) => facts.artists);
  const genre = listOf(speaking, (facts) => facts.genre);
  const title = titleOf(primary.facts.title, family);
  return {
    song: {
      id,
      title: title ?? family.title ?? primary.member.item.name,
      ...present("description", primary.facts.description),
      ...present(
        "lyrics",
        firstOf(speaking, (facts) => facts.lyrics),
      ),
      ...present("isrc", primary.facts.isrc),
      ...present(
        "released_at",
        firstOf(speaking, (facts) => facts.releasedAt),
      ),
      ...present(
        "bpm",
        firstOf(speaking, (facts) => facts.bpm),
      ),
      ...present(
        "key",
        firstOf(speaking, (facts) => facts.key),
      ),
      tags: {
        genre,
        mood: listOf(speaking, (facts) => facts.mood),
        instrument: listOf(speaking, (facts) => facts.instrument),
        characteristic: listOf(speaking, (facts) => facts.characteristic),
      },
      artists: artists.map((name) => ({ name })),
      audio_files: tagged.map((one) => audioFileOf(id, one)),
    },
    isNamedByFile: title === null,
    lacks: [
      ...(artists.length === 0 ? (["artist"] as const) : []),
      ...(genre.length === 0 ? (["genre"] as const) : []),
    ],
  };
}

/** Of a song with versions the title does not say "Instrumental", even if the primary file's tag does. */
function titleOf(tag: string | null, family: Family<AudioItem>): string | null {
  if (tag === null || family.title === null) return tag;
  const version = parseVersion(tag);
  return version?.isMarked === true ? version.base : tag;
}

function audioFileOf(songId: string, { member, facts }: TaggedMember): object {
  const { lossless, lossy, folder, name } = member.item;
  // Apple Lossless lies in the container of a lossy kind.
  const isSource = lossless === null && facts.isLossless === true;
  return {
    id: `${songId}-${digest(`${folder}\0${name.normalize("NFC")}`).slice(0, ID_DIGITS / 2)}`,
    ...present("description", member.label === "" ? null : member.label),
    ...present("vocals", member.isInstrumental ? "none" : null),
    ...present("duration", facts.duration),
    ...present("stem", member.isStem ? true : null),
    ...present("wav", isSource ? lossy : lossless),
    ...present("mp3", isSource ? null : lossy),
  };
}

function firstOf<Value>(tagged: readonly TaggedMember[], pick: (facts: TagFacts) => Value | null): Value | null {
  for (const { facts } of tagged) {
    const found = pick(facts);
    if (found !== null) return found;
  }
  return null;
}

function listOf(tagged: readonly TaggedMember[], pick: (facts: TagFacts) => readonly string[]): readonly string[] {
  return tagged.map(({ facts }) => pick(facts)).find((list) => list.length > 0) ?? [];
}

function present(name: string, value: unknown): Record<string, unknown> {
  return value === null ? {} : { [name]: value };
}

function digest(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, ID_DIGITS);
}
