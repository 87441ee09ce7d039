import { STRUCTURE_VERSION } from "../../audio/structure/structure-extractor.ts";
import type { DecodedLength } from "../../audio/facts-store.ts";
import type { StoreExtension } from "../../../schema/media-ref.ts";
import type { NativeParts } from "../../native/native-parts.ts";
import type { ChildPriority } from "../../native/run-child.ts";
import { makeCut } from "./make-cut.ts";
import { makeMp3 } from "./make-mp3.ts";
import { makePeaks } from "./make-peaks.ts";
import { makeStructure } from "./make-structure.ts";
import { makeWatermarked, type Marks } from "./make-watermarked.ts";
import { makeWav } from "./make-wav.ts";
import type { Mark } from "./mark.ts";
import type { AudioTools } from "./run-audio.ts";
import { openMark } from "./open-mark.ts";
import { renderApart } from "../../sound/render-apart.ts";
import { pathsOf, type Source } from "./sources.ts";
import type { CutTask, MadeKind, MakeTask } from "./make-task.ts";
import { zipStems } from "./zip-stems.ts";

/**
 * Increase a version if a change gives files that must replace the former ones. Then all files of that kind are generated again.
 * The sample rate of peaks was raised without it: an earlier waveform looks the same.
 */
const VERSIONS: Readonly<Record<MadeKind, number>> = {
  mp3: 1,
  wav: 1,
  watermarked: 1,
  stems: 1,
  peaks: 1,
  structure: STRUCTURE_VERSION,
  cut: 1,
  imprinted: 1,
};

const EXTENSIONS: Readonly<Record<Exclude<MadeKind, "cut">, StoreExtension>> = {
  mp3: "mp3",
  wav: "wav",
  watermarked: "mp3",
  stems: "zip",
  peaks: "json",
  structure: "json",
  imprinted: "mp3",
};

export function extensionOf(task: Pick<MakeTask, "kind"> | CutTask): StoreExtension {
  if (task.kind !== "cut") return EXTENSIONS[task.kind];
  const form = "form" in task ? task.form : null;
  return form === "alignment" ? "json" : form === "wav" ? "wav" : "mp3";
}

/** The recipe of each kind in this installation. */
export class Recipes {
  readonly #parts: Pick<NativeParts, "ffmpegPath" | "ffprobePath">;
  readonly #markPath: string | null;
  readonly #imprintSecret: string;
  readonly #onMark: () => void;
  #opening: Promise<Mark> | null = null;
  #mark: Mark | null = null;

  /** @param onMark called when the mark was opened, so that `knownNameOf` knows it */
  constructor(
    parts: Pick<NativeParts, "ffmpegPath" | "ffprobePath">,
    { markPath, imprintSecret }: { readonly markPath: string | null; readonly imprintSecret: string },
    onMark: () => void,
  ) {
    this.#parts = parts;
    this.#markPath = markPath;
    this.#imprintSecret = imprintSecret;
    this.#onMark = onMark;
  }

  /** The mark, opened on its first use. Throws MarkUnusable. */
  async mark(): Promise<Mark> {
    // Opened only once, and a request for a watermarked file can wait for it.
    const priority = (): ChildPriority => "request";
    this.#opening ??= openMark(this.#markPath, { parts: this.#parts, signal: new AbortController().signal, priority });
    try {
      const mark = await this.#opening;
      if (this.#mark === null) this.#onMark();
      this.#mark = mark;
      return mark;
    } catch (error) {
      // A missing file can exist the next time.
      this.#opening = null;
      throw error;
    }
  }

  /** What determines the bytes besides the source: the version, and for watermarked files the mark. */
  async nameOf(kind: MadeKind): Promise<string> {
    if (kind === "watermarked" || kind === "imprinted") await this.mark();
    return this.knownNameOf(kind) ?? "";
  }

  /** What determines the bytes of a task's file besides its source: for a cut also its form, its length and its plan. */
  async recipeOf(task: MakeTask): Promise<string> {
    if (task.kind === "imprinted") return await this.#imprintedName(task.recipient);
    if (task.kind !== "cut") return await this.nameOf(task.kind);
    const { form, seconds, plan, recipient } = task;
    const marked = async (): Promise<string> =>
      recipient === undefined ? await this.nameOf("watermarked") : await this.#imprintedName(recipient);
    const encoding = form === "watermarked" ? await marked() : form;
    const hash = new Bun.CryptoHasher("sha256").update(JSON.stringify([encoding, seconds, plan])).digest("hex");
    return `${VERSIONS.cut} ${hash}`;
  }

  /** Like `nameOf`, without waiting: null while the mark has not been opened. */
  knownNameOf(kind: MadeKind): string | null {
    if (kind !== "watermarked" && kind !== "imprinted") return String(VERSIONS[kind]);
    return this.#mark === null ? null : `${VERSIONS[kind]} ${this.#mark.digest}`;
  }

  /** Generates a file from `sources` and writes it to `to`. Returns the length of the source if it was decoded for that. Throws the errors of `isFaultOfSource`, and as `runAudioFfmpeg` and `renderApart` do. */
  async make(
    task: MakeTask,
    sources: readonly Source[],
    to: string,
    { signal, priority }: Omit<AudioTools, "parts">,
  ): Promise<DecodedLength | null> {
    const tools = { parts: this.#parts, signal, priority };
    const [first] = sources;
    if (first?.kind === "rendered") {
      await renderApart(first.song, first.part, to, { signal, priority: priority() });
      return null;
    }
    const paths = pathsOf(sources);
    const source = paths[0] ?? "";
    switch (task.kind) {
      case "mp3":
        await makeMp3(source, to, tools);
        break;
      case "wav":
        await makeWav(source, to, tools);
        break;
      case "watermarked":
        await makeWatermarked(source, to, await this.#marks(), tools);
        break;
      case "imprinted":
        await makeWatermarked(source, to, await this.#marks(task.recipient), tools);
        break;
      case "peaks":
        return await makePeaks(source, to, tools);
      case "structure":
        await makeStructure(source, to, tools);
        break;
      case "cut":
        await makeCut(source, to, task, { marks: () => this.#marks(task.recipient), tools });
        break;
      case "stems":
        await zipStems(
          task.stems.map(({ name }, index) => ({ name, path: paths[index] ?? "" })),
          to,
          signal,
        );
    }
    return null;
  }

  async #imprintedName(recipient: number): Promise<string> {
    return `${await this.nameOf("imprinted")} ${recipient}`;
  }

  async #marks(recipient?: number): Promise<Marks> {
    const imprint = recipient === undefined ? null : { secret: this.#imprintSecret, recipient };
    return { mark: await this.mark(), imprint };
  }
}
