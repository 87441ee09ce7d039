import { extensionInRef, parseMediaRef } from "../../../schema/media-ref.ts";
import { type FileMedia, losslessOf, WAV_EXTENSIONS } from "../targets.ts";
import { stemNames } from "./stem-names.ts";

export const MADE_KINDS = ["watermarked", "mp3", "wav", "peaks", "stems"] as const;
export type MadeKind = (typeof MADE_KINDS)[number];
export type FileKind = Exclude<MadeKind, "stems">;

/** What is to be made, and of what; sources are media refs. */
export type Wanted =
  | { readonly kind: FileKind; readonly source: string }
  | { readonly kind: "stems"; readonly stems: readonly { readonly ref: string; readonly name: string }[] };

/** How a medium comes to be: the catalog names it, or it is made. */
export type Form =
  | { readonly kind: "given"; readonly ref: string }
  | { readonly kind: "made"; readonly wanted: Wanted };

/** A song as far as its media go. */
export interface SongMedia {
  readonly id: string;
  readonly title: string;
  /** Media ref of the archive that came with the catalog. */
  readonly stemsPath: string | null;
  readonly audioFiles: readonly (FileMedia & { readonly description: string; readonly stem: boolean })[];
}

/** Extensions of files that are not MP3s: where the catalog names one as an MP3, an MP3 is made of it. */
const NOT_MP3: ReadonlySet<string> = new Set(
  ".m4a .mp4 .aac .ogg .oga .opus .wav .wave .bwf .aif .aiff .aifc .flac".split(" "),
);

/** How a file has `kind`; null where it never will. */
export function formOf(kind: FileKind, file: FileMedia): Form | null {
  const lossless = losslessOf(file);
  const source = lossless ?? file.mp3Path ?? file.wavPath;
  if (source === null || (kind === "wav" && lossless === null)) return null;
  const mp3 = file.mp3Path ?? (lossless === null ? file.wavPath : null);
  if (kind === "mp3" && mp3 !== null && !NOT_MP3.has(extensionInRef(mp3))) return { kind: "given", ref: mp3 };
  if (kind === "wav" && isWavFile(source)) return { kind: "given", ref: source };
  return { kind: "made", wanted: { kind, source } };
}

/** A WAV that exists already; a rendered one is made on its first request. */
function isWavFile(ref: string): boolean {
  return WAV_EXTENSIONS.has(extensionInRef(ref)) && parseMediaRef(ref)?.kind !== "rendered";
}

/** How a song has an archive of its stems: the one that it came with, else one made of its stem files; null without any. */
export function stemsFormOf(song: SongMedia): Form | null {
  if (song.stemsPath !== null) return { kind: "given", ref: song.stemsPath };
  const found = song.audioFiles.flatMap((file) => {
    const ref = file.stem ? (file.wavPath ?? file.mp3Path) : null;
    return ref === null ? [] : [{ ref, description: file.description, extension: extensionInRef(ref) || ".wav" }];
  });
  if (found.length === 0) return null;
  const names = stemNames(song.title, found);
  const stems = found.map(({ ref }, index) => ({ ref, name: names[index] ?? ref }));
  return { kind: "made", wanted: { kind: "stems", stems } };
}

/** All that can be made for a song, each with the id that its job names: of the audio file, of the song for stems. */
export function makeable(song: SongMedia): readonly { readonly id: string; readonly wanted: Wanted }[] {
  const ofFiles = song.audioFiles.flatMap((file) =>
    MADE_KINDS.flatMap((kind) => (kind === "stems" ? [] : madeOnly(file.id, formOf(kind, file)))),
  );
  return [...ofFiles, ...madeOnly(song.id, stemsFormOf(song))];
}

function madeOnly(id: string, form: Form | null): { readonly id: string; readonly wanted: Wanted }[] {
  return form?.kind === "made" ? [{ id, wanted: form.wanted }] : [];
}

/** The refs that something is made of. */
export function sourcesOf(wanted: Wanted): readonly string[] {
  return wanted.kind === "stems" ? wanted.stems.map((stem) => stem.ref) : [wanted.source];
}
