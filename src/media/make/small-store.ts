import { mkdirSync } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { refuse } from "../../lib/refusal.ts";
import { syncPath } from "../../lib/sync-path.ts";
import type { MakingStore, MediaFiles } from "./media-files.ts";

/** Files by digest below the data folder: `media/<2 digits>/<sha256>.<extension>`. */
export function smallStore(dataDir: string): MakingStore & MediaFiles & { sweepTemporary(): Promise<void> } {
  const folder = join(dataDir, "media");
  const temporaryFolder = join(folder, "tmp", "server");
  let count = 0;
  const pathOf = (ref: string): string | null => {
    const [, digest, extension] = /^store:([0-9a-f]{64})\.([a-z0-9]+)$/.exec(ref) ?? [];
    if (digest !== undefined) return join(folder, digest.slice(0, 2), `${digest}.${extension}`);
    return isAbsolute(ref) ? ref : null;
  };
  return {
    pathOf,
    temporaryPath: (extension) => {
      mkdirSync(temporaryFolder, { recursive: true, mode: 0o700 });
      count += 1;
      return join(temporaryFolder, `${process.pid}-${count}.${extension}`);
    },
    keep: async (temporaryPath, extension) => {
      const hasher = new Bun.CryptoHasher("sha256");
      for await (const chunk of Bun.file(temporaryPath).stream()) hasher.update(chunk);
      const ref = `store:${hasher.digest("hex")}.${extension}`;
      const path = pathOf(ref) ?? "";
      await syncPath(temporaryPath);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporaryPath, path);
      await syncPath(dirname(path));
      return { ref };
    },
    locate: async (ref) => {
      const path = pathOf(ref);
      if (path === null || !(await stat(path).catch(() => null))?.isFile()) throw refuse("not_found");
      return path;
    },
    sweepTemporary: async () => await rm(temporaryFolder, { recursive: true, force: true }),
  };
}
