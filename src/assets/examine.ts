import type { Analysis } from "../../schema/wire/analysis.ts";
import { FilmUnreadable } from "../analysis/unreadable.ts";
import { probeFilm } from "../analysis/probe-film.ts";
import type { PerceptualHashes } from "../analysis/pool/protocol.ts";
import { AnalysisFailed } from "../analysis/pool/analysis-child.ts";
import type { AnalysisPool } from "../analysis/pool/analysis-pool.ts";
import type { DescribeFrames } from "../analysis/vision-model.ts";
import { MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import type { NativeParts } from "../native/native-parts.ts";
import type { Asset } from "./asset.ts";
import type { Blocklist } from "./blocklist.ts";
import { containerOf } from "./media-type.ts";

const PICTURE_WITHIN_MS = 30 * SECOND_MS;
const FRAMES_WITHIN_MS = MINUTE_MS;
/** A film of ten minutes takes some 40 seconds on two quiet cores. */
const FILM_WITHIN_MS = 5 * MINUTE_MS;

/** What became of looking at an asset. `error` is for the client. */
export type Examination =
  | { readonly status: "processed"; readonly analysis: Analysis }
  | { readonly status: "failed"; readonly error: string }
  | { readonly status: "blocked" };

/** What of an asset its look depends on. */
type Looked = Pick<Asset, "mediaKind" | "contentType">;

/** Looks at an asset's file. Throws where our own side failed, so that it is tried again. */
export type Examine = (asset: Looked, path: string, signal: AbortSignal) => Promise<Examination>;

export interface Examining {
  readonly pictures: Pick<AnalysisPool, "run">;
  readonly films: Pick<AnalysisPool, "run">;
  readonly parts: NativeParts;
  readonly blocklist: Blocklist;
  /** Null where no vision model is configured. */
  readonly describe: DescribeFrames | null;
}

/** Holds a file against the blocklist, and analyses it: all of it in processes apart, so a hostile file fails itself alone. */
export function examiner(examining: Examining): Examine {
  return async (asset, path, signal) => {
    try {
      return asset.mediaKind === "image"
        ? await examinePicture(path, signal, examining)
        : await examineFilm(asset, path, signal, examining);
    } catch (error) {
      if (error instanceof FilmUnreadable)
        return { status: "failed", error: `The film cannot be read. ${error.message}` };
      if (error instanceof AnalysisFailed && isOfTheFile(error))
        return { status: "failed", error: complaintOf(asset, error) };
      throw error;
    }
  };
}

async function examinePicture(path: string, signal: AbortSignal, examining: Examining): Promise<Examination> {
  const { pictures, blocklist } = examining;
  const look = { path, timeoutMs: PICTURE_WITHIN_MS, signal };
  const blocked = await blocklist.current();
  if (!blocked.isEmpty && blocked.blocks([await pictures.run("hash", look)])) return { status: "blocked" };
  const analysis = await pictures.run("picture", look);
  return await described(analysis, examining, signal, () => pictures.run("show", look));
}

async function examineFilm(
  asset: Looked,
  path: string,
  signal: AbortSignal,
  examining: Examining,
): Promise<Examination> {
  const { films, blocklist, parts } = examining;
  const film = await probeFilm(path, containerOf(asset.contentType), parts, { priority: "background", signal });
  signal.throwIfAborted();
  const blocked = await blocklist.current();
  if (!blocked.isEmpty) {
    const hashes: readonly PerceptualHashes[] = await films.run("film-hashes", {
      path,
      film,
      timeoutMs: FRAMES_WITHIN_MS,
      signal,
    });
    if (blocked.blocks(hashes)) return { status: "blocked" };
  }
  const analysis = await films.run("film", { path, film, timeoutMs: FILM_WITHIN_MS, signal });
  const frames = { path, film, timeoutMs: FRAMES_WITHIN_MS, signal };
  return await described(analysis, examining, signal, () => films.run("show", frames));
}

/** With a vision model's words beside our own measurements, or with a note that it was not heard. */
async function described(
  analysis: Analysis,
  { describe }: Examining,
  signal: AbortSignal,
  show: () => Promise<readonly string[]>,
): Promise<Examination> {
  if (describe === null) return { status: "processed", analysis };
  const frames = await show();
  const answer = await describe(
    frames.map((frame) => Buffer.from(frame, "base64")),
    signal,
  );
  switch (answer.kind) {
    case "refused":
      return { status: "blocked" };
    case "described":
      return { status: "processed", analysis: { ...analysis, description: answer.description } };
    case "unavailable": {
      const note = analysis.note === undefined ? answer.note : `${analysis.note}; ${answer.note}`;
      return { status: "processed", analysis: { ...analysis, note } };
    }
  }
}

function isOfTheFile({ how }: AnalysisFailed): boolean {
  return how === "refused" || how === "crashed" || how === "timed-out";
}

/** What a decoder says names libraries and paths; the client learns what kind of failure it was. */
function complaintOf({ mediaKind }: Looked, { how, sentence }: AnalysisFailed): string {
  if (sentence !== null) return sentence;
  const thing = mediaKind === "image" ? "picture" : "film";
  if (how === "timed-out") return `The ${thing} could not be analysed in the time there is.`;
  if (how === "crashed") return `The ${thing} could not be decoded: the decoder crashed.`;
  return `The ${thing} could not be decoded: it is damaged.`;
}
