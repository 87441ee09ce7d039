import type Sharp from "sharp";
import { Value } from "@sinclair/typebox/value";
import { messageOf } from "../../lib/assert.ts";
import type { Line } from "../../lib/lines.ts";
import type { NativeParts } from "../../native/native-parts.ts";
import { analyseFilm } from "../analyse-film.ts";
import { analysePicture } from "../analyse-picture.ts";
import { hashFilm } from "../hash-film.ts";
import { hashPicture } from "../hash-picture.ts";
import { probePicture } from "../probe-picture.ts";
import { showFilm, showPicture } from "../show-frames.ts";
import { type FilmProbe, type SightAnswer, SightRequest } from "./protocol.ts";

/** Errors of the analysers whose message is written for whoever sent the file. */
const SENTENCES: ReadonlySet<string> = new Set(["FilmUnreadable", "PictureUnreadable"]);

/**
 * The child's side: answers one line with one line, in their order, until there are no more. What is asked of it may
 * crash or hang it, and nothing else: sight-pool.ts starts another.
 */
export async function serveSight(
  lines: AsyncIterable<Line>,
  say: (answer: SightAnswer) => Promise<void>,
  parts: NativeParts,
): Promise<void> {
  // Loaded once; from here on `loadSharp(null)` finds it everywhere in this process.
  const sharp = await parts.loadSharp();
  await say({ ready: true });
  let last: Promise<void> = Promise.resolve();
  for await (const { text } of lines) {
    // Not awaited here: the end of the input, which is the end of the server, has to be seen while a film is measured.
    last = last.then(async () => say(await answer(sharp, text)));
  }
}

async function answer(sharp: typeof Sharp, line: string): Promise<SightAnswer> {
  try {
    const request: unknown = JSON.parse(line);
    if (!Value.Check(SightRequest, request)) return { error: "The request is not one of the protocol." };
    return { value: await look(sharp, request) };
  } catch (error) {
    const isSentence = error instanceof Error && SENTENCES.has(error.name);
    return { error: messageOf(error), ...(isSentence ? { isSentence } : {}) };
  }
}

async function look(sharp: typeof Sharp, { operation, path, film }: SightRequest): Promise<unknown> {
  const never = new AbortController().signal;
  switch (operation) {
    case "probe":
      return await probePicture(sharp, path);
    case "hash":
      return await hashPicture(sharp, path);
    case "picture":
      return await analysePicture(sharp, path);
    case "film":
      return await analyseFilm(path, needed(film), never);
    case "show":
      return film === undefined ? await showPicture(sharp, path) : await showFilm(sharp, path, film);
    case "film-hashes":
      return await hashFilm(path, needed(film), never);
  }
}

function needed(film: FilmProbe | undefined): FilmProbe {
  if (film === undefined) throw new Error("A film is looked at with what was probed of it.");
  return film;
}
