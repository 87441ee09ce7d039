import type { FamilyMember } from "../families/order-members.ts";
import { givenFields } from "../facts/given-fields.ts";
import type { Family } from "../families/plan-families.ts";
import { parseVersion } from "../families/parse-version.ts";
import type { TagFacts } from "../tags/tag-facts.ts";
import { type AudioItem, sourceOf } from "./pair-files.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** A recording with the facts of its tags. */
export interface TaggedMember {
  readonly member: FamilyMember<AudioItem>;
  readonly facts: TagFacts;
}

export interface SongOfFiles {
  /** The song as a line of a dump. */
  readonly song: Readonly<Record<string, unknown>>;
  /** Whether the title is the file's name, because no tag has one. */
  readonly isNamedByFile: boolean;
  /** The facts that no tag has. */
  readonly missing: readonly ("artist" | "genre")[];
}

const ID_DIGITS = 16;

/** Returns the id of a song that is built from files. The key has the imported folder's name and the path within it. */
export function songIdOf(familyKey: string): string {
  return `file-${digest(familyKey)}`;
}

/**
 * Builds one song from its files. The primary file's tags come first; the next full versions fill what is missing,
 * except for title, description and ISRC.
 */
export function songOfFiles(
  family: Family<AudioItem>,
  tagged: readonly [TaggedMember, ...TaggedMember[]],
): SongOfFiles {
  const [primary] = tagged;
  const full = tagged.filter(({ member }) => !member.isStem);
  const sources = full.length > 0 ? full : tagged;
  const id = songIdOf(family.key);
  const artists = listOf(sources, (facts) => facts.artists);
  const genre = listOf(sources, (facts) => facts.genre);
  const title = titleOf(primary.facts.title, family);
  return {
    song: {
      id,
      title: title ?? family.title ?? primary.member.item.name,
      ...givenFields({
        description: primary.facts.description,
        lyrics: firstOf(sources, (facts) => facts.lyrics),
        isrc: primary.facts.isrc,
        released_at: firstOf(sources, (facts) => facts.releasedAt),
        bpm: firstOf(sources, (facts) => facts.bpm),
        key: firstOf(sources, (facts) => facts.key),
      }),
      tags: {
        genre,
        mood: listOf(sources, (facts) => facts.mood),
        instrument: listOf(sources, (facts) => facts.instrument),
        characteristic: listOf(sources, (facts) => facts.characteristic),
      },
      artists: artists.map((name) => ({ name })),
      audio_files: withOwnIds(tagged.map((one) => ({ one, id: fileIdOf(id, one.member.item) }))).map(
        ({ one, id: fileId }) => audioFileOf(fileId, one),
      ),
    },
    isNamedByFile: title === null,
    missing: [
      ...(artists.length === 0 ? (["artist"] as const) : []),
      ...(genre.length === 0 ? (["genre"] as const) : []),
    ],
  };
}

/** Removes version words ("Instrumental") from the tag's title if the song has several versions. */
function titleOf(tag: string | null, family: Family<AudioItem>): string | null {
  if (tag === null || family.title === null) return tag;
  const version = parseVersion(tag);
  return version?.isMarked === true ? version.base : tag;
}

interface NamedMember {
  readonly one: TaggedMember;
  readonly id: string;
}

type FilePlace = Pick<AudioItem, "folder" | "name">;

function fileIdOf(songId: string, { folder, name }: FilePlace): string {
  return `${songId}-${shortDigest(`${folder}\0${toNormalForm(name, "NFC")}`)}`;
}

/** Whether a song's file with this place has the id, or the id of a second file with the place. */
export function isFileIdOf(id: string, songId: string, place: FilePlace): boolean {
  const own = fileIdOf(songId, place);
  return id === own || id.startsWith(`${own}-`);
}

/** Names can differ only in case or Unicode form. The second of two equal ids is built from the exact path. */
function withOwnIds(files: readonly NamedMember[]): readonly NamedMember[] {
  const taken = new Set<string>();
  return files.map(({ one, id }) => {
    if (taken.size < taken.add(id).size) return { one, id };
    return { one, id: `${id}-${shortDigest(sourceOf(one.member.item))}` };
  });
}

function shortDigest(text: string): string {
  return digest(text).slice(0, ID_DIGITS / 2);
}

function audioFileOf(id: string, { member, facts }: TaggedMember): object {
  const { lossless, lossy } = member.item;
  // Apple Lossless uses the container of a lossy format.
  const isSource = lossless === null && facts.isLossless === true;
  return {
    id,
    ...givenFields({
      description: member.label,
      vocals: member.isInstrumental ? "none" : null,
      duration: facts.duration,
      stem: member.isStem ? true : null,
      wav: isSource ? lossy : lossless,
      mp3: isSource ? null : lossy,
    }),
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

function digest(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, ID_DIGITS);
}
