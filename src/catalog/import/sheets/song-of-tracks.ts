import type { AudioItem } from "../audio/pair-files.ts";
import { givenFields } from "../facts/given-fields.ts";
import type { Family } from "../families/plan-families.ts";
import type { FamilyMember } from "../families/order-members.ts";
import { endingOf, isLossless } from "../tags/audio-kinds.ts";
import type { TrackItem } from "./gather-tracks.ts";
import type { SheetTrack } from "./row-to-track.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** Characters. Ids in a dump can have 128. */
const ID_LENGTH_MAX = 120;
const DIGEST_DIGITS = 8;

/** The file of a row: found in the folder, only named (the import looks for it and reports it missing), or open. */
export type TrackFile =
  | { readonly kind: "found"; readonly item: AudioItem }
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "open" };

export interface SongParts {
  readonly family: Family<TrackItem>;
  readonly idOf: (track: SheetTrack) => string;
  readonly fileOf: (track: SheetTrack) => TrackFile;
  /** Stems in the folder that no row names. */
  readonly stems: readonly FamilyMember<AudioItem>[];
}

/** Builds a song line from the rows of one song. All fields except the files come from the primary row. */
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
        // If the song has only one row, that row gives it a file only if it has one in the folder or a field about a
        // file, such as the duration.
        .filter(
          (member) => family.members.length > 1 || describesFile(member) || fileOf(member.item.track).kind === "found",
        )
        .map((member) => {
          const part = member === primary ? "main" : idOf(member.item.track);
          return fileOfMember(member, fileId(id, part), fileOf);
        }),
      ...stems.map((stem) => fileOfStem(stem, fileId(id, `stem-${digest(stem.item.name)}`))),
    ],
  };
}

function describesFile({ item: { track }, label }: FamilyMember<TrackItem>): boolean {
  return track.filename !== "" || track.duration !== null || track.vocals !== null || label !== "";
}

/** Begins with the song's id, so it cannot equal the id of a file from when the row was a separate song. */
function fileId(songId: string, part: string): string {
  const id = `${songId}-${part}`;
  return id.length <= ID_LENGTH_MAX ? id : `${songId}-${digest(part)}`;
}

function digest(text: string): string {
  return new Bun.CryptoHasher("sha256").update(toNormalForm(text, "NFC")).digest("hex").slice(0, DIGEST_DIGITS);
}

function fileOfMember(
  { item: { track }, label, isStem, isInstrumental }: FamilyMember<TrackItem>,
  id: string,
  fileOf: SongParts["fileOf"],
): object {
  const { version, duration, vocals } = track;
  return {
    id,
    ...givenFields({
      description: label === "" ? version : label,
      vocals: isInstrumental ? "none" : vocals,
      duration,
      stem: isStem || track.isStem ? true : null,
    }),
    ...pathFields(fileOf(track)),
  };
}

function fileOfStem({ item, label, isInstrumental }: FamilyMember<AudioItem>, id: string): object {
  const vocals = isInstrumental ? { vocals: "none" } : {};
  return { id, description: label, stem: true, ...vocals, ...pathFields({ kind: "found", item }) };
}

function pathFields(file: TrackFile): object {
  switch (file.kind) {
    case "open":
      return {};
    case "found":
      return givenFields({ wav: file.item.lossless, mp3: file.item.lossy });
    case "named": {
      const ending = endingOf(file.name);
      return ending === null || isLossless(ending) ? { wav: file.name } : { mp3: file.name };
    }
    default:
      return file satisfies never;
  }
}
