import { extensionInRef, parseMediaRef } from "../../../schema/media-ref.ts";
import type { CutForm } from "../../../schema/wire/cut.ts";
import type { CutPlan } from "../../audio/structure/plan-cut.ts";
import type { AlignedCut } from "../cut/aligned-cut.ts";
import { type FileMedia, losslessOf, WAV_EXTENSIONS } from "../targets.ts";
import { stemNames } from "./stem-names.ts";

export const MADE_KINDS = ["watermarked", "mp3", "wav", "peaks", "structure", "stems"] as const;
/** Cuts and imprinted files have no jobs, because they are made on request only. */
export type MadeKind = (typeof MADE_KINDS)[number] | "cut" | "imprinted";
/** A structure is found by the measurement of a file, or when it is asked for. */
const SURVEYED_KINDS = ["watermarked", "mp3", "wav", "peaks"] as const;
export type FileKind = Exclude<MadeKind, "stems" | "cut" | "imprinted">;

/** The file to generate, and the media refs of its sources. */
export type MakeTask =
  | { readonly kind: FileKind; readonly source: string }
  | CutTask
  | ImprintedTask
  | { readonly kind: "stems"; readonly stems: readonly { readonly ref: string; readonly name: string }[] };

/** A cut of a file, or the alignment of its plan, which the cut is made by. */
export type CutTask = { readonly kind: "cut"; readonly source: string; readonly seconds: number } & (
  | { readonly form: "alignment"; readonly plan: CutPlan; readonly recipient?: never }
  | {
      readonly form: CutForm;
      readonly plan: AlignedCut;
      /** Whose imprint a watermarked cut has; absent for none. */
      readonly recipient?: number;
    }
);

/** A watermarked file with the imprint of a recipient. */
export interface ImprintedTask {
  readonly kind: "imprinted";
  readonly source: string;
  readonly recipient: number;
}

/** Where a file comes from: the catalog names it, or it is generated. */
export type Form =
  | { readonly kind: "given"; readonly ref: string }
  | { readonly kind: "made"; readonly task: MakeTask };

/** The media of a song. */
export interface SongMedia {
  readonly id: string;
  readonly title: string;
  /** Media ref of the archive that the catalog names. */
  readonly stemsPath: string | null;
  readonly audioFiles: readonly (FileMedia & { readonly description: string; readonly stem: boolean })[];
}

/** Extensions of files that are not MP3s. If the catalog names one as an MP3, it is converted. */
const NOT_MP3: ReadonlySet<string> = new Set(
  ".m4a .mp4 .aac .ogg .oga .opus .wav .wave .bwf .aif .aiff .aifc .flac".split(" "),
);

/** Where the `kind` of an audio file comes from; null if it cannot have one. */
export function formOf(kind: FileKind, file: FileMedia): Form | null {
  const lossless = losslessOf(file);
  const source = lossless ?? file.mp3Path ?? file.wavPath;
  if (source === null || (kind === "wav" && lossless === null)) return null;
  const mp3 = file.mp3Path ?? (lossless === null ? file.wavPath : null);
  if (kind === "mp3" && mp3 !== null && !NOT_MP3.has(extensionInRef(mp3))) return { kind: "given", ref: mp3 };
  if (kind === "wav" && isWavFile(source)) return { kind: "given", ref: source };
  return { kind: "made", task: { kind, source } };
}

/** The watermarked file of a recipient: with an imprint, or the same for everybody if the number is null. */
export function watermarkedFor(recipient: number | null, file: FileMedia): Form | null {
  const form = formOf("watermarked", file);
  if (recipient === null || form?.kind !== "made" || form.task.kind !== "watermarked") return form;
  return { kind: "made", task: { kind: "imprinted", source: form.task.source, recipient } };
}

/** The first file of a song with sound that is not a stem; null without one. */
export function firstFullFile({ audioFiles }: SongMedia): SongMedia["audioFiles"][number] | null {
  return audioFiles.find((file) => !file.stem && formOf("peaks", file) !== null) ?? null;
}

/** Whether a ref names an existing WAV. A rendered one is generated on its first request. */
function isWavFile(ref: string): boolean {
  return WAV_EXTENSIONS.has(extensionInRef(ref)) && parseMediaRef(ref)?.kind !== "rendered";
}

/** Where the stem archive of a song comes from: the catalog, otherwise its stem files. Null without stems. */
export function stemsFormOf(song: SongMedia): Form | null {
  if (song.stemsPath !== null) return { kind: "given", ref: song.stemsPath };
  const found = song.audioFiles.flatMap((file) => {
    const ref = file.stem ? (file.wavPath ?? file.mp3Path) : null;
    return ref === null ? [] : [{ ref, description: file.description, extension: extensionInRef(ref) || ".wav" }];
  });
  if (found.length === 0) return null;
  const names = stemNames(song.title, found);
  const stems = found.map(({ ref }, index) => ({ ref, name: names[index] ?? ref }));
  return { kind: "made", task: { kind: "stems", stems } };
}

/** All tasks of the survey for a song, with the ids for their jobs: that of the audio file, or of the song for stems. */
export function tasksOf(song: SongMedia): readonly { readonly id: string; readonly task: MakeTask }[] {
  const ofFiles = song.audioFiles.flatMap((file) =>
    SURVEYED_KINDS.flatMap((kind) => generatedOnly(file.id, formOf(kind, file))),
  );
  return [...ofFiles, ...generatedOnly(song.id, stemsFormOf(song))];
}

function generatedOnly(id: string, form: Form | null): { readonly id: string; readonly task: MakeTask }[] {
  return form?.kind === "made" ? [{ id, task: form.task }] : [];
}

/** The source of the cuts of a file: what its other versions are made from. Null without one. */
export function cutSourceOf(file: FileMedia): string | null {
  return losslessOf(file) ?? file.mp3Path ?? file.wavPath;
}

/** The media refs of a task's sources. */
export function sourcesOf(task: MakeTask): readonly string[] {
  return task.kind === "stems" ? task.stems.map((stem) => stem.ref) : [task.source];
}
