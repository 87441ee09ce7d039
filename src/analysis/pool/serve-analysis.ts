import type Sharp from "sharp";
import { Value } from "@sinclair/typebox/value";
import { messageOf } from "../../lib/assert.ts";
import type { Line } from "../../lib/lines.ts";
import type { NativeParts } from "../../native/native-parts.ts";
import { FfmpegKilled } from "../../native/run-ffmpeg.ts";
import { analyseFilm } from "../analyse-film.ts";
import { analysePicture } from "../analyse-picture.ts";
import { hashFilm } from "../hash-film.ts";
import { hashPicture } from "../hash-picture.ts";
import { filmForModel, pictureForModel } from "../model-frames.ts";
import { probePicture } from "../open-picture.ts";
import { type FilmProbe, type AnalysisAnswer, AnalysisRequest } from "./protocol.ts";

/** Names of errors whose message is meant for the client. */
const SENTENCES: ReadonlySet<string> = new Set(["FilmUnreadable", "PictureUnreadable"]);

/**
 * The main loop of the child: answers each line with one line, in order, until the input ends. A hostile file can crash or
 * hang this process, but nothing else: analysis-pool.ts starts another one.
 */
export async function serveAnalysis(
  lines: AsyncIterable<Line>,
  say: (answer: AnalysisAnswer) => Promise<void>,
  parts: NativeParts,
): Promise<void> {
  // Loaded once. From here on, `loadSharp(null)` works everywhere in this process.
  const sharp = await parts.loadSharp();
  await say({ ready: true });
  let last: Promise<void> = Promise.resolve();
  for await (const { text } of lines) {
    // Not awaited, so that the end of the input (the server has ended) is noticed during the analysis of a film.
    last = last.then(async () => say(await answer(sharp, text)));
  }
}

async function answer(sharp: typeof Sharp, line: string): Promise<AnalysisAnswer> {
  try {
    const request: unknown = JSON.parse(line);
    if (!Value.Check(AnalysisRequest, request)) return { error: "The request does not match the protocol." };
    return { value: await run(sharp, request) };
  } catch (error) {
    const isSentence = error instanceof Error && SENTENCES.has(error.name);
    const isCrash = error instanceof FfmpegKilled;
    return { error: messageOf(error), ...(isSentence ? { isSentence } : {}), ...(isCrash ? { isCrash } : {}) };
  }
}

async function run(sharp: typeof Sharp, { operation, path, film }: AnalysisRequest): Promise<unknown> {
  switch (operation) {
    case "probe":
      return await probePicture(sharp, path);
    case "hash":
      return await hashPicture(sharp, path);
    case "picture":
      return await analysePicture(sharp, path);
    case "film":
      return await analyseFilm(path, required(film), new AbortController().signal);
    case "show":
      return film === undefined ? await pictureForModel(sharp, path) : await filmForModel(sharp, path, film);
    case "film-hashes":
      return await hashFilm(path, required(film));
  }
}

function required(film: FilmProbe | undefined): FilmProbe {
  if (film === undefined) throw new Error("The request needs the probe of the film.");
  return film;
}
