import { mkdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { errorCode } from "./error-code.ts";

/**
 * Creates `path` and missing folders between it and `root`, but never `root` itself: after a disk was unmounted, files must not
 * be written to its empty mount point. Throws the error of `mkdir`: ENOENT if `root` is missing, EEXIST if a file has the name.
 */
export async function makeFoldersBelow(root: string, path: string, mode: number): Promise<void> {
  let folder = root;
  const names = relative(root, path).split(sep);
  for (const name of names.filter((one) => one !== "")) {
    folder = join(folder, name);
    await mkdir(folder, { mode }).catch(async (error: unknown) => {
      if (errorCode(error) !== "EEXIST" || !(await stat(folder)).isDirectory()) throw error;
    });
  }
}
