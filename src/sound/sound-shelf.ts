import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Gate } from "../lib/gate.ts";
import type { NewId } from "../lib/ids.ts";
import { syncPath } from "../lib/sync-path.ts";
import { parseSoundRef, type SoundRef } from "../media/sound-ref.ts";
import type { RenderRequest } from "./apart/render-request.ts";
import type { RenderSound } from "./apart/render-apart.ts";
import { type SoundSong, partOf } from "./sound-song.ts";

/** Raised whenever the same song sounds different from before: what was rendered earlier is then left aside. */
const RENDERER_VERSION = 2;
/** Processes that render at once; who comes later waits. */
const RENDERERS_MAX = 1;
/** Songs that wait to be rendered; beyond it a request is told to come again. */
const WAITING_MAX = 64;
const PARTIAL = ".partial";
const PRIVATE_MODE = 0o700;

/** Too many pieces are being rendered; the same request works in a minute. */
export class SoundBusy extends Error {
  override readonly name = "SoundBusy";
}

export interface SoundShelfOptions {
  /** Where what was rendered is kept; made when it is first needed. */
  readonly folder: string;
  readonly render: RenderSound;
  /** Throws while nothing may be written below the folder. */
  requireInPlace(): void;
  /** Null for a song that the catalog does not have. */
  songOf(songId: string): SoundSong | null;
  readonly newId: NewId;
}

/** The sound of the demonstration catalog: rendered when it is first asked for, and kept. */
export class SoundShelf {
  readonly #options: SoundShelfOptions;
  readonly #gate = new Gate(RENDERERS_MAX);
  /** What is being rendered, by the path it will have. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(options: SoundShelfOptions) {
    this.#options = options;
  }

  /**
   * The absolute path of the WAV file of `sound:<song id>/<part>`; null where the catalog has no such song or part.
   * Requests for what is being rendered wait for it together. Throws SoundBusy, or why it could not be rendered.
   */
  async fileOf(ref: string): Promise<string | null> {
    const [path = null] = await this.filesOf([ref]);
    return path;
  }

  /** The same for several of one song or of many; those of one song are rendered in one go. */
  async filesOf(refs: readonly string[]): Promise<readonly (string | null)[]> {
    const places = refs.map((ref) => this.#placeOf(ref));
    const missing = new Map<SoundSong, Place[]>();
    const songs = new Map<string, SoundSong>();
    const waited: Promise<void>[] = [];
    for (const place of places) {
      if (place === null) continue;
      const running = this.#running.get(place.path);
      if (running !== undefined) waited.push(running);
      else if (!(await isThere(place.path))) {
        const song = songs.get(place.song.id) ?? place.song;
        songs.set(song.id, song);
        missing.set(song, [...(missing.get(song) ?? []), place]);
      }
    }
    for (const [song, wanted] of missing) waited.push(this.#renderOnce(song, wanted));
    await Promise.all(waited);
    return places.map((place) => place?.path ?? null);
  }

  /** Removes what a killed server left half-rendered; before the first request. */
  async sweep(): Promise<void> {
    const { folder } = this.#options;
    const names = await readdir(folder).catch(() => []);
    for (const name of names) if (name.endsWith(PARTIAL)) await rm(join(folder, name), { force: true });
  }

  #placeOf(ref: string): Place | null {
    const parsed = parseSoundRef(ref);
    const song = parsed === null ? null : this.#options.songOf(parsed.songId);
    if (parsed === null || song === null) return null;
    if (!song.audioFiles.some((file) => partOf(song, file) === parsed.part)) return null;
    return { song, part: parsed.part, path: join(this.#options.folder, `${digestOf(song, parsed)}.wav`) };
  }

  /** Between the look at the disk and here others may have begun: theirs is waited for. */
  #renderOnce(song: SoundSong, wanted: readonly Place[]): Promise<void> {
    const others = wanted.flatMap((place) => this.#running.get(place.path) ?? []);
    const ours = wanted.filter((place) => !this.#running.has(place.path));
    if (ours.length === 0) return Promise.all(others).then(() => undefined);
    if (this.#running.size >= WAITING_MAX) return Promise.reject(new SoundBusy("Too many pieces are being rendered."));
    const work = this.#gate
      .through(() => this.#render(song, ours))
      .finally(() => {
        for (const place of ours) this.#running.delete(place.path);
      });
    for (const place of ours) this.#running.set(place.path, work);
    return Promise.all([...others, work]).then(() => undefined);
  }

  async #render(song: SoundSong, places: readonly Place[]): Promise<void> {
    const { folder, render, newId } = this.#options;
    this.#options.requireInPlace();
    await mkdir(folder, { recursive: true, mode: PRIVATE_MODE });
    const files = places.map((place) => ({ ...place, temporary: join(folder, newId() + PARTIAL) }));
    try {
      await render(requestOf(song, files));
      for (const { temporary, path } of files) {
        await syncPath(temporary);
        await rename(temporary, path);
      }
      await syncPath(folder);
    } finally {
      for (const { temporary } of files) await rm(temporary, { force: true });
    }
  }
}

interface Place {
  readonly song: SoundSong;
  readonly part: string;
  readonly path: string;
}

/** What decides the sound decides the name: a song that was changed is rendered anew. */
function digestOf(song: SoundSong, { part }: SoundRef): string {
  const { song: fields } = requestOf(song, []);
  return createHash("sha256")
    .update(JSON.stringify([RENDERER_VERSION, fields, part]))
    .digest("hex");
}

/** The fields that count, in one order, whatever else the catalog's record has. */
function requestOf(
  song: SoundSong,
  files: readonly { readonly part: string; readonly temporary: string }[],
): RenderRequest {
  const { genre, mood, instrument, characteristic } = song.tags;
  const tags = { genre: [...genre], mood: [...mood], instrument: [...instrument], characteristic: [...characteristic] };
  const audioFiles = song.audioFiles.map(({ id, description, vocals, stem }) => ({ id, description, vocals, stem }));
  const { id, bpm, keyName, keyMode, energy } = song;
  const fields = { id, bpm, keyName, keyMode, energy, tags, audioFiles };
  return { song: fields, files: files.map(({ part, temporary }) => ({ part, path: temporary })) };
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
