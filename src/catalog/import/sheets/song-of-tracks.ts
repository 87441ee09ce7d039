import type { AudioItem } from "../audio/pair-files.ts";
import type { Family } from "../families/plan-families.ts";
import type { FamilyMember } from "../families/order-members.ts";
import { endingOf, isLossless } from "../tags/audio-kinds.ts";
import type { TrackItem } from "./gather-tracks.ts";
import type { SheetTrack } from "./row-to-track.ts";

/** In a dump an id has 128 characters at most. */
const ID_LENGTH_MAX = 120;
const DIGEST_DIGITS = 8;

/** The file that a row names: in the folder, nowhere (then its name is looked for, and reported), or left open. */
export type TrackFile =
  | { readonly kind: "found"; readonly item: AudioItem }
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "open" };

export interface SongParts {
  readonly family: Family<TrackItem>;
  readonly idOf: (track: SheetTrack) => string;
  readonly fileOf: (track: SheetTrack) => TrackFile;
  /** Stems that lie in the folder and that no row names. */
  readonly stems: readonly FamilyMember<AudioItem>[];
}

/** Makes a song line of the rows of one song: the primary row says everything but the files. */
export function songOfTracks({ family, idOf, fileOf, stems }: SongParts): Record<string, unknown> {
  const [primary] = family.members;
  if (primary === undefined) return {};
  const { track } = primary.item;
  const id = idOf(track);
  return {
    ...track.song,
    id,
    title: family.title ?? track.title,
    artists: track.artists.map((name) => ({ name })),
    audio_files: [
      ...family.members
        // A row that says nothing of a file is a file only where others of the song are.
        .filter((member) => family.members.length > 1 || saysOfFile(member))
        .map((member) => {
          const part = member === primary ? "main" : idOf(member.item.track);
          return fileOfMember(member, fileId(id, part), fileOf);
        }),
      ...stems.map((stem) => fileOfStem(stem, fileId(id, `stem-${digest(stem.item.name)}`))),
    ],
  };
}

function saysOfFile({ item: { track }, label }: FamilyMember<TrackItem>): boolean {
  return track.filename !== "" || track.duration !== null || track.vocals !== null || label !== "";
}

/** Begins with the song's: a row that was a song of its own before has left no file of this id behind. */
function fileId(songId: string, part: string): string {
  const id = `${songId}-${part}`;
  return id.length <= ID_LENGTH_MAX ? id : `${songId}-${digest(part)}`;
}

function digest(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text.normalize("NFC")).digest("hex").slice(0, DIGEST_DIGITS);
}

function fileOfMember(
  { item: { track }, label, isStem, isInstrumental }: FamilyMember<TrackItem>,
  id: string,
  fileOf: SongParts["fileOf"],
): object {
  const { version, duration, vocals } = track;
  const description = label === "" ? version : label;
  return {
    id,
    ...(description === "" ? {} : { description }),
    ...(isInstrumental ? { vocals: "none" } : vocals === null ? {} : { vocals }),
    ...(duration === null ? {} : { duration }),
    ...(isStem || track.isStem ? { stem: true } : {}),
    ...pathsOf(fileOf(track)),
  };
}

function fileOfStem({ item, label, isInstrumental }: FamilyMember<AudioItem>, id: string): object {
  const vocals = isInstrumental ? { vocals: "none" } : {};
  return { id, description: label, stem: true, ...vocals, ...pathsOf({ kind: "found", item }) };
}

function pathsOf(file: TrackFile): object {
  switch (file.kind) {
    case "open":
      return {};
    case "found": {
      const { lossless, lossy } = file.item;
      return { ...(lossless === null ? {} : { wav: lossless }), ...(lossy === null ? {} : { mp3: lossy }) };
    }
    case "named": {
      const ending = endingOf(file.name);
      return ending === null || isLossless(ending) ? { wav: file.name } : { mp3: file.name };
    }
    default:
      return file satisfies never;
  }
}
